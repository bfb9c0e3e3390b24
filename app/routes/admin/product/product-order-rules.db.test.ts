import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { CHANGES_FIELD } from "#app/kit/sheet/sheet-data.ts";
import * as productCall from "#app/routes/admin/api/product.ts";
import * as shopProduct from "#app/routes/api/product.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { createVisitor } from "#test/call-route.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages, typed } from "#test/staff-pages.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as duplicate from "./duplicate.ts";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(products);
});

const EDIT = "/admin/product/edit/1";
const RULES = { leadHours: products.leadHours, maxPerOrder: products.maxPerOrder, isPickupOnly: products.isPickupOnly };
const rulesOf = async (id: number) => (await db.select(RULES).from(products).where(eq(products.id, id)))[0];
const save = (id: number, over: Record<string, string>) => ana.edit(form, EDIT, over, { id: String(id) });
const TYPED = { leadHours: "48", maxPerOrder: "2", isPickupOnly: "pickup" };
const STORED = { leadHours: 48, maxPerOrder: 2, isPickupOnly: true };
const NONE = { leadHours: 0, maxPerOrder: null, isPickupOnly: false };

test("stores, shows and undoes lead time, maximum quantity and pickup only", async () => {
  const id = await insertProduct(db, { name: "Cake" });
  expect((await ana.open(form, EDIT, { id: String(id) })).values).toMatchObject({ leadHours: "", maxPerOrder: "", isPickupOnly: "any" });
  expect((await save(id, TYPED)).status).toBe(302);
  expect(await rulesOf(id)).toEqual(STORED);
  expect((await ana.open(form, EDIT, { id: String(id) })).values).toMatchObject(TYPED);
  const [entry] = await db.select().from(auditLog);
  expect((await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: EDIT })).status).toBe(302);
  expect(await rulesOf(id)).toEqual(NONE);
});

test("names the setting that a lead time needs without orders for later", async () => {
  const hintNow = async () => ((await ana.get(form, "/admin/product/add")).data as { readonly leadHint: string }).leadHint;
  const allow = (isAllowed: boolean) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ALLOW_SCHEDULING: isAllowed }, { userId: null, userName: "Test" }));
  await allow(true);
  expect(await hintNow()).not.toContain("cannot be ordered");
  await allow(false);
  expect(await hintNow()).toContain("cannot be ordered until “Scheduled orders” is on");
});

test("a form of an earlier version leaves them unchanged", async () => {
  const id = await insertProduct(db, { name: "Cake", ...STORED });
  const { leadHours: _lead, maxPerOrder: _most, isPickupOnly: _only, ...sent } = typed(await ana.open(form, EDIT, { id: String(id) }));
  expect((await ana.post(form, EDIT, { ...sent, name: "Big cake" }, { id: String(id) })).status).toBe(302);
  expect(await rulesOf(id)).toEqual(STORED);
});

test.for([
  ["half an hour", { leadHours: "0.5" }, "leadHours", /whole number/],
  ["more than 30 days", { leadHours: "721" }, "leadHours", /from 0 to 720/],
  ["a largest quantity of 0", { maxPerOrder: "0" }, "maxPerOrder", /from 1 to 999/],
  ["half a piece", { maxPerOrder: "1.5" }, "maxPerOrder", /whole number/],
  ["another way", { isPickupOnly: "mail" }, "isPickupOnly", /how customers get it/],
] as const)("refuses %s next to the field", async ([, over, field, message]) => {
  const answer = await save(await insertProduct(db), over);
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[field]?.[0]).toMatch(message);
});

test("a copy has the same rules", async () => {
  const id = await insertProduct(db, { name: "Cake", ...STORED });
  await ana.post(duplicate, `/admin/product/duplicate/${id}`, {}, { id: String(id) });
  const [copy] = await db.select(RULES).from(products).where(eq(products.name, "Copy of Cake"));
  expect(copy).toEqual(STORED);
});

test("the sheet changes them", async () => {
  const id = await insertProduct(db, { name: "Cake", ...STORED });
  const before = { leadHours: "48", maxPerOrder: "2", isPickupOnly: "pickup" };
  const changes = [{ id, before, texts: { leadHours: "24", maxPerOrder: "", isPickupOnly: "any" } }];
  expect(await ana.post(list, "/admin/product?view=sheet", { intent: "sheet", [CHANGES_FIELD]: JSON.stringify(changes) })).toMatchObject({
    status: 302,
  });
  expect(await rulesOf(id)).toEqual({ ...NONE, leadHours: 24 });
});

test("staff calls read and change them, and the shop's call shows them", async () => {
  const id = await insertProduct(db, { name: "Cake" });
  const patch = (body: object) =>
    ana.send(
      productCall,
      new Request(new URL(`/admin/api/products/${id}`, services.env.publicUrl), {
        method: "PATCH",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify(body),
      }),
      { id: String(id) },
    );
  const wire = { lead_hours: 48, max_per_order: 2 };
  expect(await patch({ ...wire, is_pickup_only: true })).toMatchObject({
    status: 200,
    data: { product: { ...wire, is_pickup_only: true } },
  });
  expect(await rulesOf(id)).toEqual(STORED);
  const shown = await createVisitor(services).call(shopProduct, "GET", `/api/products/${id}`, { params: { id: String(id) } });
  expect(await shown.json()).toMatchObject({ ...wire, pickup_only: true });
  expect(await patch({ weight_unit: "kg", weight_min: 500 })).toMatchObject({ status: 422, data: { errors: [{ path: "weight_min" }] } });
  for (const [path, value] of Object.entries({ lead_hours: 721, max_per_order: 0, is_pickup_only: 1 }))
    expect(await patch({ [path]: value })).toMatchObject({ status: 422, data: { errors: [{ path }] } });
  await patch({ lead_hours: 0, max_per_order: null, is_pickup_only: false });
  expect(await rulesOf(id)).toEqual(NONE);
});

test("rejects a minimum weight that no order could have, at the changed field", async () => {
  const id = await insertProduct(db, { name: "Ham", weightUnit: "kg", weightStep: 100, maxPerOrder: 3 });
  const refused = async (over: Record<string, string>) => errorsOf((await save(id, over)).data);
  const problem = /at most 3 × 100 g = 300 g/;
  expect((await refused({ weightMin: "500" }))["weightMin"]?.[0]).toMatch(problem);
  expect((await refused({ weightMin: "500", maxPerOrder: "3" }))["weightMin"]?.[0]).toMatch(problem);
  expect((await save(id, { weightMin: "300" })).status).toBe(302);
  expect((await refused({ maxPerOrder: "2" }))["maxPerOrder"]?.[0]).toMatch(/at most 2 × 100 g/);
  expect((await save(id, { maxPerOrder: "5", weightMin: "500" })).status).toBe(302);
  // What an earlier version stored does not stop other changes.
  await db.update(products).set({ maxPerOrder: 1 }).where(eq(products.id, id));
  expect((await save(id, { name: "Cured ham" })).status).toBe(302);
});
