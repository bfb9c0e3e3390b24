import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { fieldHash } from "#app/staff/domain/record-changes.ts";
import { saveRecord } from "#app/staff/workflows/change-records.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { placeOrder } from "./place-order.server.ts";

const shop = await openTestShop({ connections: 60 });
const { db } = shop.services;

test("sells exactly 5 units to 200 concurrent buyers while staff edit the product", async () => {
  const productId = await insertProduct(db, { name: "Last cake", stock: 5 });
  const carts: string[] = [];
  // All carts at once would exceed the connection timeout on a busy machine.
  while (carts.length < 200) carts.push(...(await Promise.all(Array.from({ length: 40 }, () => cartWith(shop, productId)))));
  const opened = (await productRecords.find(db, [productId])).get(productId)!;
  // A form opened before the rush, with its old stock.
  const seen = Object.fromEntries(Object.entries(opened.value).map(([name, value]) => [name, fieldHash(value)]));
  const edits = Array.from({ length: 10 }, (_, index) => {
    const value = { ...opened.value, name: `Last cake ${index}` };
    return saveRecord(db, productRecords, { id: 1, name: "Ana" }, { id: productId, value, version: opened.version, seen });
  });
  const results = await Promise.all(carts.map((cartId) => placeOrder(shop.services, checkoutOf(cartId, 1130))));
  await Promise.all(edits);
  const kinds = Object.groupBy(results, (result) => result.kind);
  expect(kinds.ok).toHaveLength(5);
  expect(kinds.problems).toHaveLength(195);
  const [left] = await db.select().from(products).where(eq(products.id, productId));
  expect(left).toMatchObject({ stock: 0, name: expect.stringMatching(/^Last cake \d$/) as string });
  expect(await db.$count(orders)).toBe(5);
});
