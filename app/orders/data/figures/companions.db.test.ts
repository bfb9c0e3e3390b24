import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listCompanions } from "#app/cart/data/companions.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { countCompanions } from "#app/orders/workflows/figures/count-companions.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { hasBoughtTogether } from "./companions.server.ts";
import { orderItems } from "#app/orders/data/tables.ts";

const { db } = await createTestDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const [burger, fries, cola, cake, gift] = await Promise.all(
  ["Burger", "Fries", "Cola", "Cake", "Gift"].map((name) => insertProduct(db, { name })),
);

/** An order of these products; `changes` override columns. */
async function sold(ids: readonly (number | undefined)[], changes: Parameters<typeof storeOrder>[1] = {}, free?: number): Promise<void> {
  const { order, items } = await storeOrder(db, { ...changes, number: `B-${randomUUID().slice(0, 8)}` });
  const [line] = items;
  await db.delete(orderItems).where(eq(orderItems.orderId, order.id));
  const rows = ids.map((id, position) => ({ ...line!, id: randomUUID(), position, productId: id!, isFreeItem: id === free }));
  await db.insert(orderItems).values(rows);
}

test("suggests products bought together, after those chosen by staff", async () => {
  for (let n = 0; n < 3; n += 1) await sold([burger, cola]);
  for (let n = 0; n < 2; n += 1) await sold([burger, fries, gift], {}, gift);
  await sold([burger, cake]);
  for (let n = 0; n < 5; n += 1) await sold([burger, cake], { placedAt: new Date("2026-07-01T12:00:00Z") });
  for (let n = 0; n < 5; n += 1) await sold([burger, cake], { status: "rejected" });
  expect(await listCompanions(db, [burger!], 4), "nothing is added up yet").toEqual([]);
  expect(await hasBoughtTogether(db)).toBe(false);
  expect(await countCompanions(db, now)).toBe(4);
  expect(await hasBoughtTogether(db)).toBe(true);
  expect(await listCompanions(db, [burger!], 4)).toEqual([cola, fries]);
  expect(await listCompanions(db, [burger!, cola!], 4), "not what is in the cart").toEqual([fries]);
  expect(await listCompanions(db, [burger!], 1)).toEqual([cola]);

  await db
    .update(products)
    .set({ goesWith: [cake!, fries!, 999_999] })
    .where(eq(products.id, burger!));
  expect(await listCompanions(db, [burger!], 4)).toEqual([cake, fries, 999_999, cola]);
  expect(await countCompanions(db, now), "added up again, not on top").toBe(4);
  expect(await listCompanions(db, [], 4)).toEqual([]);
});
