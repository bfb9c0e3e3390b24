import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { desc, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveCartDraft } from "#app/cart/data/carts.server.ts";
import { addCartItem, getCart, updateCart } from "#app/cart/workflows/change-cart.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { comparePayment } from "#app/checkout/workflows/settle/compare-payment.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { reviewOrderItem } from "#app/checkout/workflows/review-order-item.server.ts";
import { reviews } from "#app/content/data/tables.ts";
import { sendMail } from "#app/mail/workflows/send-mail.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { eraseCustomer } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import * as promotionForm from "#app/routes/admin/promotions/form.tsx";
import * as reviewForm from "#app/routes/admin/reviews/form.tsx";
import * as reviewList from "#app/routes/admin/reviews/index.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { checkoutOf } from "#test/checkouts.ts";
import { openDispute } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as detail from "./detail.tsx";
import * as erase from "./erase.tsx";

const shop = await openTestShop({ storesPayments: true });
const { services } = shop;
const { db } = services;
const ana = openStaffPages(services, "Ana");
const orderStaff = openStaffPages(services, "Olly", null, ["order-admin"]);
const ANA = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };

/** Words that stand nowhere else in the database. */
const WORDS = {
  name: "Quillfeather",
  email: "quillmail",
  otherEmail: "quillother",
  phone: "4165550187",
  spacedPhone: "555 0187",
  otherPhone: "4165559187",
  street: "Quillstreet",
  city: "Quilltown",
  postalCode: "M5V 9Q9",
  instructions: "quilldoor",
  allergy: "quillnut",
  lineNote: "quillsauce",
  written: "quillbirthday",
  draft: "quilldraft",
  abandoned: "quillattempt",
  review: "quilltasty",
  reply: "quillreply",
  staffNote: "quillregular",
  staffAllergy: "quillmilk",
  tag: "quilltag",
  blocked: "quillblocked",
  consent: "quillconsent",
  orderNote: "quilltimeline",
  message: "quillmessage",
  refund: "quillcold",
  cancel: "quillcancel",
  discount: "quilldiscount",
} as const;

const EMAIL = `${WORDS.email}+shop@Example.com`;
const OTHER_EMAIL = `${WORDS.otherEmail}@example.com`;
const CUSTOMER = { name: `Nora ${WORDS.name}`, email: EMAIL, phone: `+1 416 ${WORDS.spacedPhone}` };
const ADDRESS = {
  street: `1 ${WORDS.street}`,
  unit: "",
  city: WORDS.city,
  province: "Ontario",
  postalCode: WORDS.postalCode,
  country: "Canada",
};

/** In how many columns of the whole database, and in which files of the shop, each word is. */
async function findWords(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = await db.execute<{ at: string; type: string; schema: string; name: string; column: string }>(
    sql`select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name) as at, c.data_type as type,
          c.table_schema as schema, c.table_name as name, c.column_name as column
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'
          and (c.data_type in ('text', 'character varying', 'character', 'name', 'json', 'jsonb', 'bytea', 'xml', 'ARRAY', 'tsvector', 'USER-DEFINED'))`,
    "objects",
  );
  const found = new Map<string, string[]>(words.map((word) => [word, []]));
  for (const { at, type, schema, name, column } of columns) {
    const value = type === "bytea" ? sql`encode(${sql.identifier(column)}, 'escape')` : sql`${sql.identifier(column)}::text`;
    const hits = await db.execute<{ sought: string }>(
      sql`select sought from unnest(${sql.param(words)}::text[]) as words (sought)
          where exists (select from ${sql.identifier(schema)}.${sql.identifier(name)} where ${value} ilike '%' || sought || '%')`,
      "objects",
    );
    for (const { sought } of hits) found.get(sought)?.push(at);
  }
  for (const file of readdirSync(services.env.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const text = readFileSync(path.join(file.parentPath, file.name), "latin1").toLowerCase();
    for (const word of words) if (text.includes(word.toLowerCase())) found.get(word)?.push(file.name);
  }
  return found;
}

const listFound = async () =>
  [...(await findWords(Object.values(WORDS)))].flatMap(([word, places]) => places.map((at) => `${word}: ${at}`));

const act = async (orderId: string, command: OrderCommand) => {
  const answer = await applyOrderEvent(services, { orderId, version: null, actor: staffActor(ANA), command });
  expect(answer.kind, command.event).toBe("done");
};

const productId = await insertProduct(db, { name: "Cake" });
const template = await insertTemplate(db, { kind: "text", title: "Writing", maxLength: 40 }, []);
await linkTemplate(db, productId, template.id);

async function fillCart(): Promise<string> {
  const choices = [{ templateId: template.id, optionId: null, quantity: 1, text: WORDS.written }];
  const added = await addCartItem(services, null, { productId, quantity: 1, choices, note: WORDS.lineNote });
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  return added.value.source.id ?? "";
}

/** A delivery order of the customer, paid with their name on the card unless `isPaid` is false. */
async function place(email: string, phone = CUSTOMER.phone, isPaid = true, instructions: string = WORDS.instructions): Promise<string> {
  const cartId = await fillCart();
  await updateCart(services, cartId, { fulfillment: "delivery", postalCode: WORDS.postalCode });
  // The offer for named customers waits for the address.
  await saveCartDraft(db, cartId, { email });
  const total = (await getCart(services, cartId)).priced.finalTotal;
  const result = await placeOrder(services, {
    ...checkoutOf(cartId, total),
    customer: { ...CUSTOMER, email, phone },
    fulfillment: "delivery",
    address: ADDRESS,
    instructions,
    allergyNote: WORDS.allergy,
  });
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result)}`);
  const [order] = await db.select().from(orders).where(eq(orders.publicToken, result.placed.orderToken));
  const id = order?.id ?? "";
  if (!isPaid) return id;
  const secret = result.placed.clientSecret ?? "";
  const body = new URLSearchParams({
    key: SIMULATOR_PUBLISHABLE_KEY,
    client_secret: secret,
    receipt_email: email,
    "payment_method_data[type]": "card",
    "payment_method_data[card][token]": "tok_visa",
    "payment_method_data[billing_details][name]": CUSTOMER.name,
    "payment_method_data[billing_details][email]": email,
    "payment_method_data[billing_details][phone]": CUSTOMER.phone,
  });
  const confirmed = await fetch(`${shop.simulator.apiUrl}/v1/payment_intents/${secret.split("_secret")[0]}/confirm`, {
    method: "POST",
    body,
  });
  expect(confirmed.status, await confirmed.clone().text()).toBe(200);
  await settleOrder(services, id);
  return id;
}

const customerOf = async (orderId: string) =>
  (await db.select({ id: orders.customerId }).from(orders).where(eq(orders.id, orderId)))[0]?.id ?? 0;
const editCustomer = (id: number, over: Record<string, string>) => ana.edit(detail, `/admin/customers/${id}`, over, { id: String(id) });
const postErase = (id: number, fields: Record<string, string> = { confirm: "yes" }, pages = ana) =>
  pages.post(erase, `/admin/customers/${id}/erase`, fields, { id: String(id) });
const openErase = async (id: number, pages = ana) => pages.get(erase, `/admin/customers/${id}/erase`, { id: String(id) });

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
  await inTransaction(db, (tx) =>
    writeSettings(
      tx,
      services.secrets,
      { ENABLE_DELIVERY: true, ORDER_EMAIL_RECIPIENT: "owner@example.com" },
      { userId: 1, userName: "Ana" },
    ),
  );
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

// As in a shop; the databases of tests have it off.
await db.execute(sql`alter table audit_log enable trigger audit_log_append_only`);
const person = await livePerson();
const stored = async () => ({
  orders: await db.select().from(orders).orderBy(orders.id),
  items: await db.select().from(orderItems).orderBy(orderItems.id),
  refunds: await db.select().from(refunds).orderBy(refunds.id),
});
const before = await stored();

test("the customer is everywhere before the erasure", async () => {
  const found = await findWords(Object.values(WORDS));
  expect([...found].filter(([, places]) => places.length === 0).map(([word]) => word)).toEqual([]);
  const tables = new Set([...found.values()].flat().map((at) => at.split(".")[1]));
  for (const table of ["orders", "order_items", "order_events", "refunds", "mail_outbox", "carts", "cart_items", "reviews", "promotions"])
    expect(tables, table).toContain(table);
  for (const table of ["audit_log", "customers", "customer_contacts", "simulator_objects", "simulator_keys"])
    expect(tables, table).toContain(table);
});

test("only administrators erase, after they confirmed", async () => {
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

test("later news of a payment bring nothing of an erased customer back", async () => {
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

test("a second click says so, and the page is gone", async () => {
  expect(await postErase(person.id)).toMatchObject({ status: 302, location: "/admin/customers" });
  expect((await openErase(person.id)).status).toBe(404);
  expect((await postErase(999_999)).status).toBe(404);
});

test("an order that arrives meanwhile makes a new customer", async () => {
  const own = {
    customerEmail: "cy@example.com",
    emailKey: "cy@example.com",
    phoneKey: "",
    customerPhone: "",
    status: "completed",
  } as const;
  const { order } = await storeOrder(db, { ...own, paymentState: "captured" });
  let erasing: ReturnType<typeof eraseCustomer> | undefined;
  const later = await inTransaction(db, async (tx) => {
    const placed = await storeOrder(tx, { ...own, status: "received" });
    erasing = eraseCustomer(services, ANA, order.customerId ?? 0);
    const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => db.execute(waiting, "objects")).toHaveLength(1);
    return placed.order;
  });
  expect(await erasing).toMatchObject({ kind: "refused", problem: expect.stringContaining("just arrived") as string });
  await db.update(orders).set({ status: "completed", paymentState: "captured" }).where(eq(orders.id, later.id));
  expect(await eraseCustomer(services, ANA, order.customerId ?? 0)).toEqual({ kind: "erased", orders: 2 });
  const again = await storeOrder(db, own);
  expect(again.order.customerId).not.toBe(order.customerId);
});

test("an open dispute refuses the erasure, a lost one does not, although no event told it", async () => {
  const orderId = await place("dora@example.com", "+1 416 555 8181");
  for (const event of ["accept", "preparing", "ready", "out", "complete"] as const)
    await act(orderId, event === "accept" ? { event, minutes: 20 } : { event });
  const id = await customerOf(orderId);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const end = await openDispute(shop, order?.paymentIntentId ?? null);
  const askedAt = services.now();
  const seen = await (await services.payments.current()).gateway.retrieveIntent(order?.paymentIntentId ?? "");
  if (!seen.ok) throw new Error(seen.message);
  await comparePayment(services, seen.intent, askedAt);
  const problem = expect.stringContaining("1 payment of this customer is disputed at the bank") as string;
  expect((await openErase(id)).data).toMatchObject({ problem });
  expect(await postErase(id)).toMatchObject({ status: 409, data: { message: problem } });
  await end("lost");
  expect((await openErase(id)).data).toMatchObject({ problem: null });
  expect(await eraseCustomer(services, ANA, id)).toEqual({ kind: "erased", orders: 1 });
});

test("others keep the undo of a change that their reviews shared with the erased customer's", async () => {
  const reviewBy = async (email: string) => {
    const own = { customerEmail: email, emailKey: email, phoneKey: "", customerPhone: "", status: "completed" } as const;
    const { order } = await storeOrder(db, { ...own, paymentState: "captured" });
    const row = { productId, authorName: email, rating: 4, body: email, status: "pending", orderId: order.id } as const;
    const [review] = await db.insert(reviews).values(row).returning();
    return { id: review?.id ?? 0, customer: order.customerId ?? 0 };
  };
  const [erased, other] = [await reviewBy("ed@example.com"), await reviewBy("flo@example.com")];
  const both = [erased, other].map(({ id }) => String(id));
  expect((await ana.post(reviewList, "/admin/reviews", { intent: "approve", selected: both })).status).toBe(302);
  const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(await eraseCustomer(services, ANA, erased.customer)).toEqual({ kind: "erased", orders: 1 });
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/reviews" });
  const states = await db
    .select({ id: reviews.id, status: reviews.status })
    .from(reviews)
    .where(inArray(reviews.id, both.map(Number)));
  expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [erased.id, "approved"],
      [other.id, "pending"],
    ]),
  );
});

test("what the history could bring back goes, too; the shop's own emails stay, whoever ordered with their address", async () => {
  const word = "quillowmere";
  const email = `${word}@example.com`;
  const own = { customerEmail: email, emailKey: email, customerName: word, phoneKey: "", customerPhone: "", status: "completed" } as const;
  const { order } = await storeOrder(db, { ...own, paymentState: "captured" });
  const { order: others } = await storeOrder(db, { customerEmail: "dee@example.com", emailKey: "dee@example.com", phoneKey: "" });
  const condition = { type: "customer-email", emails: [email], domains: [] };
  await db.insert(auditLog).values([
    {
      userName: "Ana",
      action: "delete",
      subject: `${word}’s review`,
      subjectKind: "review",
      subjectIds: ["4711"],
      before: { 4711: { authorName: word, body: word, reply: "", rating: 4, orderId: order.id } },
      after: { 4711: null },
    },
    {
      userName: "Ana",
      action: "import",
      subject: "1 record",
      subjectKind: "configuration",
      subjectIds: ["50000000001"],
      before: { 50000000001: { condition } },
      after: { 50000000001: { condition: { ...condition, emails: ["bo@example.com"] } } },
    },
  ]);
  const mail = { id: crypto.randomUUID(), recipient: "", subject: "Kept", status: "sent" } as const;
  for (const [kind, orderId] of [
    ["order_received_staff", others.id],
    ["day_closed", null],
  ] as const)
    await db
      .insert(mailOutbox)
      .values({ ...mail, id: crypto.randomUUID(), kind, orderId, recipient: email, dedupeKey: crypto.randomUUID() });
  expect(await eraseCustomer(services, ANA, order.customerId ?? 0)).toEqual({ kind: "erased", orders: 1 });
  expect([...(await findWords([word])).values()].flat()).toEqual(["public.mail_outbox.recipient"]);
  expect((await db.select().from(mailOutbox).where(eq(mailOutbox.subject, "Kept"))).map(({ kind }) => kind).sort()).toEqual([
    "day_closed",
    "order_received_staff",
  ]);
});
