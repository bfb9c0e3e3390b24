import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { customizationTemplates, productCustomizations, products } from "#app/catalogue/data/tables.ts";
import { findByCode } from "#app/catalogue/data/product-lists/find-by-code.server.ts";
import { takeStock } from "#app/catalogue/data/stock.server.ts";
import { forgetGoneVariants, loadVariants } from "#app/catalogue/data/variants/variant-records.server.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { variantRowOf, type VariantRecord } from "#app/catalogue/domain/variants/variant-record.ts";
import { violatedConstraint } from "#app/platform/db/database-errors.server.ts";
import * as productCall from "#app/routes/admin/api/product.ts";
import * as templateDelete from "#app/routes/admin/customization-templates/delete.tsx";
import * as templateForm from "#app/routes/admin/customization-templates/form.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertProduct, insertSizedProduct, insertTemplate, insertVariant, linkTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages } from "#test/staff-pages.ts";
import { readOptionRows } from "#app/catalogue/domain/customization/option-rows.ts";
import * as duplicate from "./duplicate.ts";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(products);
  await db.delete(productCustomizations);
  await db.delete(customizationTemplates);
});

const EDIT = "/admin/product/edit/1";
const save = (id: number, over: Record<string, string>) => ana.edit(form, EDIT, over, { id: String(id) });
const stored = async (id: number) => (await loadVariants(db, [id])).get(id) ?? [];
const plain = async (id: number) => (await stored(id)).map(({ id: _id, ...variant }) => variant);
const rows = () => db.select().from(productVariants).orderBy(asc(productVariants.id));
const written = (variants: readonly Partial<VariantRecord>[]) =>
  JSON.stringify(variants.map((variant) => variantRowOf({ optionIds: [], sku: null, barcode: null, stock: null, ...variant })));
const undoLast = async () => {
  const [last] = (await db.select().from(auditLog).orderBy(auditLog.id)).slice(-1);
  return ana.post(undo, "/admin/undo", { entry: String(last?.id), to: EDIT });
};

/** A shirt of two sizes that are not counted yet. */
async function shirt(name = "Shirt") {
  const size = await insertTemplate(db, { name: "Size", title: "Size", minSelect: 1, maxSelect: 1 }, [
    { name: "Small" },
    { name: "Large" },
  ]);
  const id = await insertProduct(db, { name });
  await linkTemplate(db, id, size.id);
  const [small = 0, large = 0] = size.optionIds;
  return { id, small, large, size };
}

test("stores, shows and undoes SKU, barcode and stock of each option", async () => {
  const { id, small, large } = await shirt();
  const variants = [
    { optionIds: [small], sku: "S-1", barcode: "4006381333931", stock: 3 },
    { optionIds: [large], sku: null, barcode: null, stock: 0 },
  ];
  expect((await save(id, { variants: written(variants) })).status).toBe(302);
  expect(await plain(id)).toEqual(variants);
  const before = await stored(id);
  const { values } = await ana.open(form, EDIT, { id: String(id) });
  expect(JSON.parse(values["variants"] ?? "")).toMatchObject([{ optionIds: [small], sku: "S-1", stock: "3" }, { stock: "0" }]);
  expect((await save(id, { variants: "" })).status).toBe(302);
  expect(await stored(id)).toEqual([]);
  await undoLast();
  expect(await stored(id), "with the same numbers, which orders know").toEqual(before);
});

test("an unchanged form keeps sales that happened meanwhile", async () => {
  const { productId, variantIds } = await insertSizedProduct(db, { S: 5, L: 3 });
  const opened = await ana.open(form, EDIT, { id: String(productId) });
  await takeStock(db, [{ productId, quantity: 1, variants: [{ id: variantIds[1]!, units: 2 }] }], null);
  const fields = { ...opened.values, version: String(opened.version), seen: opened.seen };
  expect((await ana.post(form, EDIT, { ...fields, name: "Tee" }, { id: String(productId) })).status).toBe(302);
  expect((await plain(productId)).map(({ stock }) => stock)).toEqual([5, 1]);
  const typed = JSON.stringify([{ optionIds: [1], sku: "", barcode: "", stock: "9" }]);
  expect((await ana.post(form, EDIT, { ...fields, variants: typed }, { id: String(productId) })).status, "both changed").toBe(409);
});

test.for([
  ["a wrong barcode", { barcode: "4006381333932" }, "barcode", /last digit would be 1/],
  ["half a unit", { stock: "1.5" }, "stock", /whole number/],
  ["fewer than none", { stock: "-1" }, "stock", /from 0/],
  ["a long SKU", { sku: "x".repeat(65) }, "sku", /at most 64/],
] as const)("refuses %s next to the field", async ([, over, field, message]) => {
  const { id, small, large } = await shirt();
  const variants = [
    { optionIds: [small], sku: "", barcode: "", stock: "1" },
    { optionIds: [large], sku: "", barcode: "", stock: "1", ...over },
  ];
  const answer = await save(id, { variants: JSON.stringify(variants) });
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[`variants[1].${field}`]?.[0]).toMatch(message);
  expect(answer.data).toMatchObject({ typed: { variants: JSON.stringify(variants) } });
});

test("rejects a SKU of another product or variant, in any case", async () => {
  const other = await shirt("Cap");
  await save(other.id, { sku: "CAP", variants: written([{ optionIds: [other.small], sku: "CAP-S" }]) });
  const { id, small, large } = await shirt();
  const refusal = async (over: Record<string, string>, field: string) => errorsOf((await save(id, over)).data)[field]?.[0];
  const withSku = (sku: string) => ({ variants: written([{ optionIds: [small], sku }]) });
  expect(await refusal(withSku("cap"), "variants[0].sku")).toBe("“Cap” has this SKU. Enter another one.");
  expect(await refusal(withSku("cap-s"), "variants[0].sku")).toBe("“Cap” has this SKU. Enter another one.");
  expect(await refusal({ sku: "cap-S" }, "sku")).toBe("“Cap” has this SKU. Enter another one.");
  const twice = written([
    { optionIds: [small], sku: "A" },
    { optionIds: [large], sku: "a" },
  ]);
  expect(await refusal({ variants: twice }, "variants[1].sku")).toMatch(/twice/);
  expect(await refusal({ sku: "B", ...withSku("b") }, "variants[0].sku")).toMatch(/twice/);
});

test("swaps SKUs between variants, and with the product", async () => {
  const { id, small, large } = await shirt();
  const put = (sku: string, a: string, b: string) => {
    const variants = [
      { optionIds: [small], sku: a },
      { optionIds: [large], sku: b },
    ];
    return save(id, { sku, variants: written(variants) });
  };
  await put("P", "A", "B");
  expect((await put("P", "B", "A")).status).toBe(302);
  expect((await put("A", "B", "P")).status).toBe(302);
  expect((await plain(id)).map(({ sku }) => sku)).toEqual(["B", "P"]);
});

test("only one of a concurrent product and variant gets a SKU", async () => {
  const { id, small } = await shirt();
  for (let round = 0; round < 8; round += 1) {
    const plate = await insertProduct(db, { name: "Plate" });
    const sku = `X-${round}`;
    const answers = await Promise.all([save(plate, { sku }), save(id, { variants: written([{ optionIds: [small], sku }]) })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422]);
  }
});

test("rejects options of other products, and duplicates", async () => {
  const { id, small, large } = await shirt();
  const cap = await shirt("Cap");
  const refused = async (...all: readonly (readonly number[])[]) =>
    Object.keys(errorsOf((await save(id, { variants: written(all.map((optionIds) => ({ optionIds, stock: 1 }))) })).data));
  expect(await refused([cap.small])).toEqual(["variants[0].stock"]);
  expect(await refused([small, large]), "two of one question").toEqual(["variants[0].stock"]);
  expect(await refused([small], [small])).toEqual(["variants[1].stock"]);
});

test("removing an option removes its variant and frees its SKU", async () => {
  const { productId, templateId } = await insertSizedProduct(db, { Small: 5, Large: 3 });
  await db.update(productVariants).set({ sku: "L-1" }).where(eq(productVariants.stock, 3));
  const path = [`/admin/customization-templates/edit/${templateId}`, { id: String(templateId) }] as const;
  const { values } = await ana.open(templateForm, ...path);
  const kept = readOptionRows(values["options"] ?? "").slice(0, 1);
  expect((await ana.edit(templateForm, path[0], { options: JSON.stringify(kept) }, path[1])).status).toBe(302);
  expect((await plain(productId)).map(({ stock }) => stock)).toEqual([5]);
  expect(await findByCode(db, "l-1")).toEqual([]);
  expect((await save(await insertProduct(db), { sku: "l-1" })).status).toBe(302);
});

test("deleting a template removes its variants, and undo restores their stock", async () => {
  const { productId, templateId } = await insertSizedProduct(db, { Small: 5, Large: 3 });
  const before = await stored(productId);
  const path = `/admin/customization-templates/delete/${templateId}`;
  expect((await ana.post(templateDelete, path, { links: "remove" }, { id: String(templateId) })).status).toBe(302);
  expect(await stored(productId)).toEqual([]);
  await undoLast();
  expect(await stored(productId)).toEqual(before);
});

test("deletes a variant 30 days after its option was removed", async () => {
  const { productId } = await insertSizedProduct(db, { Small: 5 });
  await db.delete(productCustomizations);
  await forgetGoneVariants(db, new Date(services.now().getTime() - 60_000));
  expect(await rows()).toMatchObject([{ productId, stock: 5 }]);
  await forgetGoneVariants(db, new Date(services.now().getTime() + 60_000));
  expect(await rows()).toEqual([]);
});

test("a restored variant loses a SKU that is taken", async () => {
  const { productId, templateId } = await insertSizedProduct(db, { Small: 5 });
  await db.update(productVariants).set({ sku: "S-1" });
  const [link] = await db.delete(productCustomizations).where(eq(productCustomizations.productId, productId)).returning();
  await insertProduct(db, { sku: "s-1" });
  expect(await stored(productId)).toEqual([]);
  await linkTemplate(db, productId, templateId);
  expect(link?.templateId).toBe(templateId);
  expect(await plain(productId)).toMatchObject([{ sku: null, stock: 5 }]);
});

test("variants follow a question that becomes the product's own, and its undo", async () => {
  const { productId, templateId, variantIds, optionIds } = await insertSizedProduct(db, { Small: 5, Large: 3 });
  const path = `/admin/customization-templates/delete/${templateId}`;
  expect((await ana.post(templateDelete, path, { links: "copy" }, { id: String(templateId) })).status).toBe(302);
  const [copy] = await db.select().from(productCustomizations).where(eq(productCustomizations.productId, productId));
  const copied = copy?.body?.options.map(({ id }) => [id]);
  expect(copied).toHaveLength(2);
  expect((await stored(productId)).map(({ id }) => id)).toEqual(variantIds);
  expect((await stored(productId)).map((variant) => variant.optionIds)).toEqual(copied);
  await undoLast();
  expect((await stored(productId)).map((variant) => variant.optionIds)).toEqual(optionIds.map((id) => [id]));
});

test("removing a question removes its variants, and undo restores them", async () => {
  const { productId, variantIds } = await insertSizedProduct(db, { Small: 5, Large: 3 });
  expect((await save(productId, { customizations: "", variants: "" })).status).toBe(302);
  expect(await stored(productId)).toEqual([]);
  await undoLast();
  expect((await stored(productId)).map(({ id, stock }) => [id, stock])).toEqual([
    [variantIds[0], 5],
    [variantIds[1], 3],
  ]);
});

test("deleting a product permanently deletes its variants; a duplicate has none", async () => {
  const { productId } = await insertSizedProduct(db, { Small: 5 });
  await ana.post(duplicate, `/admin/product/duplicate/${productId}`, {}, { id: String(productId) });
  expect(await db.$count(products)).toBe(2);
  expect(await rows()).toHaveLength(1);
  await db.delete(products);
  expect(await rows()).toEqual([]);
});

test("search finds a variant's SKU and barcode, and the list shows the sum", async () => {
  const { productId, variantIds } = await insertSizedProduct(db, { Small: 5, Large: 3 }, { name: "Shirt" });
  await db.update(productVariants).set({ sku: "S-1", barcode: "036000291452" }).where(eq(productVariants.id, variantIds[0]!));
  await insertProduct(db, { name: "Plate" });
  for (const q of ["s-1", "0036000291452"]) {
    const { data } = await ana.get(list, `/admin/product?q=${q}`);
    expect(data, q).toMatchObject({ total: 1, rows: [{ id: productId, stock: null, variantStock: 8 }] });
  }
});

const patch = (id: number, body: object) => {
  const request = new Request(`http://localhost/admin/api/products/${id}`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return ana.send(productCall, request, { id: String(id) });
};

test("calls read and write variants, and detect sales that happened meanwhile", async () => {
  const { productId, variantIds, optionIds } = await insertSizedProduct(db, { Small: 5, Large: 3 });
  const read = async () => {
    const { data } = await ana.get(productCall, `/admin/api/products/${productId}`, { id: String(productId) });
    return (data as { product: { variants: readonly object[] } }).product.variants;
  };
  const seen = await read();
  const overrides = { low_stock: null, vendor: null, weight_grams: null, cost: null };
  expect(seen).toEqual([
    { id: variantIds[0], option_ids: [optionIds[0]], options: ["Small"], sku: null, barcode: null, stock: 5, ...overrides },
    { id: variantIds[1], option_ids: [optionIds[1]], options: ["Large"], sku: null, barcode: null, stock: 3, ...overrides },
  ]);
  const wanted = [{ option_ids: [optionIds[1]], sku: "L-1", stock: 8 }];
  expect(await patch(productId, { variants: wanted, variants_seen: seen })).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject([{ id: variantIds[1], sku: "L-1", stock: 8 }]);
  expect((await patch(productId, { variants: wanted, variants_seen: seen })).status).toBe(409);
  expect(await patch(productId, { variants: [{ option_ids: [999_999], stock: 1 }] })).toMatchObject({ status: 422 });
  expect((await patch(productId, { variants: [] })).status).toBe(200);
  expect(await read()).toEqual([]);
});

test("form and calls set variants' low-stock levels; omitting them keeps them", async () => {
  const { productId, variantIds, optionIds } = await insertSizedProduct(db, { Small: 5, Large: 3 });
  const levels = async () => (await rows()).map(({ stock, lowStock }) => [stock, lowStock]);
  const small = { id: variantIds[0] ?? 0, optionIds: [optionIds[0] ?? 0], stock: 5 };
  const large = { id: variantIds[1] ?? 0, optionIds: [optionIds[1] ?? 0], stock: 3 };
  const [first, second] = [written([{ ...small, lowStock: 2 }, large]), written([small, large])];
  expect((await save(productId, { variants: first })).status).toBe(302);
  expect(await levels()).toEqual([
    [5, 2],
    [3, null],
  ]);
  const known = [
    { id: variantIds[0], option_ids: [optionIds[0]], stock: 5 },
    { id: variantIds[1], option_ids: [optionIds[1]], stock: 3 },
  ];
  const wanted = [
    { option_ids: [optionIds[0]], stock: 7 },
    { option_ids: [optionIds[1]], stock: 3, low_stock: 1 },
  ];
  expect(await patch(productId, { variants: wanted, variants_seen: known })).toMatchObject({ status: 200 });
  expect(await levels()).toEqual([
    [7, 2],
    [3, 1],
  ]);
  expect((await patch(productId, { variants: wanted, variants_seen: known })).status, "seen before the change").toBe(409);
  await undoLast();
  expect(await levels()).toEqual([
    [5, 2],
    [3, null],
  ]);
  expect(await patch(productId, { variants: [{ option_ids: [optionIds[0]], stock: 7, low_stock: -1 }] })).toMatchObject({ status: 422 });
  expect((await save(productId, { variants: second })).status).toBe(302);
  expect(await levels()).toEqual([
    [5, null],
    [3, null],
  ]);
});

test("a variant with only a low-stock level survives a call that omits levels", async () => {
  const { productId, variantIds, optionIds } = await insertSizedProduct(db, { Small: 5, Large: null });
  await db.update(productVariants).set({ lowStock: 2 }).where(eq(productVariants.id, variantIds[1]!));
  const variants = (stock: number) => [
    { id: variantIds[0], option_ids: [optionIds[0]], stock },
    { id: variantIds[1], option_ids: [optionIds[1]], stock: null },
  ];
  expect(await patch(productId, { variants: variants(6), variants_seen: variants(5) })).toMatchObject({
    status: 200,
    data: { product: { variants: [{ stock: 6 }, { stock: null, low_stock: 2 }] } },
  });
});

test("a variant with the id of another product's variant gets a new id", async () => {
  const cap = await insertSizedProduct(db, { One: 1 }, { name: "Cap" });
  const { id, small } = await shirt();
  const foreign = cap.variantIds[0]!;
  expect((await save(id, { variants: written([{ id: foreign, optionIds: [small], stock: 2 }]) })).status).toBe(302);
  expect((await stored(cap.productId)).map(({ stock }) => stock)).toEqual([1]);
  expect((await stored(id)).map((variant) => variant.id === foreign)).toEqual([false]);
  await insertVariant(db, id, [small, 2_000_000]);
});

test("rejects duplicate and foreign variant ids, and those never assigned", async () => {
  const { productId, optionIds, variantIds } = await insertSizedProduct(db, { Small: 5, Large: 3 });
  const [small = 0, large = 0] = optionIds;
  const [first = 0] = variantIds;
  const refused = async (...variants: readonly Partial<VariantRecord>[]) =>
    Object.keys(errorsOf((await save(productId, { variants: written(variants) })).data));
  expect(await refused({ id: first, optionIds: [large], stock: 1 })).toEqual(["variants[0].stock"]);
  expect(await refused({ id: first, optionIds: [small], stock: 1 }, { id: first, optionIds: [large], stock: 2 })).toContain(
    "variants[1].stock",
  );
  await save(productId, { variants: "" });
  await save(productId, { variants: written([{ id: 1_000_000, optionIds: [small], stock: 1 }]) });
  expect((await stored(productId))[0]?.id).toBeLessThan(1_000_000);
});

test("does not reuse a variant id that orders of another product have", async () => {
  const cap = await insertSizedProduct(db, { One: 1 }, { name: "Cap" });
  await save(cap.productId, { variants: "" });
  const { id, small } = await shirt();
  await save(id, { variants: written([{ id: cap.variantIds[0]!, optionIds: [small], stock: 2 }]) });
  expect((await stored(id))[0]?.id).not.toBe(cap.variantIds[0]);
});

test("the database error names the taken SKU", async () => {
  const { id, small } = await shirt();
  await insertVariant(db, id, [small], { sku: "A-1" });
  const error = await insertProduct(db, { sku: "a-1" }).catch((thrown: unknown) => thrown);
  expect(violatedConstraint(error)).toBe("products_sku_key");
});
