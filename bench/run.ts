import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { PARTS } from "./parts.ts";
import { canPin, makeDataDir, removeDataDir, startShop, type BenchShop } from "./shop-process.ts";
import { heading, note, round } from "./show.ts";

/**
 * `npm run bench [-- --quick] [part ...]`: all metrics, or those of the named parts, each with its reference from the same run. Nothing
 * here passes or fails; bench/README.md has the targets.
 */
const partNames = process.argv.slice(2);
const isQuick = partNames.includes("--quick");
const names = partNames.filter((each) => each !== "--quick");
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

const dataDir = makeDataDir();
try {
  note(`Node ${process.version}, server pinned to one core: ${canPin ? "yes" : "no"}`);
  heading("Start (spawn to first answered page)");
  const first = await startShop(dataDir);
  note(`first, empty folder: ${round(first.startMs / 1000, 2)} s`);
  await first.stop();
  const shop = await startShop(dataDir);
  note(`second: ${round(shop.startMs / 1000, 2)} s`);
  try {
    const site = { ...(await findDishes(shop)), shop, isQuick, databaseUrl: await databaseOf(dataDir), databaseOf };
    for (const [name, bench] of Object.entries(PARTS)) if (names.length === 0 || names.includes(name)) await bench(site);
  } finally {
    await shop.stop();
  }
} finally {
  removeDataDir(dataDir);
}

async function findDishes({ url }: BenchShop): Promise<{ readonly categoryId: number; readonly productId: number }> {
  const { products } = (await (await fetch(`${url}/api/products?per_page=100`)).json()) as {
    products: { id: number; has_required_choices: boolean; sold_out: boolean }[];
  };
  const categories = (await (await fetch(`${url}/api/categories`)).json()) as { id: number }[];
  const plain = products.find((product) => !product.has_required_choices && !product.sold_out) ?? products[0];
  if (plain === undefined) throw new Error("the demo shop has no products");
  return { categoryId: categories[0]?.id ?? 0, productId: plain.id };
}

async function databaseOf(folder: string): Promise<string> {
  const url = await findRunningPostgres(folder);
  if (url === undefined) throw new Error("the embedded database is not to be found");
  return url;
}
