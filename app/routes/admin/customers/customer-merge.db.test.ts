import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { isCustomerBlocked } from "#app/orders/data/customers/blocked-customers.server.ts";
import { customerRecords, moveOrders } from "#app/orders/data/customers/customer-records.server.ts";
import { customerContacts, customers } from "#app/orders/data/customers/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { mergeCustomers } from "#app/orders/workflows/customers/merge-customers.server.ts";
import { readCustomerFacts } from "#app/cart/data/orders-seen.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { listExceededPromotions } from "#app/promotions/data/uses.server.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder, type StoredOrder } from "#test/stored-orders.ts";
import { untilOneWaits } from "#test/test-db.ts";
import * as detail from "./detail.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const orderStaff = openStaffPages(services, "Olly", null, ["order-admin"]);

beforeEach(async () => {
  await db.delete(orders);
  await db.delete(customers);
  await db.delete(auditLog);
});

const LIST = "/admin/customers";
const by = async (emailKey: string, phoneKey: string, changes: Partial<StoredOrder> = {}) =>
  (await storeOrder(db, { customerEmail: emailKey, emailKey, customerPhone: phoneKey, phoneKey, ...changes })).order;
const edit = (id: number, over: Record<string, string>) => ana.edit(detail, `${LIST}/${id}`, over, { id: String(id) });
const merge = (id: number, other: number, stays = "this", pages = ana) =>
  pages.post(detail, `${LIST}/${id}`, { intent: "merge", other: String(other), stays }, { id: String(id) });
const undoLast = async (pages = ana) => {
  const [entry] = await db
    .select()
    .from(auditLog)
    .orderBy(sql`id desc`)
    .limit(1);
  await pages.post(undo, "/admin/undo", { entry: String(entry?.id), to: LIST });
};
const previewOf = async (id: number, other: number | string, pages = ana) =>
  ((await pages.get(detail, `${LIST}/${id}?merge=${other}`, { id: String(id) })).data as { merge: { problem: string | null } | null })
    .merge;

/** All that a merge may change, as stored. */
async function stored() {
  const shown = await db.select().from(customers).orderBy(asc(customers.id));
  return {
    customers: shown.map(({ version: _version, updatedAt: _updatedAt, ...rest }) => rest),
    contacts: await db.select().from(customerContacts).orderBy(asc(customerContacts.key)),
    orders: await db.select({ id: orders.id, customerId: orders.customerId }).from(orders).orderBy(asc(orders.id)),
  };
}

/** Ana with two orders, Bo with one; they share a phone number that is Ana's. */
async function twoCustomers() {
  const first = await by("ana@example.com", "+14165550101", { customerName: "Ana", placedAt: new Date("2026-05-03T18:00:00Z") });
  await by("ana@example.com", "+14165550102", { placedAt: new Date("2026-05-04T18:00:00Z") });
  const other = await by("bo@example.com", "+14165550201", { customerName: "Bo", placedAt: new Date("2026-05-05T18:00:00Z") });
  await by("bo@example.com", "+14165550101", { placedAt: new Date("2026-05-06T18:00:00Z") });
  const [one, two] = [first.customerId ?? 0, other.customerId ?? 0];
  await edit(one, { notes: "Rings twice", allergies: "Nuts", tags: "regular" });
  await edit(two, { notes: "Blue door", allergies: "Milk", tags: "regular, staff meal", isBlocked: "on", blockedReason: "Never came" });
  return { one, two };
}

test("merges orders, contacts and notes into one customer, and undo restores both", async () => {
  const { one, two } = await twoCustomers();
  const before = await stored();
  expect(await previewOf(one, two)).toMatchObject({ problem: null });
  expect(await merge(one, two)).toMatchObject({ status: 302, location: `${LIST}/${one}` });
  const [kept, ...more] = await db.select().from(customers);
  expect(more).toEqual([]);
  expect(kept).toMatchObject({
    id: one,
    name: "Ana",
    email: "bo@example.com",
    phone: "+14165550101",
    notes: "Rings twice\nBlue door",
    allergies: "Nuts, Milk",
    tags: ["regular", "staff meal"],
    isBlocked: true,
    blockedReason: "Never came",
  });
  expect(new Set((await stored()).orders.map((order) => order.customerId))).toEqual(new Set([one]));
  expect((await by("new@example.com", "+14165550201", { source: "telephone" })).customerId).toBe(one);
  await db.delete(orders).where(eq(orders.emailKey, "new@example.com"));
  await db.delete(customerContacts).where(eq(customerContacts.key, "new@example.com"));
  await undoLast();
  expect(await stored()).toEqual(before);
  await undoLast();
  expect((await stored()).customers).toMatchObject([{ id: one, notes: "Rings twice\nBlue door", isBlocked: true }]);
  expect(new Set((await stored()).orders.map((order) => order.customerId))).toEqual(new Set([one]));
});

test.for([
  ["given", "withdrawn", "withdrawn"],
  ["withdrawn", "given", "given"],
  ["given", "none", "given"],
] as const)("a merged customer keeps the later answer about marketing: %s, then %s", async ([first, second, kept]) => {
  const { one, two } = await twoCustomers();
  await edit(one, { marketingConsent: first, consentSource: "First" });
  if (second !== "none") await edit(two, { marketingConsent: second, consentSource: "Second" });
  const before = await stored();
  await merge(one, two);
  expect(await db.select().from(customers)).toMatchObject([
    { marketingConsent: kept, consentSource: second === "none" ? "First" : "Second" },
  ]);
  await undoLast();
  expect(await stored()).toEqual(before);
});

test("keeps the other customer if staff choose it", async () => {
  const { one, two } = await twoCustomers();
  expect(await merge(one, two, "other")).toMatchObject({ status: 302, location: `${LIST}/${two}` });
  expect((await stored()).customers).toMatchObject([{ id: two, name: "Bo", isBlocked: true }]);
});

test("blocks every contact of a merged customer if one of the two was blocked", async () => {
  const { one, two } = await twoCustomers();
  expect(await isCustomerBlocked(db, { emailKey: "ana@example.com", phoneKey: "" })).toBe(false);
  await merge(one, two);
  for (const emailKey of ["ana@example.com", "bo@example.com"]) expect(await isCustomerBlocked(db, { emailKey, phoneKey: "" })).toBe(true);
  expect(await isCustomerBlocked(db, { emailKey: "", phoneKey: "+14165550102" })).toBe(true);
});

test("limits per customer count orders and uses of all merged contacts", async () => {
  const { one, two } = await twoCustomers();
  const [offer] = await db
    .insert(promotions)
    .values({
      name: "Once",
      title: "Once",
      trigger: "automatic",
      condition: { type: "all", of: [] },
      actionKind: "order-fixed",
      actionParams: { amount: 500 },
      perCustomerUses: 1,
    })
    .returning();
  const promotionId = offer?.id ?? 0;
  const use = async (emailKey: string) => {
    const { id } = await by(emailKey, "");
    await db.insert(promotionUses).values({ promotionId, orderId: id, emailKey, amountCents: 500, state: "redeemed" });
    return id;
  };
  await use("ana@example.com");
  await db.update(orders).set({ paymentState: "captured", capturedCents: 3938 });
  const asked = { promotionIds: [promotionId], needsOrderCount: true, needsTags: true, spentDays: [9000] };
  const seen = (emailKey: string) => readCustomerFacts(db, asked, { emailKey, phoneKey: "" }, services.now(), []);
  expect(await seen("bo@example.com")).toMatchObject({
    orderCount: 2,
    tags: ["regular", "staff meal"],
    spentByDays: { 9000: 2 * 3938 },
    uses: { byPromotion: new Map() },
  });
  await merge(one, two);
  expect(await seen("bo@example.com")).toMatchObject({
    orderCount: 5,
    tags: ["regular", "staff meal"],
    spentByDays: { 9000: 5 * 3938 },
    uses: { byPromotion: new Map([[promotionId, 1]]) },
  });
  expect(await seen("cy@example.com")).toMatchObject({
    orderCount: 0,
    tags: [],
    spentByDays: { 9000: 0 },
    uses: { byPromotion: new Map() },
  });
  expect(await listExceededPromotions(db, await use("cy@example.com"))).toEqual([]);
  expect(await listExceededPromotions(db, await use("bo@example.com"))).toEqual([promotionId]);
});

test("the page of a merged customer redirects to the remaining one", async () => {
  const { one, two } = await twoCustomers();
  const three = (await by("cy@example.com", "")).customerId ?? 0;
  const open = (id: number) => ana.get(detail, `${LIST}/${id}`, { id: String(id) });
  await merge(one, two);
  await merge(three, one);
  for (const id of [one, two]) expect(await open(id)).toMatchObject({ status: 302, location: `${LIST}/${three}` });
  await undoLast();
  expect((await open(one)).status).toBe(200);
  expect(await open(two)).toMatchObject({ status: 302, location: `${LIST}/${one}` });
  await db.delete(customers).where(eq(customers.id, one));
  expect((await open(two)).status).toBe(404);
});

test("rejects a merge by a user who may not merge", async () => {
  const { one, two } = await twoCustomers();
  const before = await stored();
  const olly = { id: 2, email: "olly@example.com", name: "Olly", roles: ["order-admin"] };
  expect(await mergeCustomers(db, olly, { stays: one, goes: two })).toEqual({ kind: "forbidden" });
  expect(await stored()).toEqual(before);
});

test("undo gives later orders to the customer of their email", async () => {
  const { one, two } = await twoCustomers();
  await merge(one, two);
  const later = await by("bo@example.com", "+14165550102");
  expect(later.customerId).toBe(one);
  await undoLast();
  const owner = async (id: string) => (await stored()).orders.find((order) => order.id === id)?.customerId;
  expect(await owner(later.id)).toBe(two);
});

test.for<[string, (ids: { one: number; two: number }) => Promise<unknown>]>([
  ["an order brought a new contact", () => by("bo@example.com", "+14165550999")],
  ["the customer was blocked", ({ one }) => edit(one, { blockedReason: "Again" })],
  ["the customer was merged further", async ({ one }) => merge((await by("cy@example.com", "")).customerId ?? 0, one)],
])("refuses to undo a merge after %s", async ([, change]) => {
  const ids = await twoCustomers();
  await merge(ids.one, ids.two);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "merge"));
  await change(ids);
  const before = await stored();
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: LIST });
  expect(await stored()).toEqual(before);
});

test("merges once if two devices merge the same customers at the same time", async () => {
  const { one, two } = await twoCustomers();
  await Promise.all([merge(one, two), merge(two, one), merge(one, two, "other")]);
  const after = await stored();
  expect(after.customers).toHaveLength(1);
  expect(after.contacts).toHaveLength(5);
  expect(new Set(after.orders.map((order) => order.customerId))).toEqual(new Set(after.customers.map(({ id }) => id)));
  expect(await db.select().from(auditLog).where(eq(auditLog.action, "merge"))).toHaveLength(1);
});

test("an order placed during a merge goes to the remaining customer", async () => {
  const { one, two } = await twoCustomers();
  let placing: Promise<StoredOrder> | undefined;
  await inTransaction(db, async (tx) => {
    const found = await customerRecords.find(tx, [one, two], "lock");
    placing = by("bo@example.com", "");
    await untilOneWaits(db);
    await moveOrders(tx, two, one);
    const [kept, gone] = [found.get(one), found.get(two)];
    if (kept === undefined || gone === undefined) throw new Error("a customer is missing");
    const contacts = [...kept.value.contacts, ...gone.value.contacts];
    await customerRecords.update(tx, one, { ...kept.value, contacts }, kept.value);
    await customerRecords.remove(tx, two);
  });
  expect((await placing)?.customerId).toBe(one);
});

test("a merge waits for an order that is being placed, and moves it", async () => {
  const { one, two } = await twoCustomers();
  let merging: Promise<unknown> | undefined;
  const placed = await inTransaction(db, async (tx) => {
    const { order } = await storeOrder(tx, { emailKey: "bo@example.com", phoneKey: "+14165550777" });
    merging = merge(one, two);
    return order;
  });
  await merging;
  const after = await stored();
  expect(after.orders.find(({ id }) => id === placed.id)?.customerId).toBe(one);
  expect(after.contacts.map(({ customerId }) => customerId)).toEqual(Array.from({ length: 6 }, () => one));
});

test("only administrators merge and see the other customer", async () => {
  const { one, two } = await twoCustomers();
  const before = await stored();
  expect((await merge(one, two, "this", orderStaff)).status).toBe(403);
  expect(await previewOf(one, two, orderStaff)).toBeNull();
  expect(await stored()).toEqual(before);
});

test("only administrators undo a merge, or redo it", async () => {
  const { one, two } = await twoCustomers();
  // Without the menu role, staff of the counter undo nothing at all.
  const both = openStaffPages(services, "Olly", null, ["order-admin", "menu-editor"]);
  const apart = await stored();
  await merge(one, two);
  const merged = await stored();
  await undoLast(both);
  expect(await stored()).toEqual(merged);
  await undoLast();
  expect(await stored()).toEqual(apart);
  await undoLast(both);
  expect(await stored()).toEqual(apart);
});

test("rejects a merge with itself, a missing customer, or invalid texts", async () => {
  const { one, two } = await twoCustomers();
  await edit(one, { allergies: "x".repeat(198) });
  const before = await stored();
  const problem = "The allergies of both customers do not fit into one. Shorten them first.";
  expect(await previewOf(one, two)).toMatchObject({ problem });
  for (const other of [one, 999_999, two]) expect((await merge(one, other)).location).toBe(`${LIST}/${one}`);
  for (const other of [one, 999_999, "x"]) expect(await previewOf(one, other)).toBeNull();
  expect((await merge(one, two, "both")).location).toBe(`${LIST}/${one}`);
  expect(await stored()).toEqual(before);
});
