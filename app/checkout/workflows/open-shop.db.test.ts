import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { reviews } from "#app/content/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { promotionUses } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { setOpeningSoon } from "#app/store/workflows/setup.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import type { Checkout } from "./place/checkout-result.server.ts";
import { placeOrder } from "./place/place-order.server.ts";
import { settleOrder } from "./settle/settle-order.server.ts";
import { countTestOrders, openShop } from "./open-shop.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
const BY_STAFF = { isBeforeOpening: true } as const;

beforeEach(async () => {
  await db.delete(orders);
  await setOpeningSoon(services, true, { userId: null, userName: "Ana" });
  await db
    .insert(settings)
    .values({ key: "ALLOW_PAY_AT_PICKUP", value: true })
    .onConflictDoUpdate({ target: settings.key, set: { value: true } });
});

const act = (orderId: string, command: OrderCommand) => applyOrderEvent(services, { orderId, version: null, actor: ANA, command });

/** An order paid by card and received. */
async function placePaid(productId: number, changes: Partial<Checkout> = {}) {
  const { order, clientSecret } = await beginCheckout(shop, productId, 1130, changes);
  await shop.confirm(clientSecret);
  await settleOrder(services, order.id);
  return order.id;
}

test("an order is a test order only while the shop is hidden, and only staff can place one", async () => {
  const productId = await insertProduct(db);
  expect((await placeOrder(services, checkoutOf(await cartWith(shop, productId), 1130))).kind).toBe("refused");
  const { order } = await beginCheckout(shop, productId, 1130, BY_STAFF);
  expect(order).toMatchObject({ isTest: true, emailKey: "", phoneKey: "" });
  await openShop(services, ANA);
  expect((await beginCheckout(shop, productId, 1130, BY_STAFF)).order).toMatchObject({ isTest: false, emailKey: /@/ });
});

test("opening removes test orders in every state, gives stock and uses back and ends their payments", async () => {
  const productId = await insertProduct(db, { stock: 10 });
  await insertCoupon(db, "TRY", { totalUses: 1 });
  const withCode = await cartWith(shop, productId);
  await applyPromotions(services, withCode, ["TRY"], { take: async () => null, giveBack: async () => undefined });
  const atCounter = await orderOf(
    db,
    placedOf(await placeOrder(services, checkoutOf(withCode, 791, { ...BY_STAFF, isPaidAtPickup: true }))).orderToken,
  );
  const held = await placePaid(productId, BY_STAFF);
  const charged = await placePaid(productId, BY_STAFF);
  expect((await act(charged, { event: "accept", minutes: 20 })).kind).toBe("done");
  const unpaid = await beginCheckout(shop, productId, 1130, BY_STAFF);
  await db.insert(reviews).values({ productId, orderId: atCounter.id, authorName: "Ana", rating: 5 });
  expect(await countTestOrders(db)).toEqual({ removable: 4, paid: 0 });

  expect(await openShop(services, ANA)).toEqual({ removed: 4, paid: 0, busy: 0 });

  expect((await readSettings(db)).OPENING_SOON).toBe(false);
  const left = await Promise.all([orders, orderItems, promotionUses, mailOutbox, reviews].map((table) => db.$count(table)));
  expect(left).toEqual([0, 0, 0, 0, 0]);
  expect(await db.select({ stock: products.stock }).from(products).where(eq(products.id, productId))).toEqual([{ stock: 10 }]);
  const intents = await db.select().from(paymentIntents);
  const statusOf = (orderId: string) => intents.find((intent) => intent.orderId === orderId)?.status;
  expect([held, charged, unpaid.order.id].map(statusOf)).toEqual(["canceled", "succeeded", "canceled"]);
  const entries = await db.select({ before: auditLog.before }).from(auditLog).where(eq(auditLog.action, "remove-test-orders"));
  expect(entries).toContainEqual({ before: { orders: 4 } });
  expect(await openShop(services, ANA)).toEqual({ removed: 0, paid: 0, busy: 0 });
});

test("an order with real money stays and keeps its mark", async () => {
  const id = await placePaid(await insertProduct(db), BY_STAFF);
  await act(id, { event: "accept", minutes: 20 });
  await db.update(orders).set({ gateway: "stripe", paymentIntent: null }).where(eq(orders.id, id));
  expect(await countTestOrders(db)).toEqual({ removable: 0, paid: 1 });
  expect(await openShop(services, ANA)).toEqual({ removed: 0, paid: 1, busy: 0 });
  expect(await db.select({ id: orders.id, isTest: orders.isTest }).from(orders)).toEqual([{ id, isTest: true }]);
});

test("keeps an order until the provider can end its payment", async () => {
  await placePaid(await insertProduct(db), BY_STAFF);
  shop.armFault("error_before", "payment_intents.cancel", 2);
  expect(await openShop(services, ANA)).toMatchObject({ removed: 0, busy: 1 });
  expect(await openShop(services, ANA)).toMatchObject({ removed: 1, busy: 0 });
});

test("orders of customers are never removed", async () => {
  await setOpeningSoon(services, false, { userId: null, userName: "Ana" });
  const id = await placePaid(await insertProduct(db));
  expect(await openShop(services, ANA)).toEqual({ removed: 0, paid: 0, busy: 0 });
  expect(await db.select({ id: orders.id }).from(orders)).toEqual([{ id }]);
});
