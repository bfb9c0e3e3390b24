import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { promotionUses } from "#app/promotions/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { settings } from "#app/store/data/tables.ts";

const shop = await openTestShop({ connections: 60 });
const { services } = shop;
const { db } = services;
const NO_GUESSES = { take: async () => null, giveBack: async () => undefined };

test("a paid checkout becomes one order with number, emails and an empty cart", async () => {
  const cartId = await cartWith(shop, await insertProduct(db, { name: "Soup" }), 2);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 2260)));
  expect(placed).toMatchObject({ amount: 2260, gateway: "simulator", publishableKey: "pk_test_simulator" });
  expect(await shop.confirm(placed.clientSecret)).toBe("requires_capture");

  const before = await orderOf(db, placed.orderToken);
  expect(before.status).toBe("awaiting_payment");
  const settled = await settleOrder(services, before.id);
  expect(settled.kind).toBe("placed");
  const order = await orderOf(db, placed.orderToken);
  expect(order).toMatchObject({ status: "received", paymentState: "authorized", number: "A-001", finalTotalCents: 2260 });
  expect(order.paymentIntent).toMatchObject({ amount: 2260, status: "requires_capture" });
  expect((await getCart(services, cartId)).priced.lines).toEqual([]);
  const mails = await db.select({ kind: mailOutbox.kind }).from(mailOutbox).where(eq(mailOutbox.orderId, order.id));
  expect(mails.map((mail) => mail.kind)).toEqual(["order_received"]);
});

test("authorizes wallet payments like cards and retries on the same order", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const checkout = checkoutOf(cartId, 1130);
  const placed = placedOf(await placeOrder(services, checkout));
  await shop.confirm(placed.clientSecret, "pm_card_simulator_wallet_declined");
  expect(await orderOf(db, placed.orderToken)).toMatchObject({ status: "awaiting_payment" });
  const again = placedOf(await placeOrder(services, checkout));
  expect(again.orderToken).toBe(placed.orderToken);
  expect(await shop.confirm(again.clientSecret, "pm_card_simulator_wallet")).toBe("requires_capture");
  expect((await settleOrder(services, (await orderOf(db, placed.orderToken)).id)).kind).toBe("placed");
  expect(await orderOf(db, placed.orderToken)).toMatchObject({ status: "received", paymentState: "authorized", finalTotalCents: 1130 });
});

test("ten identical concurrent submits create one order and one payment", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const checkout = checkoutOf(cartId, 1130);
  const answers = (await Promise.all(Array.from({ length: 10 }, () => placeOrder(services, checkout)))).map(placedOf);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const made = await db.select({ id: orders.id }).from(orders).where(eq(orders.cartId, cartId));
  expect(made).toHaveLength(1);
  const { gateway } = await services.payments.current();
  const intents = await gateway.listRecentIntents(new Date(0));
  expect(intents.ok && intents.intents.filter((intent) => intent.orderId === made[0]?.id)).toHaveLength(1);
  expect(placedOf(await placeOrder(services, checkout))).toEqual(answers[0]);
});

test("rejects a key reused for another body", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const checkout = checkoutOf(cartId, 1130);
  placedOf(await placeOrder(services, checkout));
  expect(await placeOrder(services, { ...checkout, requestHash: "another" })).toEqual({ kind: "key-reused" });
});

test("ten concurrent settlements give one number and one email", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 1130)));
  await shop.confirm(placed.clientSecret);
  const { id } = await orderOf(db, placed.orderToken);
  const settled = await Promise.all(Array.from({ length: 10 }, () => settleOrder(services, id)));
  expect(settled.map((each) => each.kind)).toEqual(Array.from({ length: 10 }, () => "placed"));
  expect(new Set(settled.map((each) => each.order?.number)).size).toBe(1);
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, id));
  expect(mails).toHaveLength(1);
  const numbers = await db
    .select({ number: orders.number })
    .from(orders)
    .where(sql`${orders.number} is not null`);
  expect(new Set(numbers.map((row) => row.number)).size).toBe(numbers.length);
});

test("gives the last coupon use to one of fifty concurrent checkouts", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "LASTONE", { totalUses: 1 });
  const carts = await Promise.all(Array.from({ length: 50 }, () => cartWith(shop, productId)));
  for (const cartId of carts) await applyPromotions(services, cartId, ["LASTONE"], NO_GUESSES);
  const results = await Promise.all(carts.map((cartId) => placeOrder(services, checkoutOf(cartId, 791))));
  expect(results.filter((result) => result.kind === "ok")).toHaveLength(1);
  const losers = results.filter((result) => result.kind !== "ok");
  expect(losers.map((loser) => loser.kind)).toEqual(Array.from({ length: 49 }, () => "changed"));
  expect(losers[0]?.kind === "changed" && losers[0].loaded.priced.finalTotal).toBe(1130);
  const uses = await db.select().from(promotionUses).where(eq(promotionUses.promotionId, promotionId));
  expect(uses.map((use) => use.state)).toEqual(["held"]);
});

test("sells the last units in any order of lines", async () => {
  const [first, second] = [await insertProduct(db, { stock: 5 }), await insertProduct(db, { stock: 5 })];
  const carts = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const [a, b] = index % 2 === 0 ? [first, second] : [second, first];
      const cartId = await cartWith(shop, a);
      await addCartItem(services, cartId, { productId: b, quantity: 1, choices: [], note: "" });
      return cartId;
    }),
  );
  const results = await Promise.all(carts.map((cartId) => placeOrder(services, checkoutOf(cartId, 2260))));
  expect(results.filter((result) => result.kind === "ok")).toHaveLength(5);
  expect(new Set(results.map((result) => result.kind))).toEqual(new Set(["ok", "problems"]));
  const left = await db
    .select({ stock: products.stock })
    .from(products)
    .where(sql`${products.id} in (${first}, ${second})`);
  expect(left.map((row) => row.stock)).toEqual([0, 0]);
});

test("keeps allergies and the confirmed postal code after a refusal", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const address = { street: "1 King St", unit: "", city: "Toronto", province: "ON", postalCode: "99999", country: "CA" };
  const checkout = checkoutOf(cartId, 1, { allergyNote: "Peanuts", fulfillment: "delivery", address });
  expect((await placeOrder(services, checkout)).kind).not.toBe("ok");
  const kept = { allergyNote: "Peanuts", keptPostalCode: "99999", address };
  expect((await getCart(services, cartId)).source.draft).toMatchObject(kept);
  expect((await placeOrder(services, checkoutOf(cartId, 1, { allergyNote: "Peanuts" }))).kind).not.toBe("ok");
  expect((await getCart(services, cartId)).source.draft).toMatchObject(kept);
});

test("charges and reserves nothing when the total changed", async () => {
  const productId = await insertProduct(db, { stock: 3 });
  const cartId = await cartWith(shop, productId);
  await db.update(products).set({ priceCents: 1200 }).where(eq(products.id, productId));
  const result = await placeOrder(services, checkoutOf(cartId, 1130));
  expect(result.kind === "changed" && result.loaded.priced.finalTotal).toBe(1356);
  expect(result.kind === "changed" && result.loaded.priced.problems.map((problem) => problem.code)).toEqual(["price_changed"]);
  expect(await db.select().from(orders).where(eq(orders.cartId, cartId))).toEqual([]);
  const [left] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, productId));
  expect(left?.stock).toBe(3);
});

test("replaces an earlier attempt and takes over its last unit", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const cartId = await cartWith(shop, productId);
  const first = placedOf(await placeOrder(services, checkoutOf(cartId, 1130)));
  const second = placedOf(await placeOrder(services, checkoutOf(cartId, 1130)));
  expect(second.orderToken).not.toBe(first.orderToken);
  expect((await orderOf(db, first.orderToken)).status).toBe("abandoned");
  expect(await shop.confirm(first.clientSecret)).toBeUndefined();
  expect(await shop.confirm(second.clientSecret)).toBe("requires_capture");
});

test("does not replace an attempt that was paid", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const first = placedOf(await placeOrder(services, checkoutOf(cartId, 1130)));
  await shop.confirm(first.clientSecret);
  expect(await placeOrder(services, checkoutOf(cartId, 1130))).toEqual({ kind: "already-placed", orderToken: first.orderToken });
  expect((await orderOf(db, first.orderToken)).status).toBe("received");
});

test("retries safely with the same key when the provider is unavailable", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  const checkout = checkoutOf(cartId, 1130);
  shop.armFault("reset_after", "payment_intents.create", 2);
  expect(await placeOrder(services, checkout)).toEqual({ kind: "provider", retryAfterSeconds: 2 });
  const placed = placedOf(await placeOrder(services, checkout));
  const made = await db.select({ id: orders.id }).from(orders).where(eq(orders.cartId, cartId));
  expect(made).toHaveLength(1);
  const { gateway } = await services.payments.current();
  const intents = await gateway.listRecentIntents(new Date(0));
  expect(intents.ok && intents.intents.filter((intent) => intent.orderId === made[0]?.id)).toHaveLength(1);
  expect(await shop.confirm(placed.clientSecret)).toBe("requires_capture");
});

test("receives a free order without payment", async () => {
  const cartId = await cartWith(shop, await insertProduct(db, { priceCents: 0 }));
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 0)));
  expect(placed).toMatchObject({ clientSecret: null, amount: 0, gateway: "none" });
  expect(await orderOf(db, placed.orderToken)).toMatchObject({ status: "received", paymentState: "none", paymentIntentId: null });
});

test("rejects totals below the card minimum", async () => {
  const cartId = await cartWith(shop, await insertProduct(db, { priceCents: 30 }));
  const result = await placeOrder(services, checkoutOf(cartId, 34));
  expect(result.kind === "problems" && result.problems.map((problem) => problem.code)).toEqual(["too_small"]);
});

test("rejects orders while closed", async () => {
  const cartId = await cartWith(shop, await insertProduct(db));
  await db.insert(settings).values({ key: "OPENING_HOURS", value: { monday: [] } });
  try {
    const result = await placeOrder(services, checkoutOf(cartId, 1130));
    expect(result.kind === "problems" && result.problems.map((problem) => problem.code)).toEqual(["closed"]);
  } finally {
    await db.delete(settings).where(eq(settings.key, "OPENING_HOURS"));
  }
});

test("of ten concurrent checkouts of a cart, the last answered one can be paid", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const cartId = await cartWith(shop, productId);
  const results = await Promise.all(Array.from({ length: 10 }, () => placeOrder(services, checkoutOf(cartId, 1130))));
  const placed = results.filter((result) => result.kind === "ok").map(placedOf);
  const statuses = await Promise.all(placed.map(({ clientSecret }) => shop.confirm(clientSecret)));
  expect(statuses.filter((status) => status === "requires_capture")).toHaveLength(1);
  const made = await db.select({ status: orders.status }).from(orders).where(eq(orders.cartId, cartId));
  expect(made.filter(({ status }) => status === "awaiting_payment")).toHaveLength(1);
});
