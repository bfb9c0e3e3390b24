import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { benchAdminLists } from "./admin-lists.ts";
import { benchDashboard } from "./dashboard.ts";
import { benchImport } from "./import.ts";
import { benchCodes } from "./coupon-codes.ts";
import { addBenchOffer, benchCartWrite, benchCheckout, benchSimulator, type RateFigures } from "./orders.ts";
import { benchCold, benchPage, type ColdFigures, type PageFigures } from "./pages.ts";
import { benchPhone, type PhoneFigures } from "./phone.ts";
import { fillShop } from "./many-products.ts";
import { runPricingBench } from "./pricing.bench.ts";
import { canPin, coresOf, makeDataDir, processesBelow, proportionalMb, removeDataDir, residentMb, startShop } from "./shop-process.ts";
import { benchShopLists } from "./shop-lists.ts";
import { weighPage } from "./weight.ts";

/** `npm run bench` [-- --quick]: every figure with its reference from the same run. Nothing here passes or fails; bench/README.md holds the aims. */
const isQuick = process.argv.includes("--quick");
const seconds = isQuick ? 2 : 8;
const purchases = isQuick ? 40 : 300;

const round = (value: number, digits = 1) => Number(value.toFixed(digits));
const heading = (text: string) => console.log(`\n${text}`);

function showPage({ page, shop, reference, rate, p99Ratio }: PageFigures): void {
  console.log(
    `${page.padEnd(10)} ${round(shop.requestsPerSecond, 0)} req/s (p50 ${round(shop.p50Ms, 2)} ms, p99 ${round(shop.p99Ms, 2)} ms, failures ${shop.failures}) · bare node:http ${round(reference.requestsPerSecond, 0)} req/s (p99 ${round(reference.p99Ms, 2)} ms) · rate ${round(rate * 100)} %, p99 × ${round(p99Ratio)}`,
  );
}

function showCold({ what, p50Ms, p99Ms, nodeMs, databaseMs }: ColdFigures): void {
  const processor =
    nodeMs === null || databaseMs === null ? "" : ` · processor: Node ${round(nodeMs)} ms, PostgreSQL ${round(databaseMs)} ms`;
  console.log(`${what.padEnd(24)} p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms${processor}`);
}

function showPhone({ page, lcpMs, tbtMs, cls, largest }: PhoneFigures): void {
  console.log(`${page.padEnd(10)} LCP ${round(lcpMs, 0)} ms (${largest}) · TBT ${round(tbtMs, 0)} ms · CLS ${round(cls, 4)}`);
}

function showRate({ what, shopPerSecond, referencePerSecond, rate, p50Ms, p99Ms }: RateFigures): void {
  console.log(
    `${what.padEnd(10)} ${round(shopPerSecond)} /s (p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms) · bare server ${round(referencePerSecond)} /s · ${round(1 / rate)} × slower`,
  );
}

const dataDir = makeDataDir();
try {
  console.log(`Node ${process.version}, server pinned to one core: ${canPin ? "yes" : "no"}`);
  heading("Start (spawn to first answered page)");
  const first = await startShop(dataDir);
  console.log(`first, empty folder: ${round(first.startMs / 1000, 2)} s`);
  await first.stop();
  const shop = await startShop(dataDir);
  console.log(`second: ${round(shop.startMs / 1000, 2)} s`);
  const products = (await (await fetch(`${shop.url}/api/products?per_page=100`)).json()) as {
    products: { id: number; has_required_choices: boolean; sold_out: boolean }[];
  };
  const categories = (await (await fetch(`${shop.url}/api/categories`)).json()) as { id: number }[];
  const plain = products.products.find((product) => !product.has_required_choices && !product.sold_out) ?? products.products[0];
  if (plain === undefined) throw new Error("the demo shop has no products");

  heading("Bytes of a product page");
  const weight = await weighPage(shop.url, `/products/${plain.id}`);
  console.log(
    `HTML ${weight.htmlBytes} (gzip ${weight.htmlGzipBytes}) · JS ${weight.scriptBytes} brotli in ${weight.scripts} files · CSS ${weight.styleBytes} brotli · fonts ${weight.fontBytes}`,
  );

  heading("Pages");
  showPage(await benchPage("home", `${shop.url}/`, seconds));
  showPage(await benchPage("category", `${shop.url}/${categories[0]?.id}/products`, seconds));
  showPage(await benchPage("product", `${shop.url}/products/${plain.id}`, seconds));

  heading("Pages drawn anew, one after the other");
  const draws = isQuick ? 40 : 200;
  showCold(await benchCold("home", (index) => `${shop.url}/?draw=${index}`, shop.pid, draws));
  showCold(await benchCold("category", (index) => `${shop.url}/${categories[0]?.id}/products?draw=${index}`, shop.pid, draws));
  showCold(await benchCold("product", (index) => `${shop.url}/products/${plain.id}?draw=${index}`, shop.pid, draws));

  heading("On a phone (processor four times slower, slow 4G, nothing stored; median of the runs)");
  for (const figures of await benchPhone(shop.url, categories[0]?.id ?? 0, plain.id, isQuick ? 1 : 5)) showPhone(figures);

  heading("Orders");
  const databaseUrl = await findRunningPostgres(dataDir);
  if (databaseUrl === undefined) throw new Error("the embedded database is not to be found");
  showRate(await benchCartWrite(shop.url, databaseUrl, plain.id, purchases * 3));
  showRate(await benchCheckout(shop.url, databaseUrl, plain.id, purchases));
  showRate(await benchCheckout(shop.url, databaseUrl, plain.id, purchases, await addBenchOffer(databaseUrl)));
  const { msEach } = await benchSimulator(databaseUrl, purchases);
  console.log(`of a purchase, the card provider's double by itself: ${round(msEach)} ms`);
  const databaseCores = new Set(
    processesBelow(shop.pid).flatMap(({ pid, name }) => (name.startsWith("postgres") ? (coresOf(pid) ?? []) : [])),
  );
  console.log(
    `cores: the shop and the bare server on ${coresOf(shop.pid) ?? "any"}, PostgreSQL on ${[...databaseCores].join(" and ") || "any"}`,
  );

  heading("Coupon codes");
  const codes = await benchCodes(databaseUrl, isQuick ? 20_000 : 100_000);
  console.log(`${codes.count.toLocaleString("en")} codes made and stored: ${round(codes.makeSeconds)} s`);
  console.log(
    `one looked up: p50 ${round(codes.lookup.p50Ms, 2)} ms, p99 ${round(codes.lookup.p99Ms, 2)} ms · bare pg p50 ${round(codes.bare.p50Ms, 2)} ms, p99 ${round(codes.bare.p99Ms, 2)} ms`,
  );
  console.log(
    `all of them as CSV: ${round(codes.csvMb)} MB in ${round(codes.csvSeconds)} s, the process grew by ${round(codes.csvGrownMb)} MB`,
  );

  heading("With 100,000 products more");
  const many = await fillShop(databaseUrl, 100_000);
  showPage(await benchPage("product", `${shop.url}/products/${plain.id}`, seconds));
  showCold(await benchCold("category of 10,000", (index) => `${shop.url}/${many.categoryId}/products?draw=${index}`, shop.pid, draws));
  showCold(await benchCold("search", (index) => `${shop.url}/api/products?q=${many.word(index)}`, shop.pid, draws));
  showCold(await benchCold("search with a typo", (index) => `${shop.url}/api/products?q=${many.mistyped(index)}`, shop.pid, draws));
  showCold(await benchCold("home", (index) => `${shop.url}/?draw=${index}`, shop.pid, draws));
  for (const imported of isQuick ? [100, 1000] : [1000, 10_000]) {
    heading(`Import of ${imported.toLocaleString("en")} products`);
    for (const { what, seconds: took, grownMb, keptMb } of await benchImport(databaseUrl, imported))
      console.log(`${what}: ${round(took)} s, the process grew by ${round(grownMb, 0)} MB and kept ${round(keptMb)} MB of them`);
  }

  heading("Memory after that load");
  const below = processesBelow(shop.pid);
  const postgres = below.filter((each) => each.name.startsWith("postgres"));
  const node = below.find((each) => /node|MainThread/.test(each.name));
  const nodeMb = node === undefined ? null : residentMb(node.pid);
  const databaseMb = proportionalMb(postgres.map((each) => each.pid));
  console.log(
    `Node ${nodeMb === null ? "?" : round(nodeMb)} MB resident · PostgreSQL ${databaseMb === null ? "?" : round(databaseMb)} MB in ${postgres.length} processes (shared pages counted once)`,
  );
  heading("The shop's lists and searches (nothing remembered)");
  for (const { size, figures, reference } of await benchShopLists(
    databaseUrl,
    isQuick ? [50, 10_000] : [50, 10_000, 100_000],
    isQuick ? 50 : 200,
  )) {
    console.log(`${size} products · bare pg p50 ${round(reference.p50Ms, 2)} ms, p99 ${round(reference.p99Ms, 2)} ms`);
    for (const { what, p50Ms, p99Ms } of figures) console.log(`  ${what.padEnd(28)} p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms`);
  }
  heading("Admin lists (50 rows of the products, with their count)");
  for (const { size, figures, reference } of await benchAdminLists(
    databaseUrl,
    isQuick ? [100, 10_000] : [100, 10_000, 100_000],
    isQuick ? 50 : 200,
  )) {
    const worst = figures.toSorted((a, b) => b.p99Ms - a.p99Ms)[0];
    console.log(
      `${size} products: worst p99 ${round(worst?.p99Ms ?? 0)} ms (${worst?.what}) · bare pg p99 ${round(reference.p99Ms, 2)} ms`,
    );
    for (const { what, p50Ms, p99Ms } of figures) console.log(`  ${what.padEnd(28)} p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms`);
  }
  const orders = isQuick ? 50_000 : 1_000_000;
  heading(`Dashboard over ${orders.toLocaleString("en")} orders of a year`);
  const dashboard = await benchDashboard(databaseUrl, orders, isQuick ? 30 : 200);
  console.log(`all past days added up once: ${round(dashboard.keptInSeconds)} s`);
  for (const { what, p50Ms, p99Ms } of dashboard.figures)
    console.log(`  ${what.padEnd(30)} p50 ${round(p50Ms, 2)} ms, p99 ${round(p99Ms, 2)} ms`);
  await shop.stop();

  heading("Pricing (50 lines, 40 active promotions)");
  for (const each of runPricingBench(isQuick ? 500 : 3000))
    console.log(`${each.scenario}: p50 ${round(each.p50Ms, 2)} ms, p99 ${round(each.p99Ms, 2)} ms, ${each.runs} runs`);
} finally {
  removeDataDir(dataDir);
}
