import os from "node:os";
import { benchAdminLists } from "./admin-lists.ts";
import { benchCodes } from "./coupon-codes.ts";
import { benchDashboard } from "./dashboard.ts";
import { benchDraws } from "./draws.ts";
import { benchImport } from "./import.ts";
import { fillShop } from "./many-products.ts";
import { addBenchOffer, benchCartWrite, benchCheckout, benchFirstPurchases, benchSimulator, WARM_UP } from "./orders.ts";
import { benchCold, benchPage } from "./pages.ts";
import { benchPhone } from "./phone.ts";
import { runPricingBench } from "./pricing.bench.ts";
import { benchShopLists } from "./shop-lists.ts";
import { benchSizes } from "./sizes.ts";
import { coresOf, processesBelow, proportionalMb, residentMb, type BenchShop } from "./shop-process.ts";
import { heading, note, round, showCold, showDraws, showFirst, showPage, showPhone, showRate, showSizes, showTimings } from "./show.ts";
import { weighPage } from "./weight.ts";
import { benchWorkers } from "./workers.ts";

/** The inputs of a part: the running shop with the demo's dishes, and the size of the measurement. */
export interface BenchSite {
  readonly shop: BenchShop;
  /** The connection string of its database's server. */
  readonly databaseUrl: string;
  /** The same for a shop with another data directory. */
  readonly databaseOf: (dataDir: string) => Promise<string>;
  /** A category, and one of its products that can be ordered without choices. */
  readonly categoryId: number;
  readonly productId: number;
  /** `--quick`: a tenth of everything, for a quick check. */
  readonly isQuick: boolean;
}

/** Each part by its command-line name, in the order of a whole run; those after `products` measure a shop with 100,000 products. */
export const PARTS: Readonly<Record<string, (site: BenchSite) => Promise<void> | void>> = {
  weight: benchWeight,
  pages: benchPages,
  sizes: benchPagesOfSizes,
  cold: benchColdPages,
  phone: benchOnPhone,
  orders: benchOrders,
  workers: benchManyWorkers,
  codes: benchCouponCodes,
  pricing: benchPricing,
  products: benchManyProducts,
  import: benchImports,
  memory: showMemory,
  "shop-lists": benchListsOfShop,
  "admin-lists": benchListsOfStaff,
  dashboard: benchDashboardAndOrders,
};

async function benchWeight({ shop, productId }: BenchSite): Promise<void> {
  heading("Bytes of a product page");
  const weight = await weighPage(shop.url, `/products/${productId}`);
  note(
    `HTML ${weight.htmlBytes} (gzip ${weight.htmlGzipBytes}) · JS ${weight.scriptBytes} brotli in ${weight.scripts} files · CSS ${weight.styleBytes} brotli · fonts ${weight.fontBytes}`,
  );
}

async function benchPages({ shop, categoryId, productId, isQuick }: BenchSite): Promise<void> {
  const seconds = isQuick ? 2 : 8;
  heading("Pages");
  showPage(await benchPage("home", `${shop.url}/`, seconds, shop.pid));
  showPage(await benchPage("category", `${shop.url}/${categoryId}/products`, seconds, shop.pid));
  showPage(await benchPage("product", `${shop.url}/products/${productId}`, seconds, shop.pid));
}

async function benchPagesOfSizes(site: BenchSite): Promise<void> {
  heading("Kept pages while the menu grows (a shop of each size, loaded in turn; processor time of the server)");
  const runs = site.isQuick ? { starts: 2, rounds: 16, seconds: 0.2 } : { starts: 6, rounds: 20, seconds: 0.2 };
  const figures = await benchSizes(site, site.isQuick ? [50, 10_000] : [50, 10_000, 100_000], runs);
  if (figures === null) note("this system does not tell processor time");
  else showSizes(figures);
}

async function benchColdPages({ shop, categoryId, productId, isQuick }: BenchSite): Promise<void> {
  const turns = isQuick ? 5 : 10;
  const each = isQuick ? 40 : 200;
  heading(`Pages drawn anew, processor time (${turns} turns of ${each}; after a start the first turn, warm the last ones)`);
  const figures = await benchDraws(
    shop,
    [
      { page: "home", path: "/" },
      { page: "category", path: `/${categoryId}/products` },
      { page: "product", path: `/products/${productId}` },
    ],
    turns,
    each,
  );
  if (figures === null) note("this system does not tell a process's processor time");
  else for (const page of figures) showDraws(page);
}

async function benchOnPhone({ shop, categoryId, productId, isQuick }: BenchSite): Promise<void> {
  heading("On a phone (processor four times slower, slow 4G, nothing stored; median of the runs)");
  for (const figures of await benchPhone(shop.url, categoryId, productId, isQuick ? 1 : 5)) showPhone(figures);
}

async function benchOrders({ shop, databaseUrl, productId, isQuick }: BenchSite): Promise<void> {
  const purchases = isQuick ? 40 : 300;
  const run = { count: purchases, warmUp: isQuick ? 40 : WARM_UP };
  heading("Orders");
  showFirst(purchases, await benchFirstPurchases(productId, purchases));
  showRate(await benchCartWrite(shop.url, databaseUrl, productId, purchases * 3));
  note(`${run.warmUp} purchases before each of the next two figures, by the shop and by the bare server`);
  showRate(await benchCheckout(shop.url, databaseUrl, productId, run));
  showRate(await benchCheckout(shop.url, databaseUrl, productId, run, await addBenchOffer(databaseUrl)));
  const { msEach } = await benchSimulator(databaseUrl, purchases);
  note(`of a purchase, the card provider's double by itself: ${round(msEach)} ms`);
  const databaseCores = new Set(
    processesBelow(shop.pid).flatMap(({ pid, name }) => (name.startsWith("postgres") ? (coresOf(pid) ?? []) : [])),
  );
  note(`cores: the shop and the bare server on ${coresOf(shop.pid) ?? "any"}, PostgreSQL on ${[...databaseCores].join(" and ") || "any"}`);
}

async function benchManyWorkers({ databaseOf, productId, isQuick }: BenchSite): Promise<void> {
  heading(`Web workers on ${os.availableParallelism()} cores, with PostgreSQL and the load`);
  const size = isQuick ? { seconds: 2, purchases: 40 } : { seconds: 5, purchases: 150 };
  for (const { workers, page, purchase } of await benchWorkers(databaseOf, productId, [1, 2, 4], size)) {
    note(`${workers} ${workers === 1 ? "worker" : "workers"}`);
    showPage(page);
    showRate(purchase);
  }
}

async function benchCouponCodes({ databaseUrl, isQuick }: BenchSite): Promise<void> {
  heading("Coupon codes");
  const codes = await benchCodes(databaseUrl, isQuick ? 20_000 : 100_000);
  note(`${codes.count.toLocaleString("en")} codes made and stored: ${round(codes.makeSeconds)} s`);
  note(
    `one looked up: p50 ${round(codes.lookup.p50Ms, 2)} ms, p99 ${round(codes.lookup.p99Ms, 2)} ms · bare pg p50 ${round(codes.bare.p50Ms, 2)} ms, p99 ${round(codes.bare.p99Ms, 2)} ms`,
  );
  note(`all of them as CSV: ${round(codes.csvMb)} MB in ${round(codes.csvSeconds)} s, the process grew by ${round(codes.csvGrownMb)} MB`);
}

function benchPricing({ isQuick }: BenchSite): void {
  heading("Pricing (50 lines, 40 active promotions)");
  for (const each of runPricingBench(isQuick ? 500 : 3000))
    note(
      `${each.scenario}: p50 ${round(each.p50Ms, 2)} ms, p99 ${round(each.p99Ms, 2)} ms of processor (${round(each.wallP99Ms, 2)} ms by the clock), ${each.runs} runs`,
    );
}

async function benchManyProducts({ shop, databaseUrl, productId, isQuick }: BenchSite): Promise<void> {
  const draws = isQuick ? 40 : 200;
  heading("With 100,000 products more");
  const many = await fillShop(databaseUrl, 100_000);
  showPage(await benchPage("product", `${shop.url}/products/${productId}`, isQuick ? 2 : 8, shop.pid));
  showCold(await benchCold("category of 10,000", (index) => `${shop.url}/${many.categoryId}/products?draw=${index}`, shop.pid, draws));
  showCold(await benchCold("search", (index) => `${shop.url}/api/products?q=${many.word(index)}`, shop.pid, draws));
  showCold(await benchCold("search with a typo", (index) => `${shop.url}/api/products?q=${many.mistyped(index)}`, shop.pid, draws));
  showCold(await benchCold("home", (index) => `${shop.url}/?draw=${index}`, shop.pid, draws));
}

async function benchImports({ databaseUrl, isQuick }: BenchSite): Promise<void> {
  for (const imported of isQuick ? [100, 1000] : [1000, 10_000]) {
    heading(`Import of ${imported.toLocaleString("en")} products`);
    for (const { what, seconds: took, grownMb, keptMb } of await benchImport(databaseUrl, imported))
      note(`${what}: ${round(took)} s, the process grew by ${round(grownMb, 0)} MB and kept ${round(keptMb)} MB of them`);
  }
}

/** Memory of the shop's process and its database after the earlier parts. */
function showMemory({ shop }: BenchSite): void {
  heading("Memory after that load");
  const below = processesBelow(shop.pid);
  const postgres = below.filter((each) => each.name.startsWith("postgres"));
  const node = below.find((each) => /node|MainThread/.test(each.name));
  const nodeMb = node === undefined ? null : residentMb(node.pid);
  const databaseMb = proportionalMb(postgres.map((each) => each.pid));
  note(
    `Node ${nodeMb === null ? "?" : round(nodeMb)} MB resident · PostgreSQL ${databaseMb === null ? "?" : round(databaseMb)} MB in ${postgres.length} processes (shared pages counted once)`,
  );
}

async function benchListsOfShop({ databaseUrl, isQuick }: BenchSite): Promise<void> {
  heading("The shop's lists and searches (nothing remembered)");
  const sizes = isQuick ? [50, 10_000] : [50, 10_000, 100_000];
  for (const { size, figures, reference } of await benchShopLists(databaseUrl, sizes, isQuick ? 50 : 200))
    showTimings(`${size} products`, figures, reference);
}

async function benchListsOfStaff({ databaseUrl, isQuick }: BenchSite): Promise<void> {
  heading("Admin lists (50 rows of the products, with their count)");
  const sizes = isQuick ? [100, 10_000] : [100, 10_000, 100_000];
  for (const { size, figures, reference } of await benchAdminLists(databaseUrl, sizes, isQuick ? 50 : 200))
    showTimings(`${size} products`, figures, reference);
}

async function benchDashboardAndOrders({ databaseUrl, isQuick }: BenchSite): Promise<void> {
  const orders = isQuick ? 50_000 : 1_000_000;
  heading(`Dashboard over ${orders.toLocaleString("en")} orders of a year`);
  const { keptInSeconds, figures } = await benchDashboard(databaseUrl, orders, isQuick ? 30 : 200);
  note(`all past days added up once: ${round(keptInSeconds)} s`);
  showTimings("", figures);
}
