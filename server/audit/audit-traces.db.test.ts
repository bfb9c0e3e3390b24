import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { stockMovements } from "#app/catalogue/data/movements/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { placePaidOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { simulatorLedger } from "#test/torture/after-storm.ts";
import { auditBooks } from "./audit.ts";
import { readBooks } from "./books.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;

async function findings(): Promise<readonly string[]> {
  const books = await readBooks((text, values) => db.$client.query(text, [...values]), new Date(0));
  return auditBooks(books, await simulatorLedger(shop.simulator)).findings;
}

test("expects no email and no separate amounts for refunds made at the provider", async () => {
  const { id } = await placePaidOrder(shop);
  const noted = { orderId: id, event: "refund", fromStatus: "received", toStatus: "received", data: { amount: 200 } } as const;
  await insertOrderEvent(db, { ...noted, actor: "system" });
  expect(await findings()).toEqual([]);
  await insertOrderEvent(db, { ...noted, actor: "staff" });
  expect(await findings()).toHaveLength(2);
  await db.delete(orders).where(eq(orders.id, id));
});

test("compares an order's times and payment with its history, and its amounts with options and offers", async () => {
  const customer = { name: "Bo Li", email: "", phone: "+1 416 555 1888" };
  const productId = await insertProduct(db, { priceCents: 1000 });
  const discount = { kind: "amount", amount: 100, reason: "late" } as const;
  const items = [{ productId, quantity: 1, choices: [], note: "" }];
  const taken = await takeOrder(
    services,
    takenOrderOf(items, 1017, { actor: { ...ANA, mayDiscount: true }, customer, paidBy: "cash", discount }),
  );
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const { id, number, placedAt, acceptedAt, appliedPromotions } = taken.order;
  const ofOrder = async () =>
    (await findings()).filter((each) => each.includes(number ?? "no number")).map((each) => each.split(": ").slice(1).join(": "));
  const change = (values: Partial<typeof orders.$inferInsert>) => db.update(orders).set(values).where(eq(orders.id, id));
  expect(await ofOrder()).toEqual([]);
  await change({ paidBy: "terminal" });
  expect(await ofOrder()).toEqual(["it was paid by “terminal”, by its history by “cash”"]);
  await change({ paidBy: null });
  expect(await ofOrder()).toEqual(["it was paid by “”, by its history by “cash”"]);
  await change({ paidBy: "cash", placedAt: new Date("2026-01-01T12:00:00Z"), acceptedAt: null });
  expect(await ofOrder()).toEqual([
    expect.stringMatching(/^it was placed at 2026-01-01T12:00:00.000Z, by its history at /),
    expect.stringMatching(/^it was accepted at no time, by its history at /),
  ]);
  await change({
    placedAt,
    acceptedAt,
    appliedPromotions: appliedPromotions.map((each) => ({ ...each, lineShares: {}, deliveryShare: 1 })),
  });
  const shares = await ofOrder();
  expect(shares).toContainEqual(expect.stringMatching(/^discount of “.*”: \$0.00 by the offers, \$1.00 stored$/));
  expect(shares).toContain("discount of the delivery: $0.01 by the offers, $0.00 stored");
  await change({ appliedPromotions });
  await db.update(orderItems).set({ basePriceCents: 999 }).where(eq(orderItems.orderId, id));
  expect(await ofOrder()).toContainEqual(expect.stringMatching(/^a unit of “.*”: \$9.99 by the lines, \$10.00 stored$/));
  await db.delete(orders).where(eq(orders.id, id));
});

test("checks that each stock movement starts where the last one ended", async () => {
  const productId = await insertProduct(db, { stock: 9 });
  await db.update(products).set({ stock: 7 }).where(eq(products.id, productId));
  await db.update(products).set({ stock: 6 }).where(eq(products.id, productId));
  const ofStock = async () => (await findings()).filter((each) => each.startsWith(`stock of product ${productId}:`));
  expect(await ofStock()).toEqual([]);
  await db.delete(stockMovements).where(and(eq(stockMovements.productId, productId), eq(stockMovements.after, 7)));
  expect(await ofStock()).toEqual([`stock of product ${productId}: a movement begins with 7, the one before it left 9`]);
  await db.delete(products).where(eq(products.id, productId));
});
