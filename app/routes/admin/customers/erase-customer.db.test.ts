import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveCartDraft } from "#app/cart/data/carts.server.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { comparePayment } from "#app/checkout/workflows/settle/compare-payment.server.ts";
import { reviewOrderItem } from "#app/checkout/workflows/review-order-item.server.ts";
import { reviews } from "#app/content/data/tables.ts";
import { sendMail } from "#app/mail/workflows/send-mail.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import { eraseCustomer } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import * as promotionForm from "#app/routes/admin/promotions/form.tsx";
import * as reviewForm from "#app/routes/admin/reviews/form.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import { ANA, CUSTOMER, EMAIL, openErasureShop, OTHER_EMAIL, WORDS } from "#test/erasures.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as detail from "./detail.tsx";
import * as erase from "./erase.tsx";

const { shop, ana, findWords, act, fillCart, place, customerOf, editCustomer } = await openErasureShop();
const { services } = shop;
const { db } = services;
const orderStaff = openStaffPages(services, "Olly", null, ["order-admin"]);

const postErase = (id: number, fields: Record<string, string> = { confirm: "yes" }, pages = ana) =>
  pages.post(erase, `/admin/customers/${id}/erase`, fields, { id: String(id) });
const openErase = async (id: number, pages = ana) => pages.get(erase, `/admin/customers/${id}/erase`, { id: String(id) });

const listFound = async () =>
  [...(await findWords(Object.values(WORDS)))].flatMap(([word, places]) => places.map((at) => `${word}: ${at}`));

const PROMOTION = {
  name: "For regulars",
  title: "For regulars",
  description: "",
  status: "active",
  trigger: "automatic",
  startsAt: "",
  endsAt: "",
  schedule: "[]",
  action: JSON.stringify({ kind: "item-percent", params: { rate: 100_000, target: { everything: true } } }),
  cap: "",
  group: "",
  isExclusive: "",
  priority: "0",
  totalUses: "",
  perCustomerUses: "1",
  budget: "",
};
const named = (emails: readonly string[]) => JSON.stringify({ type: "all", of: [{ type: "customer-email", emails, domains: [] }] });

/** The customer everywhere in the shop: two orders with different emails, merged; reviewed, refunded, cancelled, noted, mailed. */
async function livePerson(): Promise<{ readonly id: number; readonly orderIds: readonly string[] }> {
  const added = await ana.post(promotionForm, "/admin/promotions/add", {
    ...PROMOTION,
    condition: named([EMAIL.toUpperCase(), "bo@example.com"]),
  });
  expect(added.status).toBe(302);
  // As if a program had added it: the hash is of the sent condition, too.
  await db.update(promotions).set({ callKey: "a-call", callHash: "hash-of-the-address" });
  const first = await place(EMAIL);
  const second = await place(OTHER_EMAIL, "+1 416 555 9187");
  const attempt = await place(EMAIL, CUSTOMER.phone, false, WORDS.abandoned);
  await abandonOrder(services, attempt);
  await act(first, { event: "accept", minutes: 20 });
  await act(first, { event: "note", text: WORDS.orderNote });
  await act(first, { event: "message", text: WORDS.message });
  for (const event of ["preparing", "ready", "out", "complete"] as const) await act(first, { event });
  await act(first, { event: "refund", request: { kind: "amount", amount: 100 }, reason: WORDS.refund });
  await act(second, { event: "reject", reason: "other", text: WORDS.cancel });
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, first));
  const [order] = await db.select().from(orders).where(eq(orders.id, first));
  const reviewed = await reviewOrderItem(services, {
    order: order?.publicToken ?? "",
    itemId: item?.id ?? "",
    rating: 5,
    text: WORDS.review,
  });
  expect(reviewed.ok).toBe(true);
  const [review] = await db.select().from(reviews);
  await ana.edit(reviewForm, "/admin/reviews/1/edit", { reply: `Thanks ${WORDS.reply}` }, { id: String(review?.id) });
  const [one, two] = [await customerOf(first), await customerOf(second)];
  await db.update(customers).set({ name: CUSTOMER.name }).where(eq(customers.id, one));
  if (one !== two) {
    await editCustomer(two, { tags: WORDS.tag });
    await ana.post(detail, `/admin/customers/${one}`, { intent: "merge", other: String(two), stays: "this" }, { id: String(one) });
  }
  await editCustomer(one, {
    notes: WORDS.staffNote,
    allergies: WORDS.staffAllergy,
    isBlocked: "on",
    blockedReason: WORDS.blocked,
    marketingConsent: "given",
    consentSource: WORDS.consent,
  });
  await db
    .update(orders)
    .set({ appliedPromotions: discountFor(WORDS.discount) })
    .where(eq(orders.id, second));
  const draftCart = await fillCart();
  await saveCartDraft(db, draftCart, { email: EMAIL.toLowerCase(), instructions: WORDS.draft });
  for (const { id } of await db.select({ id: mailOutbox.id }).from(mailOutbox))
    await sendMail({ ...services, write: writeOrderMail }, id, 0);
  return { id: one, orderIds: [first, second, attempt] };
}

/** As an order taken by staff stores it. */
function discountFor(reason: string) {
  const title = `Discount: ${reason}`;
  const byStaff = { kind: "amount" as const, amount: 100, reason };
  const shares = { lineShares: {}, deliveryShare: 0 };
  return [{ promotionId: 0, title, code: null, kind: "staff-discount", amount: 100, explanation: `${title}.`, ...shares, byStaff }];
}

const person = await livePerson();
const stored = async () => ({
  orders: await db.select().from(orders).orderBy(orders.id),
  items: await db.select().from(orderItems).orderBy(orderItems.id),
  refunds: await db.select().from(refunds).orderBy(refunds.id),
});
const before = await stored();

test("finds the customer in every expected place before the erasure", async () => {
  const found = await findWords(Object.values(WORDS));
  expect([...found].filter(([, places]) => places.length === 0).map(([word]) => word)).toEqual([]);
  const tables = new Set([...found.values()].flat().map((at) => at.split(".")[1]));
  for (const table of ["orders", "order_items", "order_events", "refunds", "mail_outbox", "carts", "cart_items", "reviews", "promotions"])
    expect(tables, table).toContain(table);
  for (const table of ["audit_log", "customers", "customer_contacts", "simulator_objects", "simulator_keys"])
    expect(tables, table).toContain(table);
});

test("only administrators erase, after a confirmation", async () => {
  expect((await openErase(person.id, orderStaff)).status).toBe(403);
  expect((await postErase(person.id, { confirm: "yes" }, orderStaff)).status).toBe(403);
  expect(await eraseCustomer(services, { ...ANA, roles: ["order-admin"] }, person.id)).toEqual({ kind: "forbidden" });
  expect(await postErase(person.id, {})).toMatchObject({
    status: 422,
    data: { field: "Confirm that you want to erase this customer for good." },
  });
  expect(await stored()).toEqual(before);
});

test.for<[string, Partial<typeof orders.$inferInsert>, string]>([
  ["an order is open", { status: "accepted" }, "1 order of this customer is still open"],
  ["a checkout is unpaid", { status: "awaiting_payment" }, "1 order of this customer is still open"],
  ["a payment is on hold", { paymentState: "authorized" }, "1 payment of this customer is still on hold"],
])("refuses while %s, and says what to do", async ([, changes, words]) => {
  const [id = ""] = person.orderIds;
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  await db.update(orders).set(changes).where(eq(orders.id, id));
  expect((await openErase(person.id)).data).toMatchObject({ problem: expect.stringContaining(words) as string });
  expect(await postErase(person.id)).toMatchObject({ status: 409, data: { message: expect.stringContaining(words) as string } });
  await db.update(orders).set({ status: order?.status, paymentState: order?.paymentState }).where(eq(orders.id, id));
  expect(await stored()).toEqual(before);
});

test("erases the customer from the whole database, and keeps orders and amounts", async () => {
  const other = await storeOrder(db, { customerEmail: "bo@example.com", emailKey: "bo@example.com", phoneKey: "", status: "completed" });
  const entries = await db.select({ id: auditLog.id }).from(auditLog);
  expect((await openErase(person.id)).data).toMatchObject({ name: CUSTOMER.name, orders: 3, reviews: 1, problem: null });
  // Twice at the same time, as two clicks do.
  const answers = await Promise.all([eraseCustomer(services, ANA, person.id), eraseCustomer(services, ANA, person.id)]);
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["already", "erased"]);
  expect(await listFound()).toEqual([]);

  const after = await stored();
  expect(after.orders.filter(({ id }) => id !== other.order.id)).toEqual(
    before.orders.map((order) => ({
      ...order,
      customerName: "Erased customer",
      customerEmail: "",
      customerPhone: "",
      emailKey: "",
      phoneKey: "",
      customerId: null,
      address: null,
      instructions: "",
      allergyNote: "",
      reasonText: "",
      appliedPromotions: order.appliedPromotions.map((each) =>
        each.byStaff === undefined ? each : { ...each, title: "Discount", explanation: "", byStaff: { ...each.byStaff, reason: "" } },
      ),
      paymentIntent: order.paymentIntent === null ? null : { ...order.paymentIntent, card: null, lastError: null },
      version: order.version + 1,
    })),
  );
  const amounts = ({ quantity, lineTotalCents, taxCents, name }: (typeof before.items)[number]) => ({
    quantity,
    lineTotalCents,
    taxCents,
    name,
  });
  expect(after.items.filter(({ orderId }) => orderId !== other.order.id).map(amounts)).toEqual(before.items.map(amounts));
  expect(after.refunds).toEqual(before.refunds.map((refund) => ({ ...refund, reason: "" })));
  expect(await db.select().from(reviews)).toMatchObject([{ authorName: "Customer", rating: 5, body: "", reply: "" }]);
  const [offer] = await db.select().from(promotions);
  expect(JSON.stringify(offer?.condition)).toContain('["erased@example.invalid","bo@example.com"]');
  expect(offer).toMatchObject({ callKey: "a-call", callHash: null });
  expect(after.orders.find(({ id }) => id === other.order.id)).toEqual(other.order);

  const [record, ...more] = await db.select().from(auditLog).where(eq(auditLog.action, "erase"));
  expect(more).toEqual([]);
  expect(record).toMatchObject({ userId: 1, userName: "Ana", subject: `customer ${person.id}`, subjectIds: [String(person.id)] });
  await expect(db.update(auditLog).set({ subject: "x" })).rejects.toThrow("Failed query");
  for (const { id } of [...entries, { id: record?.id }]) await ana.post(undo, "/admin/undo", { entry: String(id), to: "/admin/customers" });
  expect((await db.select().from(customers)).map(({ email }) => email)).toEqual(["bo@example.com"]);
  expect(await listFound()).toEqual([]);
});

test("later payment events restore nothing of an erased customer", async () => {
  const { gateway } = await services.payments.current();
  const lastError = { code: "card_declined", declineCode: null, message: "quilldeclined", chargeId: null, cardFingerprint: null };
  const hasCard = (intent: PaymentIntentFacts | null) => intent !== null && intent.cardLast4 !== null;
  const seen: (PaymentIntentFacts | null)[] = [];
  for (const { providerId } of await db
    .select()
    .from(paymentIntents)
    .where(inArray(paymentIntents.orderId, [...person.orderIds]))) {
    const askedAt = services.now();
    const answer = await gateway.retrieveIntent(providerId ?? "");
    if (!answer.ok) throw new Error(answer.message);
    seen.push(answer.intent);
    await comparePayment(services, { ...answer.intent, disputed: true, lastError }, askedAt);
  }
  expect(seen.some(hasCard)).toBe(true);
  expect(await db.select().from(orders).where(eq(orders.isDisputed, true))).not.toEqual([]);
  expect([...(await findWords([...Object.values(WORDS), "quilldeclined", "ending in"])).values()].flat()).toEqual([]);
});

test("a second click shows a message, and the page is gone", async () => {
  expect(await postErase(person.id)).toMatchObject({ status: 302, location: "/admin/customers" });
  expect((await openErase(person.id)).status).toBe(404);
  expect((await postErase(999_999)).status).toBe(404);
});
