import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { carts } from "#app/cart/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { takenOrderDraftSchemaIn, takenOrderSchema } from "#app/checkout/domain/taken-order.schema.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orderEvents, orders } from "#app/orders/data/tables.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { listSlotDates, listSlots } from "#app/store/domain/hours/slots.ts";
import { settings } from "#app/store/data/tables.ts";
import { minutesBetween } from "#app/values/time.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { cartWith, checkoutOf, insertCoupon } from "#test/checkouts.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { placeOrder } from "./place-order.server.ts";
import { priceTakenOrder, takeOrder, type TakeOrder } from "./take-order.server.ts";

const shop = await openTestShop({ connections: 40 });
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff" as const, userId: 7, name: "Ana", isAdmin: false };

const item = (productId: number, quantity = 1) => ({ productId, quantity, choices: [], note: "" });

async function taken(order: TakeOrder) {
  const result = await takeOrder(services, order);
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result, null, 1).slice(0, 500)}`);
  return result.order;
}

async function stockOf(id: number) {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, id));
  return row?.stock;
}

test("places, accepts and records an order in one transaction", async () => {
  const productId = await insertProduct(db, { stock: 5 });
  const order = await taken(takenOrderOf([item(productId, 2)], 2260, { instructions: "No onions" }));
  expect(order).toMatchObject({
    status: "accepted",
    paymentState: "none",
    gateway: "none",
    source: "telephone",
    paidBy: null,
    finalTotalCents: 2260,
    prepMinutes: 25,
    instructions: "No onions",
    isTest: false,
  });
  expect(order.number).toMatch(/^A-\d{3}$/);
  expect(minutesBetween(order.acceptedAt!, order.promisedAt!)).toBeCloseTo(25, 0);
  expect(await stockOf(productId)).toBe(3);
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id)).orderBy(asc(orderEvents.id));
  expect(events.map(({ event, actor, actorName }) => [event, actor, actorName]).slice(1)).toEqual([
    ["placed", "staff", "Ana"],
    ["accept", "staff", "Ana"],
  ]);
  expect(events[1]?.data).toEqual({ source: "telephone", paid_by: null });
  const audits = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `order ${order.id}`));
  expect(audits.map(({ action, userName }) => [action, userName])).toEqual([["order-accept", "Ana"]]);
});

test("emails only the acceptance, and only to an address", async () => {
  const productId = await insertProduct(db);
  const mailsOf = async (email: string) => {
    const order = await taken(takenOrderOf([item(productId)], 1130, { customer: { name: "Bo", email, phone: "416 555 1999" } }));
    return (await db.select({ kind: mailOutbox.kind }).from(mailOutbox).where(eq(mailOutbox.orderId, order.id))).map(({ kind }) => kind);
  };
  expect(await mailsOf("bo@example.com")).toEqual(["order_accepted"]);
  expect(await mailsOf("")).toEqual([]);
});

test("keeps the email of a known customer who calls without one", async () => {
  const productId = await insertProduct(db);
  const customer = { name: "Kim", email: "kim@example.com", phone: "416 555 7777" };
  const first = await taken(takenOrderOf([item(productId)], 1130, { customer }));
  const second = await taken(takenOrderOf([item(productId)], 1130, { customer: { ...customer, email: "" } }));
  expect(second.customerId).toBe(first.customerId);
  const [kept] = await db.select().from(customers).where(eq(customers.id, first.customerId!));
  expect(kept?.email).toBe("kim@example.com");
});

test("gives one order for ten submits, also when the response was lost", async () => {
  const productId = await insertProduct(db, { stock: 10 });
  const order = takenOrderOf([item(productId)], 1130);
  const made = await Promise.all(Array.from({ length: 10 }, () => taken(order)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await taken(order)).id).toBe(made[0]?.id);
  expect(await stockOf(productId)).toBe(9);
});

test("names the order when its key comes with another body", async () => {
  const productId = await insertProduct(db);
  const order = takenOrderOf([item(productId)], 1130);
  const { id } = await taken(order);
  const again = await takeOrder(services, { ...order, items: [item(productId, 2)], requestHash: "other" });
  expect(again.kind === "entered" && again.order.id).toBe(id);
});

test("a refused order may be corrected with the same key", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const order = takenOrderOf([item(productId, 2)], 2260);
  const before = await db.$count(carts);
  expect((await takeOrder(services, order)).kind).toBe("problems");
  expect(await db.$count(carts), "nothing of it is stored").toBe(before);
  expect((await taken({ ...order, items: [item(productId)], expectedTotal: 1130, requestHash: "corrected" })).finalTotalCents).toBe(1130);
});

test("sells the last units once to two tablets and the shop", async () => {
  const productId = await insertProduct(db, { stock: 5 });
  const carts = await Promise.all(Array.from({ length: 10 }, () => cartWith(shop, productId)));
  const results = await Promise.all([
    ...Array.from({ length: 10 }, (_, index) =>
      takeOrder(services, takenOrderOf([item(productId)], 1130, { actor: { ...ANA, userId: index % 2 } })),
    ),
    ...carts.map((cartId) => placeOrder(services, checkoutOf(cartId, 1130))),
  ]);
  expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(5);
  expect(await stockOf(productId)).toBe(0);
});

test("gives the last use of a coupon to one tablet", async () => {
  const productId = await insertProduct(db);
  await insertCoupon(db, "LASTCALL", { totalUses: 1 });
  const results = await Promise.all(
    Array.from({ length: 8 }, () => takeOrder(services, takenOrderOf([item(productId)], 791, { couponCodes: ["LASTCALL"] }))),
  );
  expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["ok", "changed"]));
});

test("refuses a full time, and a total that has changed", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values([
    { key: "SLOT_MAX_ORDERS", value: 1 },
    { key: "ALLOW_SCHEDULING", value: true },
  ]);
  try {
    const priced = await priceTakenOrder(services, { ...takenOrderOf([item(productId)], 0), postalCode: null });
    const slots = priced.ok ? priced.value.offeredSlots : null;
    const [, day = ""] = listSlotDates(slots!);
    const wished = listSlots(slots!, day)[3]!.startsAt;
    const results = await Promise.all(
      Array.from({ length: 6 }, () => takeOrder(services, takenOrderOf([item(productId)], 1130, { requestedFor: wished }))),
    );
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    const refused = results.find(({ kind }) => kind !== "ok");
    expect(refused?.kind === "problems" && refused.problems.map(({ code }) => code)).toEqual(["time_unavailable"]);
    const [placed] = results.flatMap((result) => (result.kind === "ok" ? [result.order] : []));
    expect(placed).toMatchObject({ status: "accepted", promisedAt: wished });
    const far = listSlots(slots!, day)[5]!.startsAt;
    const hours = await taken(takenOrderOf([item(productId)], 1130, { requestedFor: far, minutes: 4000 }));
    expect(hours, "minutes are for orders as soon as possible").toMatchObject({ promisedAt: far, prepMinutes: 20 });
  } finally {
    await db.delete(settings);
  }
  const changed = await takeOrder(services, takenOrderOf([item(productId)], 1000));
  expect(changed.kind === "changed" && changed.loaded.priced.finalTotal).toBe(1130);
});

test("refuses a total that was seen in another currency", async () => {
  const productId = await insertProduct(db);
  const order = takenOrderOf([item(productId)], 1130, { expectedCurrency: "EUR" });
  expect(await takeOrder(services, order)).toEqual({
    kind: "refused",
    field: "payment",
    message: "The shop's currency is USD now. Reload the page and check the total.",
  });
  expect((await taken({ ...order, expectedCurrency: "USD" })).currency).toBe("usd");
});

test("words problems for staff, not for customers", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values({ key: "ORDERING_PAUSED_UNTIL", value: "2100-01-01T00:00:00.000Z" });
  try {
    const delivery = takenOrderOf([item(productId)], 0, { fulfillment: "delivery" });
    const priced = await priceTakenOrder(services, { ...delivery, postalCode: "M5V 1A1" });
    const messages = priced.ok ? priced.value.priced.problems.map(({ message }) => message) : [];
    expect(messages).toContain("Delivery is off. Choose pickup.");
    const refused = await takeOrder(services, takenOrderOf([item(productId)], 1130));
    expect(refused.kind === "problems" && refused.problems.map(({ message }) => message)).toEqual(["Orders are paused. End the pause."]);
  } finally {
    await db.delete(settings);
  }
});

test("takes a delivery that is paid at the door, to an address the shop delivers to", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values({ key: "ENABLE_DELIVERY", value: true });
  try {
    const address = { street: "1 King St", unit: "", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "CA" };
    const order = takenOrderOf([item(productId)], 0, { fulfillment: "delivery", address });
    const priced = await priceTakenOrder(services, { ...order, postalCode: address.postalCode });
    const total = priced.ok ? priced.value.priced.finalTotal : 0;
    const delivery = await taken({ ...order, expectedTotal: total });
    expect(delivery).toMatchObject({ fulfillment: "delivery", address, paymentState: "none", status: "accepted", finalTotalCents: total });
  } finally {
    await db.delete(settings);
  }
});

test("takes an order of a blocked customer, whom the shop refuses", async () => {
  const productId = await insertProduct(db);
  const customer = { name: "Max", email: "max@example.com", phone: "" };
  const { customerId } = await taken(takenOrderOf([item(productId)], 1130, { customer }));
  await db.update(customers).set({ isBlocked: true }).where(eq(customers.id, customerId!));
  expect((await placeOrder(services, checkoutOf(await cartWith(shop, productId), 1130, { customer }))).kind).toBe("refused");
  expect((await taken(takenOrderOf([item(productId)], 1130, { customer }))).customerId).toBe(customerId);
});

test("gives no first-order discount to a customer without contacts", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "FIRST");
  await db
    .update(promotions)
    .set({ trigger: "automatic", condition: { type: "first-order" } })
    .where(eq(promotions.id, promotionId));
  try {
    const nobody = { name: "Walk-in", email: "", phone: "" };
    const total = async (customer: TakeOrder["customer"]) => {
      const priced = await priceTakenOrder(services, { ...takenOrderOf([item(productId)], 0), customer, postalCode: null });
      return priced.ok ? priced.value.priced.finalTotal : null;
    };
    expect(await total(nobody)).toBe(1130);
    expect(await total({ name: "New", email: "", phone: "416 555 9090" })).toBe(791);
    expect((await taken(takenOrderOf([item(productId)], 1130, { source: "counter", customer: nobody }))).customerId).toBeNull();
  } finally {
    await db.update(promotions).set({ status: "draft" }).where(eq(promotions.id, promotionId));
  }
});

test("asks for required choices like the product page", async () => {
  const productId = await insertProduct(db);
  const { id: templateId, optionIds } = await insertTemplate(db, { minSelect: 1, maxSelect: 1 }, [{ priceDeltaCents: 100 }]);
  await linkTemplate(db, productId, templateId);
  const missing = await takeOrder(services, takenOrderOf([item(productId)], 1130));
  expect(missing.kind === "problems" && missing.problems.map(({ code }) => code)).toEqual(["choices"]);
  const choices = [{ templateId, optionId: optionIds[0]!, quantity: 1, text: null }];
  const twice = takenOrderOf(
    [
      { ...item(productId), choices },
      { ...item(productId), choices },
    ],
    2486,
  );
  expect((await taken(twice)).finalTotalCents).toBe(2486);
});

test("counts money taken on entry and suggests the terminal's amount", async () => {
  const productId = await insertProduct(db);
  const before = await db.$count(orders);
  const cash = await taken(takenOrderOf([item(productId)], 1130, { paidBy: "cash" }));
  await taken(takenOrderOf([item(productId)], 1130, { paidBy: "terminal" }));
  await taken(takenOrderOf([item(productId)], 1130));
  expect(await db.$count(orders)).toBe(before + 3);
  const { next } = await previewClosing(db, "", new Date(services.now().getTime() + 1000), "America/Toronto");
  expect(next).toMatchObject({ counted: { orders: 2, atPickup: 2260, card: 0 }, terminal: { recorded: 1130 } });
  await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, cash.id));
  const after = await previewClosing(db, "", new Date(services.now().getTime() + 1000), "America/Toronto");
  expect(after.next).toMatchObject({ counted: { orders: 1, atPickup: 1130 }, terminal: { recorded: 1130 } });
});

test("keeps the cash that was given and its change in the history", async () => {
  const productId = await insertProduct(db);
  const order = await taken(takenOrderOf([item(productId)], 1130, { paidBy: "cash", cashGiven: 2000 }));
  const [placed] = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.event, "placed")));
  expect(placed?.data).toEqual({ source: "telephone", paid_by: "cash", given: 2000, change: 870 });
});

test("rounds the change to the smallest coin of the shop's currency", async () => {
  await db.insert(settings).values({ key: "CURRENCY", value: "CAD" });
  try {
    const productId = await insertProduct(db, { priceCents: 1002 });
    const order = await taken(takenOrderOf([item(productId)], 1132, { paidBy: "cash", cashGiven: 2000 }));
    const [placed] = await db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.event, "placed")));
    expect(placed?.data).toMatchObject({ given: 2000, change: 870 });
    expect(order.finalTotalCents, "the order itself is not rounded").toBe(1132);
  } finally {
    await db.delete(settings).where(eq(settings.key, "CURRENCY"));
  }
});

test.each([
  [{ payment: "cash", given: 20 }, []],
  [{ payment: "cash", given: 11.3 }, []],
  [{ payment: "cash", given: 11.29 }, ["given: The total is $11.30: $0.01 is missing."]],
  [{ payment: "terminal", given: 20 }, ["given: Leave out the cash given, unless the order is paid in cash now."]],
])("reads cash that was given: %j", (fields, problems) => {
  const body = {
    source: "counter",
    customer: {},
    fulfillment: "pickup",
    items: [{ productId: 1, quantity: 1 }],
    expectedTotal: 11.3,
    ...fields,
  };
  const read = takenOrderSchema.safeParse(body);
  const issues = read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(issues).toEqual(problems);
});

test("accepts orders below the minimum card charge when paid without a card", async () => {
  const productId = await insertProduct(db, { priceCents: 30 });
  const priced = await priceTakenOrder(services, { ...takenOrderOf([item(productId)], 0), postalCode: null });
  expect(priced.ok && priced.value.priced.problems).toEqual([]);
  for (const paidBy of ["cash", "terminal", null] as const)
    expect(await taken(takenOrderOf([item(productId)], 34, { paidBy }))).toMatchObject({ finalTotalCents: 34, paidBy });
  const cartId = await cartWith(shop, productId);
  expect((await placeOrder(services, checkoutOf(cartId, 34))).kind, "the shop's own checkout keeps the rule").toBe("problems");
});

test("reads an unfinished order", () => {
  const draft = { items: [], fulfillment: "pickup", customer: { email: "bo@", phone: "41" } };
  expect(takenOrderDraftSchemaIn("USD").safeParse(draft).success).toBe(true);
});

const BOSS = { ...ANA, name: "Boss", mayDiscount: true };
const COLD = { kind: "amount", amount: 200, reason: "Cold soup" } as const;

test("stores a discount by staff with its reason, also in the history", async () => {
  const productId = await insertProduct(db);
  const customer = { name: "Bo", email: "bo-discount@example.com", phone: "416 555 1888" };
  const order = await taken(takenOrderOf([item(productId, 2)], 2034, { actor: BOSS, customer, discount: COLD }));
  expect(order).toMatchObject({ promotionDiscountCents: 200, taxCents: 234, finalTotalCents: 2034 });
  expect(order.appliedPromotions).toMatchObject([{ title: "Discount: Cold soup", amount: 200, byStaff: COLD }]);
  expect(Object.values(order.appliedPromotions[0]?.lineShares ?? {})).toEqual([200]);
  const [placed] = await db
    .select({ data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.event, "placed")));
  expect(placed?.data).toMatchObject({ discount: 200, discount_reason: "Cold soup" });
});

test("checks the permission for a discount when the order is placed", async () => {
  const productId = await insertProduct(db);
  const order = () => takenOrderOf([item(productId)], 904, { discount: COLD });
  expect(await takeOrder(services, order())).toMatchObject({ kind: "refused", field: "discount" });
  await db.insert(settings).values({ key: "ORDER_ADMIN_CAN_DISCOUNT", value: true });
  try {
    expect(await taken(order())).toMatchObject({ finalTotalCents: 904 });
  } finally {
    await db.delete(settings).where(eq(settings.key, "ORDER_ADMIN_CAN_DISCOUNT"));
  }
});

test("applies a staff discount after a limited coupon and counts only the coupon's use", async () => {
  const productId = await insertProduct(db);
  const promotionId = await insertCoupon(db, "HANDOVER", { totalUses: 1 });
  const order = await taken(takenOrderOf([item(productId)], 565, { actor: BOSS, couponCodes: ["HANDOVER"], discount: COLD }));
  expect(order.appliedPromotions.map(({ amount }) => amount)).toEqual([300, 200]);
  const uses = await db.select().from(promotionUses).where(eq(promotionUses.orderId, order.id));
  expect(uses.map((use) => [use.promotionId, use.amountCents])).toEqual([[promotionId, 300]]);
});
