import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { couponSetRecords, listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { findCouponCodes } from "#app/promotions/data/promotions.server.ts";
import { isMistypedCode } from "#app/promotions/domain/coupons.ts";
import { couponCodes, couponSets, promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openCouponSetPages } from "#test/coupon-set-pages.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as csv from "./codes-csv.ts";
import * as detail from "./detail.tsx";
import * as index from "./index.tsx";
import * as print from "./print.tsx";
import * as setsFile from "./sets-csv.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

const { addSet, path, act, codesOf, generate } = openCouponSetPages(db, ana);

test("generates codes with one history entry, revokes and restores them", async () => {
  const id = await addSet("Flyer");
  expect((await act(id, { ...generate, expiresOn: "2026-12-31" })).status).toBe(302);
  const codes = await codesOf(id);
  expect(codes).toHaveLength(10);
  // To the end of the day in Toronto.
  expect(codes[0]).toMatchObject({
    maxUses: 1,
    status: "active",
    expiresAt: new Date("2027-01-01T05:00:00Z"),
    code: expect.stringMatching(/^SUM-/),
  });
  const history = await db.select().from(auditLog).where(eq(auditLog.action, "generate"));
  expect(history).toMatchObject([{ userName: "Ana", subject: "Flyer", after: { [id]: { codes: 10 } } }]);
  await act(id, { intent: "revoke", selected: String(codes[0]?.id) });
  expect((await codesOf(id)).filter(({ status }) => status === "revoked")).toHaveLength(1);
  await act(id, { intent: "revoke", selected: "all" });
  expect((await codesOf(id)).filter(({ status }) => status === "revoked")).toHaveLength(10);
  await act(id, { intent: "restore", selected: "all" });
  expect((await codesOf(id)).filter(({ status }) => status === "active")).toHaveLength(10);
});

test("bulk actions revoke and restore codes; only unused sets are deleted", async () => {
  const [winter, spring] = [await addSet("Winter flyer"), await addSet("Spring flyer")];
  for (const id of [winter, spring]) await act(id, generate);
  const sets = (fields: Record<string, string>, search = "") => ana.post(index, `/admin/coupon-sets${search}`, fields);
  const valid = async () => (await listCouponSets(db)).filter((set) => [winter, spring].includes(set.id)).map((set) => set.active);
  expect(await sets({ intent: "revoke", selected: `${winter}` })).toMatchObject({ status: 302 });
  expect(await valid()).toEqual([10, 0]);
  await sets({ intent: "revoke", selected: "all" }, "?q=spring");
  expect(await valid()).toEqual([0, 0]);
  await sets({ intent: "restore", selected: `${winter},${spring}` });
  expect(await valid()).toEqual([10, 10]);

  const [code] = await codesOf(winter);
  const [set] = (await listCouponSets(db)).filter(({ id }) => id === winter);
  const { order } = await storeOrder(db);
  const use = { promotionId: set?.promotionId ?? 0, couponCodeId: code?.id ?? null, orderId: order.id, emailKey: "a@example.com" };
  await db.insert(promotionUses).values({ ...use, amountCents: 500, state: "redeemed" });
  expect(await sets({ intent: "delete", selected: `${winter},${spring}` })).toMatchObject({ status: 302 });
  expect(await valid()).toHaveLength(1);
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  await ana.post(undo, "/admin/undo", { entry: String(last?.id), to: "/admin/coupon-sets" });
  expect(await valid()).toHaveLength(2);
  for (const nothing of [
    { intent: "delete", selected: `${winter}` },
    { intent: "delete", selected: "" },
    { intent: "burn", selected: `${winter}` },
  ])
    expect(await sets(nothing), JSON.stringify(nothing)).toMatchObject({ status: 422, data: { message: expect.any(String) as string } });
  const file = await ana.get(setsFile, `/admin/coupon-sets/sets.csv?selected=${winter}`);
  expect(String(file.data).split("\r\n")[1]).toMatch(/^Winter flyer,Winter flyer,10,10,1,/);
});

test.each([
  ["count", "0"],
  ["count", "100001"],
  ["length", "3"],
  ["maxUses", "many"],
  ["expiresOn", "soon"],
  ["prefix", "*".repeat(21)],
])("%s “%s” is refused beside the field", async (name, text) => {
  const id = await addSet(`Bad ${name} ${text}`);
  expect(await act(id, { ...generate, [name]: text })).toMatchObject({
    status: 422,
    data: { form: "generate", errors: { [name]: expect.any(String) } },
  });
  expect(await codesOf(id)).toEqual([]);
});

test("imports each code once in any spelling, and exports and prints them", async () => {
  const id = await addSet("Imported");
  const imported = await act(id, {
    intent: "import",
    codes: 'code,note\nWINTER-1,x\nwinter1\n"SNOW 2"\n',
    maxUses: "",
    isUnlimited: "on",
    perCustomerUses: "",
    expiresOn: "",
  });
  expect(imported.status).toBe(302);
  expect((await codesOf(id)).map(({ code }) => code)).toEqual(["WINTER-1", "SNOW 2"]);
  const again = await act(id, {
    intent: "import",
    codes: "WINTER 1\nNEW3",
    maxUses: "",
    isUnlimited: "on",
    perCustomerUses: "",
    expiresOn: "",
  });
  expect(again.status).toBe(302);
  expect(await codesOf(id)).toHaveLength(3);
  const sheet = (await ana.get(print, ...path(id))).data as { codes: { code: string; qr: string }[] };
  expect(sheet.codes.map(({ code }) => code)).toEqual(["WINTER-1", "SNOW 2", "NEW3"]);
  expect(sheet.codes[0]?.qr).toMatch(/^data:image\//);
  expect((await ana.get(csv, `/admin/coupon-sets/${id}/codes.csv`, { id: String(id) })).status).toBe(200);
});

test("adds a custom code once", async () => {
  const id = await addSet("One code");
  const form = { intent: "add-code", code: "HALF50", maxUses: "", perCustomerUses: "1", expiresOn: "" };
  expect((await act(id, form)).status).toBe(302);
  expect(await codesOf(id)).toMatchObject([{ code: "HALF50", maxUses: null, perCustomerUses: 1 }]);
  expect(await act(id, { ...form, code: "half-50" })).toMatchObject({
    status: 422,
    data: { form: "add-code", errors: { code: "half-50 exists already, in this set or another." } },
  });
  expect(await codesOf(id)).toHaveLength(1);
});

test("a rejected form keeps its input, including a pasted list of codes", async () => {
  const id = await addSet("Pasted");
  const codes = `GOOD1\n${"X".repeat(65)}`;
  expect(await act(id, { intent: "import", codes, maxUses: "3", perCustomerUses: "", expiresOn: "" })).toMatchObject({
    status: 422,
    data: {
      form: "import",
      errors: { codes: expect.stringContaining("is no code") },
      typed: { codes: expect.stringMatching(/^GOOD1\s+X{65}$/), maxUses: "3" },
    },
  });
  expect(await codesOf(id)).toEqual([]);
});

test.each<[Record<string, string>, string, string]>([
  [
    { intent: "import", codes: "", maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "" },
    "codes",
    "Enter at least one code.",
  ],
  [
    { intent: "import", codes: "A1B2", maxUses: "", perCustomerUses: "", expiresOn: "" },
    "maxUses",
    "Enter how often each code can be used, or choose no limit.",
  ],
  [{ intent: "add-code", code: "", maxUses: "", perCustomerUses: "", expiresOn: "" }, "code", "Enter a code."],
  [
    { intent: "add-code", code: "HALF 50 €", maxUses: "", perCustomerUses: "", expiresOn: "" },
    "code",
    "“HALF 50 €” is no code: use up to 64 letters and digits.",
  ],
  [
    { intent: "import", codes: "A1B2", maxUses: "0", perCustomerUses: "", expiresOn: "" },
    "maxUses",
    "Enter the uses of each code as a whole number from 1 to 1\u00a0000\u00a0000.",
  ],
  [
    { intent: "import", codes: "A1B2", maxUses: "", isUnlimited: "on", perCustomerUses: "x", expiresOn: "" },
    "perCustomerUses",
    "Enter the uses per customer as a whole number from 1 to 1\u00a0000\u00a0000.",
  ],
  [
    { intent: "import", codes: "A1B2", maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "2026-02-31" },
    "expiresOn",
    "Enter the last day as a date.",
  ],
  [
    { intent: "import", codes: "--- ", maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "" },
    "codes",
    "“---” is no code: use up to 64 letters and digits.",
  ],
  [{ intent: "rename", name: "", promotionId: "1" }, "name", "Enter a name."],
  [{ intent: "rename", name: "x".repeat(121), promotionId: "1" }, "name", "Use at most 120 characters for a name."],
  [{ intent: "rename", name: "A", promotionId: "99999" }, "promotionId", "This promotion is gone. Choose another one."],
  [{ intent: "rename", name: "A", promotionId: "first" }, "promotionId", "Choose the promotion."],
  [{ intent: "revoke" }, "list", "Choose codes first."],
  [{ intent: "burn" }, "list", "Choose what to do."],
])("%o is refused beside the field and nothing changes", async (fields, name, message) => {
  const id = await addSet(`Bad ${JSON.stringify(fields).slice(0, 90)}`);
  const before = await db.$count(auditLog);
  expect(await act(id, fields)).toMatchObject({ status: 422, data: { errors: { [name]: message } } });
  expect(await codesOf(id)).toEqual([]);
  expect(await db.$count(auditLog)).toBe(before);
});

test.each([
  [{ name: "", promotionId: "1" }, "name", "Enter a name."],
  [{ name: "x".repeat(121), promotionId: "1" }, "name", "Use at most 120 characters for a name."],
  [{ name: "Flyer", promotionId: "" }, "promotionId", "Choose the promotion."],
  [{ name: "Flyer", promotionId: "99999" }, "promotionId", "This promotion is gone. Choose another one."],
])("a new set %o is refused beside the field and what was typed stays", async (fields, name, message) => {
  const before = await db.$count(couponSets);
  expect(await ana.post(index, "/admin/coupon-sets", fields)).toMatchObject({
    status: 422,
    data: { errors: { [name]: message }, name: fields.name },
  });
  expect(await db.$count(couponSets)).toBe(before);
});

test("renames, deletes and restores a set with its codes, unless orders used one", async () => {
  const id = await addSet("Old name");
  await act(id, { intent: "import", codes: "COMEBACK", maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "" });
  const set = (await listCouponSets(db)).find((row) => row.id === id);
  const rename = { intent: "rename", name: "New name", promotionId: String(set?.promotionId) };
  expect((await act(id, rename)).status).toBe(302);
  expect((await act(id, { intent: "delete" })).location).toBe("/admin/coupon-sets");
  expect((await findCouponCodes(db, ["COMEBACK"])).size).toBe(0);
  expect((await ana.get(detail, ...path(id))).status).toBe(404);
  // Its codes are not free for another offer.
  const other = await addSet("Other");
  await act(other, { intent: "import", codes: "COMEBACK", maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "" });
  expect(await codesOf(other)).toEqual([]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subject, "New name")).orderBy(auditLog.id);
  expect(entries.map(({ action }) => action)).toEqual(["delete"]);
  await ana.post(undo, "/admin/undo", { entry: String(entries[0]?.id), to: "/admin/coupon-sets" });
  expect((await findCouponCodes(db, ["COMEBACK"])).size).toBe(1);

  const { order } = await storeOrder(db);
  const [code] = await codesOf(id);
  const use = { promotionId: set?.promotionId ?? 0, couponCodeId: code?.id ?? null, orderId: order.id, emailKey: "a@example.com" };
  await db.insert(promotionUses).values({ ...use, amountCents: 500, state: "redeemed" });
  expect((await ana.get(detail, ...path(id))).data).toMatchObject({ rows: [{ code: "COMEBACK", uses: 1 }] });
  expect((await ana.get(detail, `/admin/coupon-sets/${id}?status=used`, path(id)[1])).data).toMatchObject({ total: 1 });
  expect(await act(id, { intent: "delete" })).toMatchObject({
    status: 422,
    data: { errors: { list: expect.stringContaining("Orders have used") } },
  });
  expect((await findCouponCodes(db, ["COMEBACK"])).size).toBe(1);
});

test("reports no change or undo for a missing set", async () => {
  const [promotion] = await db.select({ id: promotions.id }).from(promotions).limit(1);
  const value = { name: "Gone", promotionId: promotion?.id ?? 0 };
  await expect(couponSetRecords.insert(db, value, 99_999)).rejects.toThrow("the coupon set is gone");
  await expect(couponSetRecords.update(db, 99_999, value)).rejects.toThrow("the coupon set is gone");
});

test("makes a hundred thousand codes, and tells typos from unknown codes", async () => {
  const id = await addSet("Many");
  expect((await act(id, { ...generate, count: "100000", prefix: "" })).status).toBe(302);
  expect(await db.$count(couponCodes, eq(couponCodes.couponSetId, id))).toBe(100_000);
  const [code] = await db.select().from(couponCodes).where(eq(couponCodes.couponSetId, id)).limit(1);
  const key = code?.normalizedCode ?? "";
  expect((await findCouponCodes(db, [key])).size).toBe(1);
  expect(isMistypedCode(`${key.slice(0, -1)}${key.endsWith("C") ? "D" : "C"}`)).toBe(true);
  expect(isMistypedCode("WELCOME20")).toBe(false);
});
