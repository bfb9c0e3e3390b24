import { beforeEach, expect, test } from "vitest";
import { categories } from "#app/catalogue/data/tables.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import { createUser } from "#app/staff/data/users.server.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as categoryForm from "#app/routes/admin/category/form.tsx";
import * as reviewForm from "#app/routes/admin/reviews/form.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import * as detail from "./detail.tsx";
import * as entriesCsv from "./entries-csv.ts";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const bo = await createUser(db, { email: "bo@example.com", name: "Bo", passwordHash: "x", roles: [] });

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(categories);
});

const rows = async (query = "") =>
  (
    (await ana.get(list, `/admin/history${query}`)).data as {
      rows: { id: number; what: string; who: string; fields: string; isDenied: boolean }[];
    }
  ).rows;
const entry = async (id: number) => (await ana.get(detail, `/admin/history/${id}`, { id: String(id) })).data;

test("lists every action with its changes and record, and Undo while it is safe", async () => {
  const fields = { description: "", parentId: "", mediaId: "", hue: "20", isHidden: "shown", hours: "", products: "" };
  const added = await ana.post(categoryForm, "/admin/category/add", { ...fields, name: "Soups" });
  expect(added.status).toBe(302);
  const [row] = await rows();
  expect(row).toMatchObject({ what: "Add: Soups", who: "Ana" });
  const [{ id } = { id: 0 }] = await db.select({ id: categories.id }).from(categories);
  expect(await entry(row!.id)).toMatchObject({
    title: "Add: Soups",
    canUndo: true,
    links: [{ to: `/admin/category/edit/${id}`, label: "Soups" }],
    lines: expect.arrayContaining([{ record: "", field: "name", key: "", before: "", after: "Soups" }]) as unknown,
  });
  await db.update(categories).set({ name: "Stews" });
  expect(await entry(row!.id)).toMatchObject({ canUndo: false });
  await db.update(categories).set({ name: "Soups" });
  await ana.post(undo, "/admin/undo", { entry: String(row!.id), to: "/admin/history" });
  expect((await rows()).map((each) => each.what)).toEqual(["Undo: Soups", "Add: Soups"]);
  expect(await entry(row!.id)).toMatchObject({ canUndo: false, undoneBy: "Ana" });
});

test("a menu editor undoes changes of the menu, and no others", async () => {
  const mia = openStaffPages(services, "Mia", null, ["menu-editor"]);
  const fields = { description: "", parentId: "", mediaId: "", hue: "20", isHidden: "shown", hours: "", products: "" };
  await ana.post(categoryForm, "/admin/category/add", { ...fields, name: "Soups" });
  const [soups] = await rows();
  await ana.post(reviewForm, "/admin/reviews/add", {
    productId: String(await insertProduct(db, { name: "Soup" })),
    authorName: "Bea",
    rating: "4",
    body: "Good",
    status: "approved",
    reply: "",
  });
  const [review] = await rows();
  const undone = (entryId: number) => mia.post(undo, "/admin/undo", { entry: String(entryId), to: "/admin/category" });
  expect((await undone(review!.id)).location).toBe("/admin/product");
  expect((await undone(soups!.id)).location).toBe("/admin/category");
  expect((await rows()).map(({ what, who }) => `${what} by ${who}`)).toEqual([
    "Undo: Soups by Mia",
    expect.stringContaining("by Ana"),
    "Add: Soups by Ana",
  ]);
});

test("describes order events in the words of the order page, amounts in dollars", async () => {
  const { order } = await storeOrder(db, { number: "A-020" });
  const acts = {
    "order-out": [
      { status: "ready", paymentState: "captured" },
      { status: "out_for_delivery", paymentState: "captured" },
    ],
    "order-refund": [
      { status: "ready", paymentState: "captured" },
      { status: "ready", paymentState: "partially_refunded", amount: 1017, reason: "Burnt" },
    ],
    "order-reject": [
      { status: "received", paymentState: "authorized" },
      { status: "rejected", paymentState: "voided", reason: "too_busy", text: "", refunded: 5 },
    ],
  } as const;
  for (const [action, [before, after]] of Object.entries(acts))
    await recordAudit(db, { userId: null, userName: "Ana", action, subject: `order ${order.id}`, before, after });
  const [rejected, refunded, out] = await rows();
  expect(out?.what).toBe("Out for delivery: order A-020");
  const lines = async (row: { id: number } | undefined) =>
    ((await entry(row?.id ?? 0)) as { lines: { field: string; before: string; after: string }[] }).lines.map(
      ({ field, before, after }) => `${field}: ${before} → ${after}`,
    );
  expect(await lines(out)).toEqual(["status: Ready → On its way"]);
  expect(await lines(refunded)).toEqual(["payment state: captured → partially refunded", "amount:  → $10.17", "reason:  → Burnt"]);
  expect(await lines(rejected)).toEqual([
    "status: New → Rejected",
    "payment state: authorized → voided",
    "reason:  → Too busy",
    "refunded:  → $0.05",
  ]);
});

test("keeps amounts in the order's currency after the shop changes its currency", async () => {
  const { order } = await storeOrder(db, { number: "A-021", currency: "jpy" });
  const state = { status: "ready", paymentState: "captured" };
  const acts = {
    "order-complete": { ...state, given: 2000, change: 500 },
    "order-refund": { ...state, amount: 1500 },
  };
  for (const [action, after] of Object.entries(acts))
    await recordAudit(db, { userId: null, userName: "Ana", action, subject: `order ${order.id}`, before: state, after });
  const [refunded, completed] = await rows();
  const amounts = async (row: { id: number } | undefined) =>
    ((await entry(row?.id ?? 0)) as { lines: { field: string; after: string }[] }).lines.map(({ field, after }) => `${field}: ${after}`);
  expect(await amounts(refunded)).toEqual(["amount: ¥1,500"]);
  expect(await amounts(completed)).toEqual(["given: ¥2,000", "change: ¥500"]);
  expect(String((await ana.get(entriesCsv, "/admin/history/entries.csv")).data)).toContain("amount:  → ¥1,500");
});

test("names the records of an entry and those it refers to", async () => {
  const soups = await insertCategory(db, { name: "Soups" });
  const [tea, cake] = [await insertProduct(db, { name: "Tea" }), await insertProduct(db, { name: "Cake" })];
  const states = (priceCents: number, categories: readonly number[]) => ({
    [tea]: { priceCents, categories },
    [cake]: { priceCents, categories },
  });
  await recordAudit(db, {
    userId: null,
    userName: "Ana",
    action: "edit",
    subject: "2 records",
    subjectKind: "product",
    subjectIds: [tea, cake],
    before: states(250, []),
    after: states(1250, [soups, 999_999]),
  });
  const [row] = await rows();
  const { lines } = (await entry(row?.id ?? 0)) as { lines: { record: string; field: string; before: string; after: string }[] };
  expect(lines.map(({ record, field, before, after }) => [record, field, before, after])).toEqual(
    ["Tea", "Cake"].flatMap((name) => [
      [name, "categories", "", "Soups, no. 999999"],
      [name, "price", "$2.50", "$12.50"],
    ]),
  );
});

test("filters by user, kind, day and words, and ignores invalid values", async () => {
  const put = (values: Partial<Parameters<typeof recordAudit>[1]>) =>
    recordAudit(db, { userId: null, userName: "operator", action: "edit", subject: "Tea", ...values });
  await put({ subjectKind: "product", subjectIds: [7], before: { 7: { priceCents: 300 } }, after: { 7: { priceCents: 350 } } });
  // The search reads the id as well: a random one may hold a "17".
  const { order } = await storeOrder(db, { id: "00000000-0000-7000-8000-000000000005", number: "A-017" });
  await put({ action: "order-accept", subject: `order ${order.id}`, userId: bo.id, userName: "Bo" });
  await put({
    action: "change-settings",
    subject: "settings",
    before: { TAX_RATE: 13, DELIVERY_FEE: 500, TIP_BASE: "pretax", OPENING_HOURS: null, ORDERING_PAUSED_UNTIL: "" },
    after: {
      TAX_RATE: 14,
      DELIVERY_FEE: 650,
      TIP_BASE: "posttax",
      OPENING_HOURS: { monday: ["11:00-21:00"] },
      SPECIAL_HOURS: [{ from: "2026-12-24", to: "2026-12-26", ranges: [], services: "all", message: "Back on Sunday" }],
      ORDERING_PAUSED_UNTIL: "2026-07-01T22:30:00.000Z",
      STRIPE_SECRET_KEY: "changed",
    },
  });
  await put({ action: "denied", subject: "/admin/users", userId: bo.id, userName: "Bo" });
  const whats = async (query: string) => (await rows(query)).map((row) => row.what);
  expect(await whats(`?person=${bo.id}`)).toEqual(["Denied: /admin/users", "Accept: order A-017"]);
  expect(await whats("?kind=denied")).toEqual(["Denied: /admin/users"]);
  expect(await whats("?kind=product")).toEqual(["Edit: Tea"]);
  expect(await whats("?kind=settings")).toEqual(["Change settings"]);
  expect(await whats("?kind=order")).toHaveLength(1);
  expect(await whats("?q=tea")).toEqual(["Edit: Tea"]);
  for (const q of ["A-017", "a-017", "%23A-017", "017", "accept+A-017"]) expect(await whats(`?q=${q}`), q).toEqual(["Accept: order A-017"]);
  for (const q of ["A-0", "17", "A-018", "tea+A-017"]) expect(await whats(`?q=${q}`), q).toEqual([]);
  expect(await whats("?q=%25")).toEqual([]);
  expect(await whats("?from=2999-01-01")).toEqual([]);
  expect(await whats("?to=1999-01-01")).toEqual([]);
  expect(await whats("?kind=nonsense&person=x&from=never&page=0")).toHaveLength(4);
  const [price] = await rows("?kind=product");
  expect(await entry(price!.id)).toMatchObject({ lines: [{ field: "price", before: "$3.00", after: "$3.50" }] });
  const [accepted] = await rows("?kind=order");
  expect(await entry(accepted!.id)).toMatchObject({
    title: "Accept: order A-017",
    links: [{ to: `/admin/orders/${order.id}`, label: "order A-017" }],
  });
  const [settings] = await rows("?kind=settings");
  expect(await entry(settings!.id)).toMatchObject({
    links: [{ to: "/admin/site-settings" }],
    lines: [
      { field: "Tax rate in percent", key: "TAX_RATE", before: "13", after: "14" },
      { field: "Calculate tips on", before: "before tax", after: "after tax" },
      { field: "Delivery fee", key: "DELIVERY_FEE", before: "$5.00", after: "$6.50" },
      { field: "Hours by weekday", before: "", after: "Sunday Closed\nMonday 11:00 AM – 9:00 PM\nTuesday – Saturday Closed" },
      { field: "Ordering paused until", before: "", after: expect.stringMatching(/^Jul 1, 2026, 6:30\sPM$/) as unknown },
      { field: "Holidays and special hours", before: "", after: "Dec 24, 2026 to Dec 26, 2026: Closed. Back on Sunday" },
      { field: "Stripe secret key", key: "STRIPE_SECRET_KEY", before: "", after: "changed" },
    ],
  });
  expect(await ana.get(detail, "/admin/history/999999", { id: "999999" })).toMatchObject({ status: 404 });
  expect(await db.$count(users)).toBe(1);
});
