import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { promotionUses } from "#app/promotions/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { reconcilePayments } from "./reconcile-payments.server.ts";
import { settleOrder } from "./settle-order.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { changeCart } from "#app/cart/data/carts.server.ts";
import { lockCartAndOrder } from "#app/orders/data/order/find-order.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { receiveOrder } from "./receive-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;

async function stockOf(productId: number): Promise<number | null | undefined> {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, productId));
  return row?.stock;
}

async function usesOf(orderId: string): Promise<readonly string[]> {
  const rows = await db.select({ state: promotionUses.state }).from(promotionUses).where(eq(promotionUses.orderId, orderId));
  return rows.map((row) => row.state);
}

test("a declined card keeps the checkout open for another attempt", async () => {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret, "pm_card_visa_chargeDeclined");
  const declined = await settleOrder(services, order.id);
  expect(declined).toMatchObject({ kind: "pending", order: { paymentIntent: { status: "requires_payment_method" } } });
  expect((await orderOf(db, order.publicToken)).paymentIntent?.lastError).toMatch(/declined/i);
  await shop.confirm(clientSecret);
  expect((await settleOrder(services, order.id)).kind).toBe("placed");
});

test("rejects a payment with another amount", async () => {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret);
  await db.update(orders).set({ totalCents: 5130, subTotalCents: 5000 }).where(eq(orders.id, order.id));
  expect((await settleOrder(services, order.id)).kind).toBe("mismatch");
  expect(await orderOf(db, order.publicToken)).toMatchObject({
    status: "awaiting_payment",
    number: null,
    paymentProblem: expect.stringContaining("amount"),
  });
});

test("rejects a payment for another order", async () => {
  const productId = await insertProduct(db);
  const paid = await beginCheckout(shop, productId, 1130);
  const other = await beginCheckout(shop, productId, 1130);
  await shop.confirm(paid.clientSecret);
  await db.update(orders).set({ paymentIntentId: null }).where(eq(orders.id, paid.order.id));
  await db.update(orders).set({ paymentIntentId: paid.order.paymentIntentId }).where(eq(orders.id, other.order.id));
  expect(await settleOrder(services, other.order.id)).toMatchObject({ kind: "mismatch", isForeign: true });
  expect((await orderOf(db, other.order.publicToken)).status).toBe("awaiting_payment");
});

test("paid items leave the cart, later ones stay", async () => {
  const productId = await insertProduct(db);
  const cartId = await cartWith(shop, productId);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 1130)));
  await addCartItem(services, cartId, { productId, quantity: 2, choices: [], note: "" });
  await shop.confirm(placed.clientSecret);
  await settleOrder(services, (await orderOf(db, placed.orderToken)).id);
  expect((await getCart(services, cartId)).priced.itemCount).toBe(2);
});

test("does not receive an order whose cart changed under its lock", async () => {
  const { order } = await beginCheckout(shop, await insertProduct(db), 1130);
  const receiving = inTransaction(db, async (tx) => {
    const locked = await lockCartAndOrder(tx, order.cartId ?? "", order.id);
    if (locked === undefined) throw new Error("no such cart and order");
    await changeCart(tx, locked.cart.id);
    const money = { paymentState: "authorized", capturedCents: 0, paymentIntent: null } as const;
    await receiveOrder(tx, services, await readSettings(tx), { ...locked, money, event: "payment_authorized" });
  });
  await expect(receiving).rejects.toThrow("a cart changed while it was locked");
  expect(await orderOf(db, order.publicToken)).toMatchObject({ status: "awaiting_payment", number: null });
});

test("accepts and charges a paid order with AUTO_ACCEPT", async () => {
  await db.insert(settings).values({ key: "AUTO_ACCEPT", value: true });
  try {
    const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
    await shop.confirm(clientSecret);
    await settleOrder(services, order.id);
    expect(await orderOf(db, order.publicToken)).toMatchObject({ status: "accepted", paymentState: "captured", capturedCents: 1130 });
    const free = await beginCheckout(shop, await insertProduct(db, { priceCents: 0 }), 0);
    expect((await orderOf(db, free.orderToken)).status).toBe("accepted");
  } finally {
    await db.delete(settings);
  }
});

test("the reconciler receives an order whose customer never returned", async () => {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(clientSecret);
  shop.passMinutes(1);
  await reconcilePayments(services);
  expect((await orderOf(db, order.publicToken)).status).toBe("received");
  expect(await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, order.id))).toHaveLength(1);
});

test("releases an unpaid checkout after ten minutes and abandons it after an hour", async () => {
  const productId = await insertProduct(db, { stock: 4 });
  await insertCoupon(db, "HOLD", { totalUses: 1 });
  const cartId = await cartWith(shop, productId);
  await applyPromotions(services, cartId, ["hold"], { take: async () => null, giveBack: async () => undefined });
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 791)));
  const { id } = await orderOf(db, placed.orderToken);
  expect([await stockOf(productId), await usesOf(id)]).toEqual([3, ["held"]]);
  shop.passMinutes(11);
  await reconcilePayments(services);
  expect([await stockOf(productId), await usesOf(id)]).toEqual([4, ["released"]]);
  expect((await orderOf(db, placed.orderToken)).status).toBe("awaiting_payment");
  shop.passMinutes(50);
  await reconcilePayments(services);
  expect(await orderOf(db, placed.orderToken)).toMatchObject({ status: "abandoned", paymentState: "voided" });
  expect([await stockOf(productId), await usesOf(id)]).toEqual([4, ["released"]]);
  expect(await shop.confirm(placed.clientSecret)).toBeUndefined();
});

test("a late payment reserves again", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const { order, clientSecret } = await beginCheckout(shop, productId, 1130);
  shop.passMinutes(11);
  await reconcilePayments(services);
  expect(await stockOf(productId)).toBe(1);
  await shop.confirm(clientSecret);
  expect((await settleOrder(services, order.id)).kind).toBe("placed");
  expect(await stockOf(productId)).toBe(0);
});

test("releases a late payment whose unit is sold and notifies the customer", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const late = await beginCheckout(shop, productId, 1130);
  shop.passMinutes(11);
  await reconcilePayments(services);
  const quick = await beginCheckout(shop, productId, 1130);
  await shop.confirm(quick.clientSecret);
  expect((await settleOrder(services, quick.order.id)).kind).toBe("placed");
  await shop.confirm(late.clientSecret);
  const settled = await Promise.all(Array.from({ length: 4 }, () => settleOrder(services, late.order.id)));
  expect(new Set(settled.map((each) => each.kind))).toEqual(new Set(["ended"]));
  expect(await orderOf(db, late.orderToken)).toMatchObject({
    status: "abandoned",
    paymentState: "voided",
    reasonCode: "item_unavailable",
    pendingAction: null,
  });
  const { gateway } = await services.payments.current();
  const intent = await gateway.retrieveIntent(late.order.paymentIntentId ?? "");
  expect(intent.ok && intent.intent.status).toBe("canceled");
  const mails = await db.select({ kind: mailOutbox.kind }).from(mailOutbox).where(eq(mailOutbox.orderId, late.order.id));
  expect(mails).toEqual([{ kind: "order_rejected" }]);
  expect(await stockOf(productId)).toBe(0);
});

/** A time so many hours from now, with capacity for one order. */
async function inLastPlace(hours: number, use: (requestedFor: Date) => Promise<void>): Promise<void> {
  await db.insert(settings).values([
    { key: "ALLOW_SCHEDULING", value: true },
    { key: "SLOT_MAX_ORDERS", value: 1 },
  ]);
  try {
    const quarter = 15 * 60_000;
    await use(new Date(Math.ceil((services.now().getTime() + hours * 3_600_000) / quarter) * quarter));
  } finally {
    await db.delete(settings);
  }
}

test.each([
  ["before its holds are returned", false, 3],
  ["after", true, 4],
])("releases a late payment whose time was taken, %s", async (_, isReconciled, hours) => {
  const productId = await insertProduct(db, { stock: 2 });
  await inLastPlace(hours, async (requestedFor) => {
    const late = await beginCheckout(shop, productId, 1130, { requestedFor });
    shop.passMinutes(11);
    if (isReconciled) await reconcilePayments(services);
    const quick = await beginCheckout(shop, productId, 1130, { requestedFor });
    await shop.confirm(quick.clientSecret);
    expect((await settleOrder(services, quick.order.id)).kind).toBe("placed");
    await shop.confirm(late.clientSecret);
    expect((await settleOrder(services, late.order.id)).kind).toBe("ended");
    expect(await orderOf(db, late.orderToken)).toMatchObject({
      status: "abandoned",
      paymentState: "voided",
      reasonText: "The time that you chose was taken before your payment arrived.",
    });
    expect(await stockOf(productId)).toBe(1);
  });
});

test("a late payment keeps its time while that is free", async () => {
  const productId = await insertProduct(db);
  await inLastPlace(5, async (requestedFor) => {
    const { order, clientSecret } = await beginCheckout(shop, productId, 1130, { requestedFor });
    shop.passMinutes(11);
    await reconcilePayments(services);
    await shop.confirm(clientSecret);
    expect(await settleOrder(services, order.id)).toMatchObject({ kind: "placed", order: { requestedFor } });
    const second = await placeOrder(services, checkoutOf(await cartWith(shop, productId), 1130, { requestedFor }));
    expect(second).toMatchObject({ kind: "problems", problems: [{ code: "time_unavailable" }] });
  });
});

test("undoing a late payment survives an unavailable provider", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const late = await beginCheckout(shop, productId, 1130);
  shop.passMinutes(11);
  await reconcilePayments(services);
  const quick = await beginCheckout(shop, productId, 1130);
  await shop.confirm(quick.clientSecret);
  await settleOrder(services, quick.order.id);
  await shop.confirm(late.clientSecret);
  shop.armFault("error_before", "payment_intents.cancel", 2);
  expect((await settleOrder(services, late.order.id)).kind).toBe("ended");
  expect(await orderOf(db, late.orderToken)).toMatchObject({ status: "abandoned", paymentState: "authorized" });
  expect((await findOrderStatus(services, late.orderToken))?.sentence).toContain("is being released");
  await reconcilePayments(services);
  expect(await orderOf(db, late.orderToken)).toMatchObject({ status: "abandoned", paymentState: "voided" });
  const { gateway } = await services.payments.current();
  expect(await gateway.retrieveIntent(late.order.paymentIntentId ?? "")).toMatchObject({ intent: { status: "canceled" } });
});

test("keeps reservations while the provider is unavailable", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const { clientSecret, orderToken } = await beginCheckout(shop, productId, 1130);
  await shop.confirm(clientSecret);
  shop.passMinutes(11);
  shop.armFault("error_before", "payment_intents.retrieve", 40);
  await reconcilePayments(services);
  expect(await stockOf(productId)).toBe(0);
  await shop.simulator.faults.clear();
  shop.passMinutes(1);
  await reconcilePayments(services);
  expect((await orderOf(db, orderToken)).status).toBe("received");
});
