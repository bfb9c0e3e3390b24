import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import * as productCall from "#app/routes/admin/api/product.ts";
import * as search from "#app/routes/admin/api/search.ts";
import { auditLog } from "#app/staff/data/tables.ts";
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
const bo = openStaffPages(services, "Bo");
/** As the guard lets a program in. */
const program = openStaffPages(services, "Stock list (API)", null, ["order-admin"]);

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(products);
});

const ADD = "/admin/product/add";
const EDIT = "/admin/product/edit/1";
const find = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0];
const save = (id: number, over: Record<string, string>) => ana.edit(form, EDIT, over, { id: String(id) });
const CODES = { sku: "TEA-1", barcode: "4 006381 333931", vendor: "Leaf & Co", weightGrams: "250", costCents: "4.20" };
const STORED = { sku: "TEA-1", barcode: "4006381333931", vendor: "Leaf & Co", weightGrams: 250, costCents: 420 };

test("stores, shows and undoes SKU, barcode, vendor, weight and cost", async () => {
  const id = await insertProduct(db, { name: "Tea" });
  expect((await save(id, CODES)).status).toBe(302);
  expect(await find(id)).toMatchObject(STORED);
  expect((await ana.open(form, EDIT, { id: String(id) })).values).toMatchObject({ ...CODES, barcode: STORED.barcode });
  const [entry] = await db.select().from(auditLog);
  expect((await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: EDIT })).status).toBe(302);
  expect(await find(id)).toMatchObject({ sku: null, barcode: null, vendor: null, weightGrams: null, costCents: null });
});

test.for([
  ["a wrong check digit", { barcode: "4006381333932" }, "barcode", /last digit would be 1/],
  ["a long SKU", { sku: "x".repeat(65) }, "sku", /at most 64 characters for the SKU/],
  ["a SKU of two lines", { sku: "a\nb" }, "sku", /in one line/],
  ["no weight at all", { weightGrams: "0" }, "weightGrams", /from 1 to 1\u00a0000\u00a0000/],
  ["half a gram", { weightGrams: "1.5" }, "weightGrams", /whole number/],
  ["a cost below zero", { costCents: "-1" }, "costCents", /cost from 0/],
] as const)("refuses %s next to the field", async ([, over, field, message]) => {
  const id = await insertProduct(db);
  const answer = await save(id, over);
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[field]?.[0]).toMatch(message);
});

test("rejects a SKU of another product in any case, also of one in the bin", async () => {
  await insertProduct(db, { name: "Green tea", sku: "TEA-1" });
  await insertProduct(db, { name: "Old tea", sku: "tea-0", deletedAt: services.now() });
  const id = await insertProduct(db, { name: "Black tea" });
  const refusal = async (sku: string) => errorsOf((await save(id, { sku })).data)["sku"]?.[0];
  expect(await refusal("tea-1")).toBe("“Green tea” has this SKU. Enter another one.");
  expect(await refusal("TEA-0")).toBe("“Old tea”, which is in the bin, has this SKU. Enter another one.");
  expect((await save(id, { sku: "TEA-2" })).status).toBe(302);
  expect((await save(id, { sku: "tea-2" })).status, "its own SKU in another case").toBe(302);
});

test("only one of several concurrent products gets a SKU", async () => {
  const pages = [ana, bo, ana, bo];
  const filled = typed(await ana.open(form, ADD), { priceCents: "3.00", sku: "TEA-1" });
  const answers = await Promise.all(
    pages.map((each, index) => each.post(form, ADD, { ...filled, name: `Tea ${index}`, sku: index % 2 ? "tea-1" : "TEA-1" })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422, 422, 422]);
  for (const { status, data } of answers) if (status === 422) expect(errorsOf(data)["sku"]?.[0]).toMatch(/^“Tea \d” has this SKU/);
  expect(await db.$count(products)).toBe(1);
});

test("undo leaves a SKU with the product that now has it", async () => {
  const [first, second] = [await insertProduct(db, { name: "Tea", sku: "TEA-1" }), await insertProduct(db, { name: "Coffee" })];
  await save(first, { sku: "" });
  await save(second, { sku: "TEA-1" });
  const [entry] = await db.select().from(auditLog).orderBy(auditLog.id);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: EDIT });
  expect([(await find(first))?.sku, (await find(second))?.sku]).toEqual([null, "TEA-1"]);
});

test("a copy has no SKU and no barcode", async () => {
  const id = await insertProduct(db, { name: "Tea", ...STORED });
  await ana.post(duplicate, `/admin/product/duplicate/${id}`, {}, { id: String(id) });
  const [copy] = await db.select().from(products).where(eq(products.name, "Copy of Tea"));
  expect(copy).toMatchObject({ ...STORED, sku: null, barcode: null });
});

const patch = async (pages: typeof ana, id: number, body: object) => {
  const request = new Request(new URL(`/admin/api/products/${id}`, services.env.publicUrl), {
    method: "PATCH",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify(body),
  });
  return pages.send(productCall, request, { id: String(id) });
};

test("the API reads and changes them; only product editors see the cost", async () => {
  await insertProduct(db, { name: "Green tea", sku: "TEA-1" });
  const id = await insertProduct(db, { name: "Tea" });
  const sent = { sku: "TEA-2", barcode: "0 36000 29145 2", vendor: "Leaf & Co", weight_grams: 250, cost: 4.2 };
  const shown = { sku: "TEA-2", barcode: "036000291452", vendor: "Leaf & Co", weight_grams: 250 };
  expect(await patch(ana, id, sent)).toMatchObject({ status: 200, data: { product: { ...shown, cost: 4.2 } } });
  const asked = await program.get(productCall, `/admin/api/products/${id}`, { id: String(id) });
  expect(asked).toMatchObject({ status: 200, data: { product: shown } });
  expect(JSON.stringify(asked.data)).not.toContain("cost");
  expect(await patch(ana, id, { sku: "tea-1" })).toMatchObject({
    status: 422,
    data: { errors: [{ path: "sku", message: "“Green tea” has this SKU. Enter another one." }] },
  });
  expect(await patch(ana, id, { barcode: "036000291453" })).toMatchObject({ status: 422, data: { errors: [{ path: "barcode" }] } });
  expect(await patch(ana, id, { weight_grams: 1.5 })).toMatchObject({ status: 422, data: { errors: [{ path: "weight_grams" }] } });
  await patch(ana, id, { sku: "", barcode: null, vendor: null, weight_grams: null, cost: null });
  expect(await find(id)).toMatchObject({ sku: null, barcode: null, vendor: null, weightGrams: null, costCents: null });
});

test("only one of several concurrent calls gets a SKU", async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, (_, index) => insertProduct(db, { name: `Tea ${index}` })));
  const answers = await Promise.all(ids.map((id) => patch(ana, id, { sku: "TEA-1" })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
});

test("product list and staff search find an exact SKU or barcode", async () => {
  const tea = await insertProduct(db, { name: "Tea", ...STORED });
  const named = await insertProduct(db, { name: "Box for TEA-1" });
  const inBin = await insertProduct(db, { name: "Old tea", sku: "OLD-1", deletedAt: services.now() });
  const listed = async (query: string) => {
    const { data } = await ana.get(list, `/admin/product?${query}`);
    return (data as { readonly rows: readonly { readonly id: number }[] }).rows.map(({ id }) => id);
  };
  expect(await listed("q=tea-1")).toEqual([named, tea]);
  expect(await listed("q=4006381333931")).toEqual([tea]);
  expect(await listed("q=400638133393"), "not a part of it").toEqual([]);
  expect(await listed("q=old-1")).toEqual([]);
  expect(await listed("q=old-1&state=bin")).toEqual([inBin]);
  const found = async (q: string) => (await ana.get(search, `/admin/api/search?kind=product&q=${q}`)).data;
  expect(await found("tea-1")).toMatchObject({ hits: [{ id: String(tea) }, { id: String(named) }] });
  expect(await found("4006381333931")).toMatchObject({ hits: [{ id: String(tea) }] });
  expect(await found("old-1")).toEqual({ hits: [] });
});
