import { listCategoryTree } from "#app/catalogue/data/categories.server.ts";
import { listPopularProducts, listProducts, type ProductFilter } from "#app/catalogue/data/products.server.ts";
import { inBenchDatabase } from "./bench-database.ts";
import { fillShop } from "./many-products.ts";
import { timed, type Timing } from "./timed.ts";

/** Customers' list and search queries, besides the category with a tenth of the products. */
const SEARCHES: Readonly<Record<string, ProductFilter>> = {
  "search, one word": { q: "copper" },
  "search, two words": { q: "sandwich copper" },
  "search, a typo": { q: "copper sandwihc" },
  "search, two typos": { q: "coper sandwihc" },
  "search, within a word": { q: "wich" },
  "search, two letters": { q: "co" },
  "search, nothing": { q: "xyzzy" },
  "search, cheapest first": { q: "copper", sort: "price" },
};

/**
 * The shop's lists and searches with many products and an empty in-memory cache (as right after a change), in a separate database; the
 * reference is a bare client that reads 24 rows by key.
 */
export async function benchShopLists(
  databaseUrl: string,
  sizes: readonly number[],
  runs: number,
): Promise<readonly { readonly size: number; readonly figures: readonly Timing[]; readonly reference: Timing }[]> {
  const measured = [];
  for (const size of sizes) {
    const one = await inBenchDatabase(databaseUrl, "bench_shop_lists", async ({ url, db, bare }) => {
      const { categoryId } = await fillShop(url, size);
      const now = new Date();
      const lastPage = Math.max(1, Math.floor(size / 10 / 24));
      const figures: Timing[] = [];
      for (const [what, filter] of Object.entries({
        ...SEARCHES,
        "category of a tenth": { categoryId },
        "category, last page": { categoryId, page: lastPage },
        "category, cheapest first": { categoryId, sort: "price" } as const,
      }))
        figures.push(await timed(what, runs, () => listProducts(db, filter, now)));
      figures.push(await timed("popular", runs, () => listPopularProducts(db, 8, [1, 2, 3], now)));
      figures.push(await timed("categories with counts", runs, () => listCategoryTree(db)));
      const reference = await timed("bare pg, 24 rows by key", runs, () =>
        bare.query("select id, name, price_cents, stock, is_hidden, updated_at from products order by id limit 24"),
      );
      return { size, figures, reference };
    });
    measured.push(one);
  }
  return measured;
}
