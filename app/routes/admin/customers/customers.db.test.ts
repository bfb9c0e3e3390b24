import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import * as customersCall from "#app/routes/admin/api/customers/list.ts";
import * as customerCall from "#app/routes/admin/api/customers/one.ts";
import * as search from "#app/routes/admin/api/search.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages } from "#test/staff-pages.ts";
import { storeOrder, type StoredOrder } from "#test/stored-orders.ts";
import * as csv from "./customers-csv.ts";
import * as detail from "./detail.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.delete(orders);
  await db.delete(customers);
  await db.delete(auditLog);
});

const LIST = "/admin/customers";
const day = (date: string) => new Date(`2026-${date}T18:00:00Z`);
const by = async (emailKey: string, phoneKey: string, changes: Partial<StoredOrder> = {}) =>
  (await storeOrder(db, { customerEmail: emailKey, emailKey, customerPhone: phoneKey, phoneKey, ...changes })).order;
const rowsOf = async (query: string) =>
  ((await ana.get(list, `${LIST}${query}`)).data as { rows: { id: number; name: string; orderCount: number; spent: number }[] }).rows;
const pageOf = async (id: number | null, query = "") =>
  (await ana.get(detail, `${LIST}/${id}${query}`, { id: String(id) })).data as {
    row: { orderCount: number; spent: number; firstAt: Date; lastAt: Date; email: string; phone: string };
    contacts: string[];
    addresses: unknown;
    merge: unknown;
    favourites: { name: string; quantity: number }[];
    orders: { rows: { id: string }[]; total: number };
  };
const edit = (id: number | null, over: Record<string, string>) => ana.edit(detail, `${LIST}/${id}`, over, { id: String(id) });

test("links website orders to a customer by email, staff orders also by phone", async () => {
  const first = await by("ana@example.com", "+14165550101", { customerName: "Ana", placedAt: day("05-03") });
  const sameEmail = await by("ana@example.com", "+14165550102");
  const samePhone = await by("work@example.com", "+14165550102", { source: "telephone" });
  const withoutEmail = await by("", "+14165550102", { source: "counter" });
  const neither = await by("bo@example.com", "+14165550103", { customerName: "Bo" });
  const emailFirst = await by("bo@example.com", "+14165550101", { source: "telephone" });
  const joined = [sameEmail, samePhone, withoutEmail].map((order) => order.customerId);
  expect(joined).toEqual([first.customerId, first.customerId, first.customerId]);
  expect(neither.customerId).not.toBe(first.customerId);
  expect(emailFirst.customerId).toBe(neither.customerId);
  expect((await pageOf(first.customerId)).contacts).toEqual(["ana@example.com", "work@example.com", "+14165550101", "+14165550102"]);
});

test("a website order does not change the customer with the same phone number", async () => {
  const ana = await by("ana@example.com", "+14165550101", { customerName: "Ana" });
  await edit(ana.customerId, { notes: "Likes window seats", allergies: "Nuts", tags: "regular" });
  const other = await by("eve@example.com", "+14165550101", { customerName: "Eve", marketingConsent: true });
  expect(other.customerId).not.toBe(ana.customerId);
  const pages = [await pageOf(ana.customerId), await pageOf(other.customerId)];
  expect(pages.map(({ contacts }) => contacts)).toEqual([["ana@example.com", "+14165550101"], ["eve@example.com"]]);
  expect(pages[0]?.row).toMatchObject({ orderCount: 1, email: "ana@example.com", marketingConsent: null, tags: ["regular"] });
  // Staff who look for the number find both, and may merge them.
  expect((await rowsOf("?q=416+555+0101")).map(({ name }) => name).toSorted()).toEqual(["Ana", "Eve"]);
});

test("creates no customer for an unpaid checkout or an order without contacts", async () => {
  const unpaid = await by("ana@example.com", "", { status: "awaiting_payment", placedAt: null, number: null });
  expect(unpaid.customerId).toBeNull();
  expect((await by("", "")).customerId).toBeNull();
  expect(await rowsOf("")).toEqual([]);
  await db
    .update(orders)
    .set({ placedAt: day("05-03"), status: "received", number: "A-1" })
    .where(eq(orders.id, unpaid.id));
  expect(await rowsOf("")).toMatchObject([{ name: "Ana Pérez", orderCount: 1 }]);
});

test("creates one customer for parallel first orders", async () => {
  const placed = await Promise.all(
    Array.from({ length: 6 }, () => inTransaction(db, async (tx) => (await storeOrder(tx)).order.customerId)),
  );
  expect(new Set(placed).size).toBe(1);
  expect(await db.select({ id: customers.id }).from(customers)).toHaveLength(1);
});

test("counts orders and spending like reports: without rejected ones, less refunds", async () => {
  const first = await by("ana@example.com", "", { placedAt: day("05-03"), status: "completed", capturedCents: 3938, refundedCents: 938 });
  await by("ana@example.com", "", { placedAt: day("06-03"), status: "completed" });
  await by("ana@example.com", "", { placedAt: day("04-03"), status: "rejected" });
  const last = await by("ana@example.com", "", { placedAt: day("07-03"), status: "cancelled" });
  const page = await pageOf(first.customerId);
  expect(page.row).toMatchObject({ orderCount: 2, spent: 2 * 3938 - 938, firstAt: day("05-03"), lastAt: day("06-03") });
  expect(page.favourites).toMatchObject([{ name: "Double smash burger", quantity: 6 }]);
  expect(page.orders.total).toBe(4);
  expect(page.orders.rows[0]?.id).toBe(last.id);
  expect((await pageOf(first.customerId, "?per_page=1&page=4")).orders.rows).toHaveLength(1);
});

test("searches by name, email and phone in any spelling, filters and sorts", async () => {
  const one = await by("ana@example.com", "+14165550101", { customerName: "Ana Pérez", placedAt: day("05-03") });
  const two = await by("bo@example.com", "+14165550202", { customerName: "Bo", placedAt: day("06-03") });
  await by("bo@example.com", "", { placedAt: day("05-04") });
  await edit(one.customerId, { tags: "Regular, staff meal" });
  await edit(two.customerId, { isBlocked: "on", blockedReason: "Never came" });
  const names = async (query: string) => (await rowsOf(query)).map((row) => row.name);
  expect(await names("")).toEqual(["Bo", "Ana Pérez"]);
  expect(await names("?sort=last")).toEqual(["Ana Pérez", "Bo"]);
  expect(await names("?sort=-orders")).toEqual(["Bo", "Ana Pérez"]);
  expect(await names("?sort=spent")).toEqual(["Ana Pérez", "Bo"]);
  expect(await names("?sort=name")).toEqual(["Ana Pérez", "Bo"]);
  for (const q of ["pérez", "ANA@", "(416) 555-0101", "0101"]) expect(await names(`?q=${encodeURIComponent(q)}`), q).toEqual(["Ana Pérez"]);
  for (const q of ["%25", "_", "nobody", "'"]) expect(await names(`?q=${q}`), q).toEqual([]);
  expect(await names("?tag=staff%20meal")).toEqual(["Ana Pérez"]);
  expect(await names("?blocked=yes")).toEqual(["Bo"]);
  expect(await names("?blocked=no")).toEqual(["Ana Pérez"]);
});

const HOME = { street: "12 King St", unit: "4", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "Canada" };
const WORK = { ...HOME, street: "1 Bay St", unit: "" };

test("shows distinct delivery addresses, newest first, everywhere", async () => {
  const deliver = (email: string, address: typeof HOME, date: string, changes: Partial<StoredOrder> = {}) =>
    by(email, "", { fulfillment: "delivery", address, placedAt: day(date), ...changes });
  const { customerId } = await deliver("ana@example.com", WORK, "05-03");
  await deliver("ana@example.com", { ...HOME, street: "12 KING  ST" }, "05-04");
  await deliver("ana@example.com", HOME, "05-05", { status: "rejected" });
  // Typed before the customer chose pickup.
  await deliver("ana@example.com", { ...HOME, street: "5 Mill St" }, "05-06", { fulfillment: "pickup" });
  const bo = await deliver("bo@example.com", { ...HOME, street: "9 Queen St" }, "05-07");
  const page = await pageOf(customerId, `?merge=${bo.customerId}`);
  expect(page.addresses).toEqual([HOME, WORK]);
  expect(page.merge).toMatchObject({ here: { addresses: [HOME, WORK] }, other: { addresses: [{ street: "9 Queen St" }] } });
  const one = await ana.get(customerCall, `/admin/api/customers/${customerId}`, { id: String(customerId) });
  expect(one.data).toMatchObject({ customer: { addresses: [HOME, WORK] } });
  const all = await ana.get(customersCall, "/admin/api/customers?q=bo%40example.com");
  expect(all.data).toMatchObject({ customers: [{ addresses: [{ street: "9 Queen St" }] }] });
  const file = String((await ana.get(csv, `${LIST}/customers.csv?selected=${customerId}`)).data);
  expect(file).toContain('"12 King St, 4, Toronto, ON M5V 1A1, Canada; 1 Bay St, Toronto, ON M5V 1A1, Canada"');
});

test("exports the matching or the chosen customers", async () => {
  const one = await by("ana@example.com", "+14165550101", { customerName: "Ana", placedAt: day("05-03") });
  await by("bo@example.com", "", { customerName: "=Bo", placedAt: day("06-03") });
  const file = async (query: string) => String((await ana.get(csv, `${LIST}/customers.csv?${query}`)).data);
  expect((await file("")).trim().split("\r\n")).toHaveLength(3);
  expect(await file(`selected=${one.customerId}`)).toContain("Ana,ana@example.com,");
  expect((await file(`selected=${one.customerId}`)).trim().split("\r\n")).toHaveLength(2);
  expect(await file("search=q%3Dbo%2540")).toContain("'=Bo");
});

test("saves notes, allergies, tags and the block, with history and undo", async () => {
  const { customerId } = await by("ana@example.com", "+14165550101");
  expect(await edit(customerId, { notes: "Rings twice", allergies: "Nuts", tags: "regular, REGULAR", isBlocked: "on" })).toMatchObject({
    status: 302,
    location: `${LIST}/${customerId}`,
  });
  const [stored] = await db.select().from(customers);
  expect(stored).toMatchObject({ notes: "Rings twice", allergies: "Nuts", tags: ["regular"], isBlocked: true, email: "ana@example.com" });
  const [entry] = await db.select().from(auditLog);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: LIST });
  expect((await db.select().from(customers))[0]).toMatchObject({ notes: "", allergies: "", tags: [], isBlocked: false });
});

test("stores marketing consent with source and date, with undo, filter and export", async () => {
  const one = await by("ana@example.com", "+14165550101", { customerName: "Ana" });
  await by("bo@example.com", "", { customerName: "Bo" });
  const consent = async () => {
    const [row] = await db.select().from(customers).where(eq(customers.name, "Ana"));
    return { answer: row?.marketingConsent, source: row?.consentSource, at: row?.consentAt ?? null };
  };
  await edit(one.customerId, { marketingConsent: "given", consentSource: "Asked at the counter" });
  const given = await consent();
  expect(given).toEqual({ answer: "given", source: "Asked at the counter", at: expect.any(Date) as Date });
  await edit(one.customerId, { notes: "Rings twice" });
  expect(await consent()).toEqual(given);
  await edit(one.customerId, { marketingConsent: "withdrawn", consentSource: "By email" });
  const withdrawn = await consent();
  expect(withdrawn).toMatchObject({ answer: "withdrawn", source: "By email" });
  expect(Number(withdrawn.at)).toBeGreaterThan(Number(given.at));
  const names = async (query: string) => (await rowsOf(query)).map((row) => row.name);
  expect(await names("?consent=withdrawn")).toEqual(["Ana"]);
  expect(await names("?consent=given")).toEqual([]);
  expect(await names("?consent=none")).toEqual(["Bo"]);
  const file = String((await ana.get(csv, `${LIST}/customers.csv?selected=${one.customerId}`)).data);
  expect(file).toContain("marketing_consent,consent_date,consent_source");
  expect(file).toMatch(/,withdrawn,\d{4}-\d{2}-\d{2} [\d:]+,By email,/);
  const [entry] = await db
    .select()
    .from(auditLog)
    .orderBy(sql`id desc`)
    .limit(1);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: LIST });
  expect(await consent()).toEqual(given);
  await edit(one.customerId, { marketingConsent: "none" });
  expect(await consent()).toEqual({ answer: null, source: "", at: null });
});

test.for([
  ["no name", { name: " " }, "name"],
  ["a name of two lines", { name: "Ana\nBo" }, "name"],
  ["long notes", { notes: "x".repeat(5001) }, "notes"],
  ["a NUL", { notes: "a\u0000b" }, "notes"],
  ["long allergies", { allergies: "x".repeat(201) }, "allergies"],
  ["a long tag", { tags: "x".repeat(41) }, "tags"],
  ["many tags", { tags: Array.from({ length: 31 }, (_, index) => `tag ${index}`).join(", ") }, "tags"],
  ["consent without a source", { marketingConsent: "given" }, "consentSource"],
  ["an unknown answer", { marketingConsent: "perhaps" }, "marketingConsent"],
  ["a long source", { marketingConsent: "given", consentSource: "x".repeat(201) }, "consentSource"],
  ["an unknown switch", { isBlocked: "maybe" }, "isBlocked"],
  ["a long reason", { blockedReason: "x".repeat(201) }, "blockedReason"],
] as const)("refuses %s inline and stores nothing", async ([, over, field]) => {
  const { customerId } = await by("ana@example.com", "");
  const answer = await edit(customerId, over);
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[field]).toHaveLength(1);
  expect(await db.select().from(auditLog)).toEqual([]);
});

test("returns 404 for a customer who does not exist", async () => {
  const fields = {
    name: "Ana",
    notes: "",
    allergies: "",
    tags: "",
    isBlocked: "",
    blockedReason: "",
    marketingConsent: "none",
    consentSource: "",
  };
  for (const id of ["999999", "0", "x", "customers.csv"]) {
    expect((await ana.get(detail, `${LIST}/${id}`, { id })).status, id).toBe(404);
    expect((await ana.post(detail, `${LIST}/${id}`, fields, { id })).status, id).toBe(404);
  }
});

test("the staff search finds customers", async () => {
  const { customerId } = await by("ana@example.com", "+14165550101", { customerName: "Ana" });
  const { data } = await ana.get(search, "/admin/api/search?q=0101&kind=customer");
  expect(data).toEqual({
    hits: [expect.objectContaining({ label: "Ana", detail: "ana@example.com", to: `${LIST}/${customerId}` })],
  });
});

test("keeps an order whose customer is deleted", async () => {
  const order = await by("ana@example.com", "");
  await db.delete(customers);
  expect(await db.select({ customerId: orders.customerId }).from(orders)).toEqual([{ customerId: null }]);
  await db.execute(sql`update orders set placed_at = placed_at where id = ${order.id}`);
  expect(await rowsOf("")).toHaveLength(1);
});
