import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PreviewReport } from "#app/cart/domain/promotion-preview/preview-cart.ts";
import { customerContacts, customers } from "#app/orders/data/customers/tables.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { addMinutes, MINUTES_PER_DAY } from "#app/values/time.ts";
import { insertProduct } from "#test/catalogue.ts";
import { PROMOTION_FORM } from "#test/promotions.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as previewPage from "./preview.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const pizza = await insertProduct(db, { name: "Pizza", priceCents: 2000 });

const everything = { everything: true };
const fields = {
  ...PROMOTION_FORM,
  condition: JSON.stringify({ type: "subtotal", target: everything, min: 2500, max: null }),
  action: JSON.stringify({ kind: "order-fixed", params: { amount: 500 } }),
  perCustomerUses: "1",
  carts: "[]",
};
const ask = async (over: Partial<typeof fields> = {}) => {
  const answer = await ana.post(previewPage, "/admin/promotions/preview", { ...fields, ...over });
  return { status: answer.status, ...(answer.data as { message: string | null; report: PreviewReport | null }) };
};
const cartOf = (over: object = {}) =>
  JSON.stringify([
    { name: "Mine", fulfillment: "pickup", code: "", at: "", lines: [{ productId: pizza, quantity: 2, options: [] }], ...over },
  ]);

test("previews an unsaved draft on custom carts without storing anything", async () => {
  const { report } = await ask({ carts: cartOf() });
  expect(report?.own).toMatchObject([{ name: "Mine", given: 500, lines: ["2 × Pizza $20.00"], alarms: [] }]);
  expect(report?.samples.map(({ name }) => name)).toContain("$24.99: a cent below");
  expect(await db.$count(promotions)).toBe(0);
  expect(await db.$count(auditLog)).toBe(0);
});

test("parses typed amounts", async () => {
  expect(await ask({ cap: "$3", carts: cartOf() })).toMatchObject({ status: 200, message: null, report: { own: [{ given: 300 }] } });
});

test.each<[string, string, string]>([
  ["carts", "much", "One of your carts is not complete."],
  ["carts", cartOf({ lines: [] }), "One of your carts is not complete."],
  ["carts", cartOf({ lines: [{ productId: pizza, quantity: 0, options: [] }] }), "One of your carts is not complete."],
  ["carts", cartOf({ at: "tomorrow" }), "Enter when it is ordered as a day and a time."],
  ["carts", cartOf({ price: 5 }), "One of your carts is not complete."],
  ["action", "{}", "Choose what it does."],
])("%s “%s” is refused", async (name, text, message) => {
  expect(await ask({ [name]: text })).toMatchObject({ status: 422, message, report: null });
});

test("previews a rule on a thousand orders and applies each customer's limit", async () => {
  const { order } = await storeOrder(db, { placedAt: services.now() });
  const { id: _id, finalTotalCents: _total, ...columns } = order;
  const ids = Array.from({ length: 999 }, () => randomUUID());
  const rows = ids.map((id, index) => ({
    ...columns,
    id,
    number: `B-${index}`,
    publicToken: id,
    checkoutKey: id,
    emailKey: `${index % 900}@example.com`,
    phoneKey: "",
  }));
  // A statement has at most 65,535 parameters.
  await db.insert(orders).values(rows.slice(0, 500));
  await db.insert(orders).values(rows.slice(500));
  const line = {
    position: 0,
    name: "Pizza",
    kitchenName: "Pizza",
    quantity: 2,
    basePriceCents: 2000,
    unitPriceCents: 2000,
    lineTotalCents: 4000,
  };
  await db
    .insert(orderItems)
    .values(ids.map((orderId) => ({ ...line, id: randomUUID(), orderId, productId: pizza, discountCents: 0, taxRatePpm: 0, taxCents: 0 })));
  await storeOrder(db, { placedAt: services.now(), status: "rejected" });
  const { report } = await ask();
  expect(report).toMatchObject({ ordersInAll: 1000, replay: { orders: 1000, touched: 901, given: 901 * 500, dearer: { orders: 0 } } });
  expect(report?.replay.reasons).toEqual([{ message: "You have already used this offer.", orders: 99 }]);
  // Earlier orders count by email or phone, as at checkout, and rejected ones do not.
  const anHourAgo = addMinutes(services.now(), -60);
  await storeOrder(db, { placedAt: anHourAgo, emailKey: "1@example.com", phoneKey: "" });
  await storeOrder(db, { placedAt: anHourAgo, emailKey: "new@example.com" });
  await storeOrder(db, { placedAt: anHourAgo, emailKey: "2@example.com", phoneKey: "", status: "rejected" });
  const first = await ask({ condition: JSON.stringify({ type: "first-order" }), perCustomerUses: "" });
  // Two orders of 1@example.com, and the one with the phone number of new@example.com.
  expect(first.report?.replay.reasons).toEqual([{ message: "First order only.", orders: 3 }]);
});

test("a custom cart can belong to a known customer", async () => {
  const carts = JSON.stringify([
    { name: "New", fulfillment: "pickup", code: "", at: "", lines: [{ productId: pizza, quantity: 2, options: [] }] },
    ...JSON.parse(cartOf({ name: "Regular", earlierOrders: 2, tags: "VIP, Regular", spent: 5000, email: "ana@example.com" })),
  ]);
  const regulars = JSON.stringify({ type: "none", of: [{ type: "first-order" }] });
  expect((await ask({ carts, condition: regulars })).report?.own.map(({ given }) => given)).toEqual([0, 500]);
  const tagged = JSON.stringify({ type: "customer-tag", tags: ["regular"] });
  expect((await ask({ carts, condition: tagged })).report?.own).toMatchObject([
    { given: 0, whyNot: "For certain customers only." },
    { given: 500, facts: expect.stringContaining("tagged Regular") },
  ]);
  const spent = JSON.stringify({ type: "customer-spent", amount: 5000, days: 30 });
  expect((await ask({ carts, condition: spent })).report?.own).toMatchObject([
    { given: 0, whyNot: "For customers who have spent at least $50.00 in the last 30 days." },
    { given: 500, facts: expect.stringContaining("spent $50.00 before"), copy: { tags: "VIP, Regular", spent: 5000 } },
  ]);
  const named = JSON.stringify({ type: "customer-email", emails: ["ana@example.com"], domains: [] });
  expect((await ask({ carts, condition: named })).report?.own.map(({ given }) => given)).toEqual([0, 500]);
});

test("replays past orders with the tags that their customers had then", async () => {
  await db.delete(orders);
  const now = services.now();
  const order = (emailKey: string, placedAt: Date) => storeOrder(db, { placedAt, emailKey, customerEmail: emailKey, phoneKey: "" });
  const { order: first } = await order("tea@example.com", addMinutes(now, -60));
  await order("tea@example.com", addMinutes(now, -20));
  await order("other@example.com", addMinutes(now, -10));
  const id = first.customerId ?? 0;
  const entry = { userName: "Ana", action: "edit", subject: "Tea", subjectKind: "customer", subjectIds: [String(id)] };
  const changed = (at: Date, before: object, after: object) =>
    db.insert(auditLog).values({ ...entry, at, before: { [id]: before }, after: { [id]: after } });
  await changed(addMinutes(now, -40), { tags: ["regular"] }, { tags: [] });
  await changed(addMinutes(now, -15), { notes: "" }, { notes: "Blue door" });
  const tagged = JSON.stringify({ type: "customer-tag", tags: ["regular"] });
  const replayed = async () => (await ask({ condition: tagged, perCustomerUses: "" })).report?.replay;
  expect(await replayed(), "tagged when the first was placed").toMatchObject({ orders: 3, touched: 1 });
  await db
    .update(customers)
    .set({ tags: ["regular"] })
    .where(eq(customers.id, id));
  expect(await replayed(), "tagged since the second").toMatchObject({ orders: 3, touched: 2 });
});

test("replays past orders with what their customers had spent then", async () => {
  await db.delete(orders);
  const now = services.now();
  const PAID = { paymentState: "captured", capturedCents: 3938 } as const;
  const order = (emailKey: string, days: number, changes = {}) =>
    storeOrder(db, { placedAt: addMinutes(now, -days * MINUTES_PER_DAY), emailKey, phoneKey: "", ...PAID, ...changes });
  const { order: oldest } = await order("sam@example.com", 20);
  await order("sam@example.com", 12);
  await order("sam@example.com", 4);
  await order("sam@example.com", 3, { status: "rejected" });
  await order("other@example.com", 2);
  const after = async (days: number, amount: number) => {
    const condition = JSON.stringify({ type: "customer-spent", amount, days });
    return (await ask({ condition, perCustomerUses: "" })).report?.replay.touched;
  };
  expect([await after(10, 3938), await after(10, 3939), await after(16, 2 * 3938), await after(15, 2 * 3938)]).toEqual([2, 0, 1, 0]);
  await order("sam@work.example", 6);
  expect(await after(10, 3938), "another person").toBe(2);
  const work = eq(customerContacts.key, "sam@work.example");
  await db
    .update(customerContacts)
    .set({ customerId: oldest.customerId ?? 0 })
    .where(work);
  await db.update(orders).set({ customerId: oldest.customerId }).where(eq(orders.emailKey, "sam@work.example"));
  expect(await after(10, 3938), "the same person").toBe(3);
});

test("samples a promotion by tag and spending with a customer who earns it, and a new one", async () => {
  const condition = JSON.stringify({
    type: "all",
    of: [
      { type: "customer-tag", tags: ["regular"] },
      { type: "customer-tag", tags: ["VIP"] },
      { type: "customer-spent", amount: 5000, days: 30 },
      { type: "order-count", min: 4, max: 9 },
    ],
  });
  const samples = (await ask({ condition, perCustomerUses: "" })).report?.samples ?? [];
  expect(samples.find(({ name }) => name === "Just what it needs")).toMatchObject({ given: 500, alarms: [] });
  expect(samples.find(({ name }) => name === "A new customer")).toMatchObject({ given: 0 });
});
