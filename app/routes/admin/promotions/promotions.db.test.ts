import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { RecordAnswer, RecordFormData } from "#app/kit/record/record-form-data.ts";
import { insertCodes } from "#app/promotions/data/coupon-sets.server.ts";
import { couponCodes, couponSets, promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { PROMOTION_FORM } from "#test/promotions.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as check from "./check.ts";
import * as deletion from "#app/routes/admin/delete-record.tsx";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

const everything = { everything: true };
const fields = {
  ...PROMOTION_FORM,
  name: "Happy hour",
  title: "Happy hour: 20% off",
  schedule: JSON.stringify([{ weekdays: [1, 2, 3, 4], from: "15:00", to: "17:00" }]),
  condition: JSON.stringify({ type: "all", of: [{ type: "fulfillment", is: "pickup" }] }),
  action: JSON.stringify({ kind: "item-percent", params: { rate: 200_000, target: everything } }),
  cap: "10.00",
  totalUses: "100",
};
const add = (over: Partial<typeof fields> = {}) => ana.post(form, "/admin/promotions/add", { ...fields, ...over });
const idOf = (location: string | null) => Number(location?.split("/").at(-1));
const find = async (id: number) => (await db.select().from(promotions).where(eq(promotions.id, id)))[0];
const openForm = async (id: number) =>
  (await ana.get(form, `/admin/promotions/edit/${id}`, { id: String(id) })).data as {
    form: RecordFormData;
    readback: { sentence: string };
    state: string;
  };
const save = async (id: number, over: Partial<typeof fields>) => {
  const opened = (await openForm(id)).form;
  const body = { ...opened.values, version: String(opened.version ?? ""), seen: opened.seen, ...over };
  return ana.post(form, `/admin/promotions/edit/${id}`, body, { id: String(id) });
};

test("stores a promotion, describes it in one sentence, and undoes it", async () => {
  const added = await add({ startsAt: "2026-12-01T15:00" });
  expect(added.status).toBe(302);
  const id = idOf(added.location);
  // Toronto is five hours behind in December.
  expect(await find(id)).toMatchObject({ name: "Happy hour", capCents: 1000, totalUses: 100, startsAt: new Date("2026-12-01T20:00:00Z") });
  const opened = await openForm(id);
  expect(opened.form.values).toMatchObject({ startsAt: "2026-12-01T15:00", cap: "10.00" });
  expect(opened.readback.sentence).toBe("20% off every item, Mon–Thu 3:00–5:00 PM, pickup only, at most $10, 100 uses.");
  expect(opened.state).toBe("draft");
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectKind, "promotion"));
  expect(entry).toMatchObject({ userName: "Ana", action: "add", subject: "Happy hour" });
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/promotions" });
  expect(await find(id)).toBeUndefined();
});

test.each<[keyof typeof fields, string, string]>([
  ["name", "", "Enter a name."],
  ["title", "", "Enter a title for customers."],
  ["status", "running", "Choose a status."],
  ["startsAt", "tomorrow", "Enter the start as a day and a time."],
  ["schedule", '[{"weekdays":[9],"from":"15:00","to":"17:00"}]', "Enter hours such as 15:00 to 17:00."],
  ["schedule", "every day", "Enter hours such as 15:00 to 17:00."],
  ["condition", '{"type":"quantity","target":{"everything":true},"min":0}', "One of the conditions is not complete."],
  ["condition", '{"type":"customer-email","emails":[],"domains":[]}', "Enter an email address or a domain."],
  [
    "action",
    '{"kind":"item-percent","params":{"rate":2000000,"target":{"everything":true}}}',
    "Percentage off: Enter a percentage of at most 100.",
  ],
  [
    "action",
    '{"kind":"bundle","params":{"quantity":1,"target":{"everything":true},"price":100}}',
    "How many: A bundle has at least 2 items.",
  ],
  ["action", '{"kind":"magic","params":{}}', "Choose what it does."],
  ["cap", "much", ""],
  ["priority", "first", "Enter the priority as a whole number from -1000 to 1000."],
  ["totalUses", "0", "Enter the uses as a whole number from 1 to 10\u00a0000\u00a0000."],
])("%s “%s” is refused beside the field and nothing is stored", async (name, text, message) => {
  const before = await db.$count(promotions);
  const answer = await add({ [name]: text });
  expect(answer.status).toBe(422);
  const { errors } = answer.data as Extract<RecordAnswer, { kind: "invalid" }>;
  expect(Object.keys(errors)).toEqual([name]);
  if (message !== "") expect(errors[name]).toEqual([message]);
  expect(await db.$count(promotions)).toBe(before);
});

test("rejects an end before the start", async () => {
  const answer = await add({ startsAt: "2026-12-02T15:00", endsAt: "2026-12-01T15:00" });
  expect(answer).toMatchObject({ status: 422, data: { errors: { endsAt: ["It must end after it starts."] } } });
});

test("an ended promotion can be copied, not edited", async () => {
  const id = idOf((await add({ status: "active", endsAt: "2020-01-01T10:00" })).location);
  expect((await openForm(id)).state).toBe("ended");
  expect(await save(id, { title: "Once more" })).toMatchObject({ status: 422 });
  const copy = await ana.get(form, `/admin/promotions/add?from=${id}`);
  expect(copy.data).toMatchObject({ id: null, form: { values: { name: "Happy hour (copy)", status: "draft", endsAt: "", cap: "10.00" } } });
});

test("the list shows the rule, filters by state, and pauses and resumes", async () => {
  const id = idOf((await add({ name: "Listed" })).location);
  const drafts = await ana.get(list, "/admin/promotions?state=draft&q=listed");
  expect(drafts.data).toMatchObject({ total: 1, rows: [{ id, state: "draft", uses: 0, sentence: expect.stringContaining("20% off") }] });
  expect((await ana.post(list, "/admin/promotions", { intent: "activate", selected: String(id) })).status).toBe(302);
  expect((await find(id))?.status).toBe("active");
  expect((await ana.get(list, "/admin/promotions?state=draft&q=listed")).data).toMatchObject({ total: 0 });
});

test("deletes and restores unused promotions; those with sets or orders stay", async () => {
  const id = idOf((await add({ name: "Short-lived", trigger: "coupon" })).location);
  const [set] = await db.insert(couponSets).values({ name: "Flyer", promotionId: id }).returning();
  const remove = () => ana.post(deletion, `/admin/promotions/delete/${id}`, {}, { id: String(id) });
  expect(await remove()).toMatchObject({ status: 422, data: { message: expect.stringContaining("A coupon set unlocks it.") } });
  // A set in the bin comes back by Undo, with codes that may be in print: it keeps its promotion.
  await db.update(couponSets).set({ deletedAt: new Date("2026-03-01T12:00:00Z") });
  expect(await remove()).toMatchObject({ status: 422, data: { message: expect.stringContaining("can still come back with its codes") } });
  expect(await db.$count(couponSets)).toBe(1);
  await db.delete(couponSets).where(eq(couponSets.id, set?.id ?? 0));
  expect((await remove()).location).toBe("/admin/promotions");
  expect(await find(id)).toBeUndefined();
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, "Short-lived"), eq(auditLog.action, "delete")));
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/promotions" });
  expect(await find(id)).toMatchObject({ name: "Short-lived", capCents: 1000 });
  const { order } = await storeOrder(db);
  await db.insert(promotionUses).values({ promotionId: id, orderId: order.id, emailKey: "", amountCents: 5, state: "released" });
  expect(await remove()).toMatchObject({ status: 422, data: { message: expect.stringContaining("Orders have used it") } });
});

test("the form's sentence reports conflicts and impossible rules", async () => {
  await add({ name: "First of the group", status: "active", group: "lunch" });
  const bundle = { kind: "bundle", params: { quantity: 2, target: everything, price: 99_999_00 } };
  const ask = async (over: Partial<typeof fields>) =>
    (await ana.post(check, "/admin/promotions/check", { ...fields, id: "0", ...over })).data as {
      sentence: string;
      warnings: { field: string | null; text: string }[];
      conflicts: string[];
    };
  const answer = await ask({ group: "lunch", action: JSON.stringify(bundle) });
  expect(answer.conflicts).toEqual([
    "Same group as “First of the group”: the better one of a cart wins. Where both save the same, “First of the group” does.",
  ]);
  expect(answer.warnings).toEqual([
    { field: "action", text: "Even the most expensive items cost no more separately, so it never gives a discount." },
  ]);
  expect((await ask({ action: "{}" })).sentence).toMatch(/^Not complete yet/);
  for (const budget of ["5.00", "$5"])
    expect((await ask({ budget })).warnings).toEqual([{ field: "budget", text: "The budget of $5 does not last for one use of $10." }]);
});

test("keeps a useless promotion as a draft and refuses to activate it", async () => {
  const gift = await insertProduct(db, { priceCents: 1200 });
  const free = JSON.stringify({ kind: "free-item", params: { productIds: [gift], quantity: 1 } });
  const delivery = JSON.stringify({ kind: "delivery-percent", params: { rate: 1_000_000 } });
  const pickup = { type: "fulfillment", is: "pickup" };
  const both = JSON.stringify({ type: "all", of: [pickup, { type: "all", of: [{ type: "fulfillment", is: "delivery" }] }] });
  const always = JSON.stringify({ type: "all", of: [] });
  const worth = "The free item is worth $12.00: with less than that it is never given.";
  const cases: readonly [Partial<typeof fields>, Readonly<Record<string, readonly string[]>>][] = [
    [{ action: free, cap: "11.99" }, { cap: [worth] }],
    [{ action: free, cap: "", budget: "5.00" }, { budget: [worth] }],
    [{ cap: "0.00" }, { cap: ["With $0.00 it never takes anything off."] }],
    [{ condition: both }, { condition: ["An order is either picked up or delivered: both conditions can never be met."] }],
    [{ action: delivery }, { condition: ["For pickup only: there is no delivery fee to take anything off."] }],
    // From Friday noon to Saturday noon there is no Monday afternoon.
    [{ startsAt: "2026-12-04T12:00", endsAt: "2026-12-05T12:00" }, { schedule: ["None of these hours is between its start and its end."] }],
  ];
  for (const [over, problems] of cases) {
    expect((await add(over)).status, "a draft").toBe(302);
    expect(await add({ ...over, status: "active" })).toMatchObject({ status: 422, data: { errors: problems } });
  }
  const stored = idOf((await add({ action: free, cap: "5.00" })).location);
  await ana.post(list, "/admin/promotions", { intent: "activate", selected: String(stored) });
  expect((await find(stored))?.status).toBe("draft");
  expect((await add({ action: free, cap: "12.00", condition: always, status: "active" })).status).toBe(302);
  expect((await add({ startsAt: "2026-12-04T12:00", endsAt: "2026-12-07T15:01", status: "active" })).status).toBe(302);
});

test("reports and links the missing part of a promotion for codes", async () => {
  const id = idOf((await add({ name: "Coded", trigger: "coupon", status: "active" })).location);
  const missing = async () => ((await openForm(id)) as unknown as { missingCodes: { text: string; to: string } | null }).missingCodes;
  expect(await missing()).toMatchObject({ to: "/admin/coupon-sets", text: expect.stringContaining("has no coupon set yet") as string });
  const [set] = await db.insert(couponSets).values({ name: "Flyers", promotionId: id }).returning({ id: couponSets.id });
  expect(await missing()).toMatchObject({ to: `/admin/coupon-sets/${set?.id}`, text: expect.stringContaining("no valid code") as string });
  await insertCodes(db, set?.id ?? 0, [{ code: "HALF50", normalizedCode: "HALF50" }], {
    maxUses: null,
    perCustomerUses: null,
    expiresAt: null,
  });
  expect(await missing()).toBeNull();
  expect((await openForm(id)) as unknown).toMatchObject({ sets: [{ id: set?.id, name: "Flyers" }] });
  const automatic = idOf((await add({ name: "No code" })).location);
  expect((await openForm(automatic)) as unknown).toMatchObject({ missingCodes: null, sets: [] });
});

test("adds a custom code with the promotion", async () => {
  const added = await ana.post(form, "/admin/promotions/add", { ...fields, trigger: "coupon", code: "Welcome-10" });
  const [set] = await db
    .select()
    .from(couponSets)
    .where(eq(couponSets.promotionId, idOf(added.location)));
  const codes = await db
    .select()
    .from(couponCodes)
    .where(eq(couponCodes.couponSetId, set?.id ?? 0));
  expect(codes.map(({ code, normalizedCode }) => [code, normalizedCode])).toEqual([["Welcome-10", "WELCOME10"]]);
  const before = await db.$count(promotions);
  const refused = async (over: object) => {
    const answer = await ana.post(form, "/admin/promotions/add", { ...fields, ...over });
    return (answer.data as Extract<RecordAnswer, { kind: "invalid" }>).errors["code"]?.[0];
  };
  expect(await refused({ trigger: "coupon", code: "WELCOME 10" })).toBe("WELCOME 10 exists already.");
  expect(await refused({ trigger: "coupon", code: "!" })).toContain("letters and digits");
  expect(await refused({ trigger: "automatic", code: "HELLO" })).toContain("method “Code”");
  expect(await db.$count(promotions)).toBe(before);
});
