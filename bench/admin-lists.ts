import type pg from "pg";
import { listCategoryPaths } from "#app/catalogue/data/category-records.server.ts";
import { listProductPage, listTags } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { productList } from "#app/catalogue/domain/product-list.schema.ts";
import { inBenchDatabase } from "./bench-database.ts";
import { timed, type Timing } from "./timed.ts";

/** The measured queries of the product list, as in its address; "last" stands for the last page. */
const ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "first page": {},
  "page 20": { page: "20" },
  "last page": { page: "last" },
  "dearest first": { sort: "-price" },
  newest: { sort: "-created" },
  "last changed": { sort: "-changed" },
  "by stock": { sort: "stock" },
  "search, one in eight": { q: "tomato" },
  "search, three in all": { q: "zq7 pie" },
  "search, two letters": { q: "so" },
  "search, nothing": { q: "xyzzy" },
  "category of 0.5 %": { category: "30" },
  "category of 5 %, nine below": { category: "3" },
  hidden: { state: "hidden" },
  "sold out": { state: "sold-out" },
  "in the bin": { state: "bin" },
  "tag on a quarter": { tag: "vegan" },
  "rare tag": { tag: "seasonal" },
  "rare tax class": { tax: "zero" },
  "without picture": { picture: "without" },
};

/**
 * One page of the staff's product list, each query separately, with 100, 10,000 and 100,000 products in a separate database. The reference
 * is a bare client that reads the same number of rows by key.
 */
export async function benchAdminLists(
  databaseUrl: string,
  sizes: readonly number[],
  runs: number,
): Promise<readonly { readonly size: number; readonly figures: readonly Timing[]; readonly reference: Timing }[]> {
  return inBenchDatabase(databaseUrl, "bench_lists", async ({ db, bare }) => {
    const measured = [];
    let filled = 0;
    for (const size of sizes) {
      await fill(bare, filled + 1, size);
      filled = size;
      const figures: Timing[] = [];
      for (const [what, asked] of Object.entries(ASKED)) {
        const lastPage = Math.ceil((size * 199) / 200 / 50);
        const query = productList.parse({ ...asked, ...(asked["page"] === "last" ? { page: String(lastPage) } : {}) });
        figures.push(await timed(what, runs, () => listProductPage(db, query)));
      }
      figures.push(await timed("tags to filter by", runs, () => listTags(db)));
      figures.push(await timed("categories to filter by", runs, () => listCategoryPaths(db)));
      const reference = await timed("bare pg, 50 rows by key", runs, () =>
        bare.query("select id, name, price_cents, stock, is_hidden, updated_at from products order by id limit 50"),
      );
      measured.push({ size, figures, reference });
    }
    return measured;
  });
}

/**
 * Products `from` to `to`. Hashes of their ids distribute their properties, so that no sort order groups a filter's rows. Only categories
 * correlate with names: in the list by name, the products of one category are far apart, or all at the end.
 */
async function fill(client: pg.Client, from: number, to: number): Promise<void> {
  if (from === 1) {
    await client.query("insert into categories (name, parent_id) select 'Part ' || g, null from generate_series(1, 20) g");
    await client.query("insert into categories (name, parent_id) select 'Place ' || g, 1 + g % 20 from generate_series(1, 180) g");
    await client.query(
      `insert into media (key, file_name, mime_type, width, height, colour, variants, content_hash)
       select 'bench' || g, 'bench.jpg', 'image/jpeg', 100, 100, '#ffffff', '[]', 'bench' || g from generate_series(1, 50) g`,
    );
  }
  await client.query(
    `insert into products (name, kitchen_name, price_cents, compare_at_cents, is_hidden, is_sold_out, stock, tags, tax_class, created_at, updated_at, deleted_at)
     select (array['Soup','Salad','Pizza','Burger','Noodles','Curry','Wrap','Bowl','Stew','Sandwich','Taco','Pie'])[1 + a % 12] || ' of '
         || (array['tomato','basil','cheese','onion','garlic','pepper','mushroom','olive'])[1 + b % 8] || ' ' || case when g % 33000 = 7 then 'zq7 pie' else substr(md5(g::text), 1, 5) end,
       case when c % 3 = 0 then 'K' || g end, 100 + a % 5000, case when c % 10 = 0 then 6000 end, b % 50 = 0, c % 97 = 0,
       case when a % 2 = 0 then b % 200 end,
       case when d % 4 = 0 then array['vegan', 'hot'] when d % 1000 = 1 then array['seasonal'] else '{}' end,
       case when d % 500 = 3 then 'zero' else 'standard' end,
       now() - g * interval '1 minute', now() - b % 100000 * interval '1 minute', case when c % 200 = 5 then now() end
     from (select g, abs(hashint4(g)) a, abs(hashint4(g + 1000003)) b, abs(hashint4(g + 2000003)) c, abs(hashint4(g + 3000017)) d
           from generate_series($1::int, $2::int) g) each`,
    [from, to],
  );
  const added =
    "select id, id - (select min(id) from products) + 1 as g from products where id > coalesce((select max(product_id) from product_categories), 0)";
  await client.query(
    `insert into product_categories (product_id, category_id, position) select id, 1 + abs(hashint4(g::int)) % 200, g from (${added}) each`,
  );
  await client.query(
    "insert into product_media (product_id, media_id) select id, 1 + id % 50 from products where id > coalesce((select max(product_id) from product_media), 0) and abs(hashint4(id + 4000037)) % 10 <> 0",
  );
  await client.query("vacuum analyze products, product_categories, product_media, categories");
}
