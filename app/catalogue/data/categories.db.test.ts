import { expect, test } from "vitest";
import { descendantIds, type CategoryNode } from "#app/catalogue/domain/category.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { listCategoryTree } from "./categories.server.ts";

const { db } = await createTestDatabase();

/** Forty categories on three levels and 600 generated products: a tenth hidden, at most `most` categories each. */
async function drawMenu(most: number): Promise<void> {
  await db.$client.query("truncate categories, products restart identity cascade");
  await db.$client.query(
    `insert into categories (name, parent_id, is_hidden)
     select 'C' || n, case when n <= 6 then null when n <= 20 then 1 + abs(hashint4(n)) % 6 else 7 + abs(hashint4(n)) % 14 end, n % 11 = 5
     from generate_series(1, 40) n`,
  );
  await db.$client.query(
    `insert into products (name, price_cents, is_hidden, deleted_at)
     select 'P' || n, 100, abs(hashint4(n + 1000)) % 20 = 1, case when abs(hashint4(n + 2000)) % 20 = 1 then now() end from generate_series(1, 600) n`,
  );
  await db.$client.query(
    `insert into product_categories (product_id, category_id)
     select distinct p, 1 + abs(hashint4(p * 7 + place * 3001)) % 40 from generate_series(1, 600) p, generate_series(1, $1::int) place
     where p % 9 <> 0 and (place = 1 or abs(hashint4(p)) % 3 = 0)`,
    [most],
  );
}

/** Product by product. */
async function countOneByOne(): Promise<ReadonlyMap<number, number>> {
  const { rows: categories } = await db.$client.query<{ id: number; parentId: number | null }>(
    'select id, parent_id as "parentId" from categories order by position, id',
  );
  const { rows: places } = await db.$client.query<{ product: number; category: number }>(
    `select pc.product_id as product, pc.category_id as category from product_categories pc join products p on p.id = pc.product_id
     where not p.is_hidden and p.deleted_at is null`,
  );
  return new Map(
    categories.map(({ id }) => {
      const within = new Set(descendantIds(categories, id));
      return [id, new Set(places.filter(({ category }) => within.has(category)).map(({ product }) => product)).size];
    }),
  );
}

const flatten = (nodes: readonly CategoryNode[]): readonly CategoryNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)]);

test.each([1, 2, 4])("counts each product once in a category tree with up to %i categories per product", async (most) => {
  await drawMenu(most);
  const counts = await countOneByOne();
  const nodes = flatten(await listCategoryTree(db, { includeHidden: true }));
  expect(nodes).toHaveLength(40);
  expect(nodes.map((node) => [node.id, node.productCount])).toEqual(nodes.map(({ id }) => [id, counts.get(id)]));
});
