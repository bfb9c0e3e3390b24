import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { customerContacts, customers } from "#app/orders/data/customers/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { couponCodes, promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { addMinutes, MINUTES_PER_DAY } from "#app/values/time.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { GUEST, type OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import type { Checkout } from "./checkout-result.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { priceTakenOrder } from "./take-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { settings } from "#app/store/data/tables.ts";

const shop = await openTestShop({ connections: 12 });
const { services } = shop;
const { db } = services;
const NO_GUESSES = { take: async () => null, giveBack: async () => undefined };

async function cartWithCode(productId: number, code: string): Promise<string> {
  const cartId = await cartWith(shop, productId);
  await applyPromotions(services, cartId, [code], NO_GUESSES);
  return cartId;
}

async function countedUses(promotionId: number): Promise<number> {
  const rows = await db
    .select()
    .from(promotionUses)
    .where(sql`${promotionUses.promotionId} = ${promotionId} and ${promotionUses.state} in ('held', 'redeemed')`);
  return rows.length;
}

async function rush(
  carts: readonly string[],
  expectedTotal: number,
  changes: (index: number) => Partial<Checkout> = () => ({}),
): Promise<number> {
  const results = await Promise.all(carts.map((cartId, index) => placeOrder(services, checkoutOf(cartId, expectedTotal, changes(index)))));
  expect(results.filter((result) => result.kind !== "ok" && result.kind !== "changed").map((result) => result.kind)).toEqual([]);
  return results.filter((result) => result.kind === "ok").length;
}

test("enforces a code's own limit for forty concurrent checkouts", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "FIVE", { maxUses: 5 });
  const carts = await Promise.all(Array.from({ length: 40 }, () => cartWithCode(productId, "FIVE")));
  expect(await rush(carts, 791)).toBe(5);
  expect(await countedUses(promotionId)).toBe(5);
});

test("enforces once per customer by email and by phone", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "ONCE", { perCustomerUses: 1 });
  const carts = await Promise.all(Array.from({ length: 12 }, () => cartWithCode(productId, "ONCE")));
  const customers = [
    { name: "Bo", email: "bo@example.com", phone: "" },
    { name: "Bo", email: "BO+2@example.com", phone: "416 555 0199" },
    { name: "Bo", email: "other@example.com", phone: "+1 (416) 555-0199" },
  ];
  const won = await rush(carts, 791, (index) => ({ customer: customers[index % 2 === 0 ? 0 : 1]! }));
  expect([won, await countedUses(promotionId)]).toEqual([1, 1]);
  const held = await db.select({ phone: orders.phoneKey }).from(orders).where(eq(orders.emailKey, "bo@example.com"));
  const again = await rush([await cartWithCode(productId, "ONCE")], 791, () => ({ customer: customers[2]! }));
  expect(again).toBe(held.some((row) => row.phone === "+14165550199") ? 0 : 1);
});

test("never overspends a budget and gives the rest to the last use", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "BUDGET", { budgetCents: 700 });
  const carts = await Promise.all(Array.from({ length: 10 }, () => cartWithCode(productId, "BUDGET")));
  expect(await rush(carts, 791)).toBe(2);
  expect(await rush([await cartWithCode(productId, "BUDGET")], 1017)).toBe(1);
  const [spent] = await db
    .select({ sum: sql<number>`sum(${promotionUses.amountCents})::int` })
    .from(promotionUses)
    .where(eq(promotionUses.promotionId, promotionId));
  expect(spent?.sum).toBe(700);
});

test("honours a code revoked or expired during payment, for that order only", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "SHORT");
  const paying = placedOf(await placeOrder(services, checkoutOf(await cartWithCode(productId, "SHORT"), 791)));
  const waiting = await cartWithCode(productId, "SHORT");
  await db
    .update(couponCodes)
    .set({ status: "revoked", expiresAt: new Date(0) })
    .where(eq(couponCodes.code, "SHORT"));
  await db.update(promotions).set({ status: "archived" }).where(eq(promotions.id, promotionId));
  const late = await placeOrder(services, checkoutOf(waiting, 791));
  expect(late.kind).toBe("changed");
  await shop.confirm(paying.clientSecret);
  await settleOrder(services, (await orderOf(db, paying.orderToken)).id);
  expect(await orderOf(db, paying.orderToken)).toMatchObject({ status: "received", finalTotalCents: 791 });
  expect(await db.select().from(promotionUses).where(eq(promotionUses.promotionId, promotionId))).toMatchObject([{ state: "redeemed" }]);
});

test("keeps the agreed total when another tab changes codes during payment", async () => {
  const productId = await insertProduct(db);
  await insertCoupon(db, "TAB");
  const cartId = await cartWithCode(productId, "TAB");
  await applyPromotions(services, cartId, [], NO_GUESSES);
  expect((await placeOrder(services, checkoutOf(cartId, 791))).kind).toBe("changed");
  const [first, second] = await Promise.all([
    applyPromotions(services, cartId, ["TAB"], NO_GUESSES),
    applyPromotions(services, cartId, ["tab"], NO_GUESSES),
  ]);
  expect([first.ok, second.ok]).toEqual([true, true]);
  const [one, other] = await Promise.all([
    placeOrder(services, checkoutOf(cartId, 791)),
    applyPromotions(services, cartId, [], NO_GUESSES),
  ]);
  expect(other.ok).toBe(true);
  expect(["ok", "changed"]).toContain(one.kind);
  if (one.kind === "ok") expect(await orderOf(db, one.placed.orderToken)).toMatchObject({ finalTotalCents: 791 });
});

test("gives a first-order offer once for two concurrent checkouts", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "FIRST");
  await db
    .update(promotions)
    .set({ condition: { type: "first-order" } })
    .where(eq(promotions.id, promotionId));
  const carts = await Promise.all(Array.from({ length: 6 }, () => cartWithCode(productId, "FIRST")));
  const customer = { name: "Cy", email: "cy@example.com", phone: "" };
  expect(await rush(carts, 791, () => ({ customer }))).toBe(1);
  expect(await countedUses(promotionId)).toBe(1);
});

test("an offer for regulars counts placed orders by email, not unpaid checkouts", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "REGULAR");
  await db
    .update(promotions)
    .set({ condition: { type: "order-count", min: 2 } })
    .where(eq(promotions.id, promotionId));
  const customer = { name: "Rae", email: "rae@example.com", phone: "+1 416 555 0777" };
  const withCode = async (who = customer) =>
    (await placeOrder(services, checkoutOf(await cartWithCode(productId, "REGULAR"), 791, { customer: who }))).kind;
  const begun = [];
  for (let count = 0; count < 2; count += 1)
    begun.push(placedOf(await placeOrder(services, checkoutOf(await cartWith(shop, productId), 1130, { customer }))));
  expect(await withCode()).not.toBe("ok");
  for (const { clientSecret, orderToken } of begun) {
    await shop.confirm(clientSecret);
    await settleOrder(services, (await orderOf(db, orderToken)).id);
  }
  expect(await withCode({ ...customer, email: "other@example.com", phone: "+1 416 555 0778" })).not.toBe("ok");
  expect(await withCode({ ...customer, email: "other@example.com" }), "another person's phone number").not.toBe("ok");
  expect(await withCode({ ...customer, email: "rae+new@example.com" })).toBe("ok");
});

test("gives an offer for a tag by the customer's email, not by phone number", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "TAGGED");
  await db
    .update(promotions)
    .set({ condition: { type: "customer-tag", tags: ["regular"] } })
    .where(eq(promotions.id, promotionId));
  const customer = { name: "Tea", email: "tea@example.com", phone: "+1 416 555 0661" };
  const withCode = async (who: { readonly email: string; readonly phone: string }) =>
    (await placeOrder(services, checkoutOf(await cartWithCode(productId, "TAGGED"), 791, { customer: { ...customer, ...who } }))).kind;
  const { clientSecret, orderToken } = await beginCheckout(shop, productId, 1130, { customer });
  await shop.confirm(clientSecret);
  await settleOrder(services, (await orderOf(db, orderToken)).id);
  expect(await withCode(customer), "no tag yet").toBe("changed");
  const { customerId } = await orderOf(db, orderToken);
  await db
    .update(customers)
    .set({ tags: ["VIP", "Regular"] })
    .where(eq(customers.id, customerId ?? 0));
  await db.insert(customerContacts).values({ key: "tea@work.example", customerId: customerId ?? 0 });
  expect(await withCode({ email: "unknown@example.com", phone: "+1 416 555 0662" }), "an unknown customer").toBe("changed");
  expect(await withCode({ email: "TEA+x@example.com", phone: "" }), "by email").toBe("ok");
  expect(await withCode({ email: "unknown@example.com", phone: customer.phone }), "by phone").toBe("changed");
  expect(await withCode({ email: "tea@work.example", phone: "" }), "by a contact of the same customer").toBe("ok");
  const items = [{ productId, quantity: 1, choices: [], note: "" }];
  const called = takenOrderOf(items, 0, { customer: { ...customer, email: "" }, couponCodes: ["TAGGED"] });
  const priced = await priceTakenOrder(services, { ...called, postalCode: null });
  expect(priced, "staff know who calls").toMatchObject({ value: { priced: { promotionDiscount: 300 } } });
});

test("gives an offer for an amount spent by what the customer paid in the days before", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "SPENT");
  await db
    .update(promotions)
    .set({ condition: { type: "customer-spent", amount: 5000, days: 30 } })
    .where(eq(promotions.id, promotionId));
  const customer = { name: "Sam", email: "sam@example.com", phone: "+1 416 555 0441" };
  const withCode = async (who: { readonly email: string; readonly phone: string } = customer) =>
    (await placeOrder(services, checkoutOf(await cartWithCode(productId, "SPENT"), 791, { customer: { ...customer, ...who } }))).kind;
  const now = services.now();
  /** An order of $39.38. */
  const paid = (placedAt: Date, refundedCents = 0, changes: Parameters<typeof storeOrder>[1] = {}) =>
    storeOrder(db, {
      emailKey: "sam@example.com",
      phoneKey: "+14165550441",
      paymentState: "captured",
      capturedCents: 3938,
      placedAt,
      refundedCents,
      ...changes,
    });
  const { order } = await paid(addMinutes(now, -60));
  await paid(addMinutes(now, -30 * MINUTES_PER_DAY - 1));
  await paid(addMinutes(now, -50), 0, { status: "cancelled" });
  await paid(addMinutes(now, -40), 0, { currency: "eur" });
  await paid(addMinutes(now, -30), 3938 - 1061);
  expect(await withCode(), "$49.99").toBe("changed");
  await beginCheckout(shop, productId, 1130, { customer });
  expect(await withCode(), "an unpaid checkout").toBe("changed");
  const { order: unpaid } = await paid(addMinutes(now, -20), 0, { paymentState: "none", capturedCents: 0 });
  const { order: held } = await paid(addMinutes(now, -15), 0, { paymentState: "authorized", capturedCents: 0 });
  expect(await withCode(), "to pay at pickup, and a card on hold").toBe("changed");
  await db
    .update(orders)
    .set({ status: "cancelled" })
    .where(inArray(orders.id, [unpaid.id, held.id]));
  const { order: oldest } = await paid(addMinutes(now, -30 * MINUTES_PER_DAY + 5), 3937);
  await db.insert(customerContacts).values({ key: "sam@work.example", customerId: order.customerId ?? 0 });
  expect(await withCode({ email: "unknown@example.com", phone: "+1 416 555 0442" }), "an unknown customer").toBe("changed");
  expect(await withCode({ email: "SAM+x@example.com", phone: "" }), "by email").toBe("ok");
  expect(await withCode({ email: "unknown@example.com", phone: customer.phone }), "by phone").toBe("changed");
  expect(await withCode({ email: "sam@work.example", phone: "" }), "by a contact of the same customer").toBe("ok");
  await db
    .update(orders)
    .set({ placedAt: addMinutes(now, -30 * MINUTES_PER_DAY - 1) })
    .where(eq(orders.id, oldest.id));
  expect(await withCode(), "too long ago").toBe("changed");
});

test("releases a use once when the order is abandoned or cancelled", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "BACK", { totalUses: 1 });
  const first = placedOf(await placeOrder(services, checkoutOf(await cartWithCode(productId, "BACK"), 791)));
  await abandonOrder(services, (await orderOf(db, first.orderToken)).id);
  const second = placedOf(await placeOrder(services, checkoutOf(await cartWithCode(productId, "BACK"), 791)));
  await shop.confirm(second.clientSecret);
  const { id } = await orderOf(db, second.orderToken);
  await settleOrder(services, id);
  expect(await countedUses(promotionId)).toBe(1);
  const cancel = { event: "cancel", reason: "customer_request", text: "", refund: "full" } as const;
  const cancelled = await Promise.all(
    Array.from({ length: 3 }, () => applyOrderEvent(services, { orderId: id, version: null, actor: GUEST, command: cancel })),
  );
  expect(cancelled.some((answer) => answer.kind === "done")).toBe(true);
  expect(await countedUses(promotionId)).toBe(0);
  placedOf(await placeOrder(services, checkoutOf(await cartWithCode(productId, "BACK"), 791)));
  expect(await countedUses(promotionId)).toBe(1);
});

test.each<[string, readonly OrderCommand[]]>([
  ["rejected", [{ event: "reject", reason: "closed", text: "" }]],
  [
    "wholly refunded",
    [
      { event: "accept", minutes: 10 },
      { event: "refund", request: { kind: "all" }, reason: "" },
    ],
  ],
])("releases the only use when its order is %s", async (name, commands) => {
  const productId = await insertProduct(db);
  const code = `ONLY${name.replace(" ", "").toUpperCase()}`;
  const promotionId = await insertCoupon(db, code, { totalUses: 1 });
  const placed = placedOf(await placeOrder(services, checkoutOf(await cartWithCode(productId, code), 791)));
  await shop.confirm(placed.clientSecret);
  const { id } = await orderOf(db, placed.orderToken);
  await settleOrder(services, id);
  expect((await placeOrder(services, checkoutOf(await cartWithCode(productId, code), 791))).kind).toBe("changed");
  const owner = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
  for (const command of commands) {
    const { kind } = await applyOrderEvent(services, { orderId: id, version: null, actor: owner, command });
    expect(kind, command.event).toBe("done");
  }
  expect(await countedUses(promotionId)).toBe(0);
  placedOf(await placeOrder(services, checkoutOf(await cartWithCode(productId, code), 791)));
});

test("gives the last place of a slot to one of ten", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values([
    { key: "ALLOW_SCHEDULING", value: true },
    { key: "SLOT_MAX_ORDERS", value: 1 },
  ]);
  try {
    const quarter = 15 * 60_000;
    const requestedFor = new Date(Math.ceil((services.now().getTime() + 3 * 3_600_000) / quarter) * quarter);
    const carts = await Promise.all(Array.from({ length: 10 }, () => cartWith(shop, productId)));
    const results = await Promise.all(carts.map((cartId) => placeOrder(services, checkoutOf(cartId, 1130, { requestedFor }))));
    expect(results.filter((result) => result.kind === "ok")).toHaveLength(1);
    expect(
      new Set(results.flatMap((result) => (result.kind === "problems" ? result.problems.map((problem) => problem.code) : []))),
    ).toEqual(new Set(["time_unavailable"]));
  } finally {
    await db.delete(settings);
  }
});

test("requires setting and limit for payment on delivery, and the order to be delivered", async () => {
  const productId = await insertProduct(db);
  const enabled = [
    { key: "ENABLE_DELIVERY", value: true },
    { key: "DELIVERY_FEE", value: 0 },
  ];
  await db.insert(settings).values(enabled);
  const address = { street: "12 King St", unit: "", city: "Toronto", province: "", postalCode: "M5V 1A1", country: "Canada" };
  const pay = async (changes: Partial<Checkout> = {}) => {
    const delivered = { fulfillment: "delivery", address, isPaidOnDelivery: true } as const;
    return placeOrder(services, checkoutOf(await cartWith(shop, productId), 1130, { ...delivered, ...changes }));
  };
  try {
    expect(await pay()).toMatchObject({ kind: "refused", message: "Payment on delivery is not offered. Please pay by card." });
    await db.insert(settings).values({ key: "ALLOW_PAY_ON_DELIVERY", value: true });
    expect(await pay({ fulfillment: "pickup", address: null })).toMatchObject({
      kind: "refused",
      message: "Only orders that are delivered can be paid at the door.",
    });
    const placed = placedOf(await pay());
    expect(placed).toMatchObject({ clientSecret: null, gateway: "none", amount: 1130 });
    expect(await orderOf(db, placed.orderToken)).toMatchObject({ status: "received", paymentState: "none", fulfillment: "delivery" });
    await db.insert(settings).values({ key: "PAY_ON_DELIVERY_MAX", value: 1000 });
    expect(await pay()).toMatchObject({ kind: "refused", message: "Orders above $10.00 are paid by card." });
  } finally {
    await db.delete(settings);
  }
});

test("requires setting, phone and limit for payment at pickup", async () => {
  const productId = await insertProduct(db);
  const pay = async (changes: Partial<Checkout> = {}) =>
    placeOrder(services, checkoutOf(await cartWith(shop, productId), 1130, { isPaidAtPickup: true, ...changes }));
  expect((await pay()).kind).toBe("refused");
  await db.insert(settings).values({ key: "ALLOW_PAY_AT_PICKUP", value: true });
  try {
    expect((await pay({ customer: { name: "Di", email: "di@example.com", phone: "" } })).kind).toBe("refused");
    const placed = placedOf(await pay());
    expect(placed).toMatchObject({ clientSecret: null, gateway: "none", amount: 1130 });
    expect(await orderOf(db, placed.orderToken)).toMatchObject({ status: "received", paymentState: "none", finalTotalCents: 1130 });
    await db.insert(settings).values({ key: "PAY_AT_PICKUP_MAX", value: 1000 });
    expect((await pay()).kind).toBe("refused");
  } finally {
    await db.delete(settings);
  }
});
