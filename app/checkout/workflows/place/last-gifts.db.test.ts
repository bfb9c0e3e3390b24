import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderItems } from "#app/orders/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { placeOrder } from "./place-order.server.ts";

const shop = await openTestShop();
const { db } = shop.services;

async function offerGift(...productIds: readonly number[]): Promise<void> {
  await db.insert(promotions).values({
    name: "Gift",
    title: "Gift",
    status: "active",
    trigger: "automatic",
    condition: { type: "all", of: [] },
    actionKind: "free-item",
    actionParams: { productIds, quantity: 1 },
  });
}

test("gives a product's last unit only once for two offers", async () => {
  const bread = await insertProduct(db, { name: "Bread", priceCents: 1000 });
  const jam = await insertProduct(db, { name: "Jam", stock: 1 });
  await offerGift(jam);
  await offerGift(jam);
  const cartId = await cartWith(shop, bread);
  const placed = placedOf(await placeOrder(shop.services, checkoutOf(cartId, 1130)));
  const order = await orderOf(db, placed.orderToken);
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  expect(items.map((item) => [item.productId, item.quantity])).toEqual([
    [bread, 1],
    [jam, 1],
  ]);
  const [left] = await db.select().from(products).where(eq(products.id, jam));
  expect(left?.stock).toBe(0);
});

test("prefers a purchase over a gift for the last unit", async () => {
  await db.update(promotions).set({ status: "paused" });
  const cake = await insertProduct(db, { name: "Cake", priceCents: 2000, stock: 1 });
  await offerGift(cake);
  const cartId = await cartWith(shop, cake);
  const placed = placedOf(await placeOrder(shop.services, checkoutOf(cartId, 2260)));
  expect(await orderOf(db, placed.orderToken)).toMatchObject({ finalTotalCents: 2260, promotionDiscountCents: 0 });
});
