import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { categories, customizationOptions, productCustomizations, products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { CHANGES_FIELD } from "#app/kit/sheet/sheet-data.ts";
import { readAttention } from "#app/orders/data/attention.server.ts";
import * as productCall from "#app/routes/admin/api/product.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct, insertSizedProduct, insertTemplate, insertVariant, linkTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as form from "./form.tsx";
import * as list from "./index.tsx";
import type { readProductList } from "./product-list.server.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
});

const read = async (search: string) =>
  (await ana.get(list, `/admin/product?${search}`)).data as Awaited<ReturnType<typeof readProductList>>;
const namesOf = async (search: string) => (await read(search)).rows.map(({ name }) => name);
const apply = (counts: unknown) => ana.post(list, "/admin/product?view=count", { intent: "counts", counts: JSON.stringify(counts) });

test("lists counted products outside the bin by category, word and option code", async () => {
  const drinks = await insertCategory(db, { name: "Drinks" });
  await insertProduct(db, { name: "Cola", stock: 5, barcode: "0012345678905" }, [drinks]);
  await insertProduct(db, { name: "Uncounted" }, [drinks]);
  await insertProduct(db, { name: "Binned", stock: 5, deletedAt: new Date() });
  const { variantIds } = await insertSizedProduct(db, { S: 4, L: null }, { name: "Shirt" });
  await db
    .update(productVariants)
    .set({ sku: "SHIRT-S" })
    .where(eq(productVariants.id, variantIds[0] ?? 0));
  const counted = async (search: string) =>
    (await read(`view=count${search}`)).counting?.map(({ name, options, sku, stock }) => [name, options, sku, stock]);
  const [cola, shirt] = [
    ["Cola", "", null, 5],
    ["Shirt", "S", "SHIRT-S", 4],
  ];
  expect(await counted("")).toEqual([cola, shirt]);
  expect(await counted(`&category=${drinks}`)).toEqual([cola]);
  expect(await counted("&q=shirt-s")).toEqual([shirt]);
  expect(await counted("&q=012345678905")).toEqual([cola]);
  expect(await counted("&state=bin")).toEqual([cola, shirt]);
  expect((await read("")).counting).toBeNull();
});

test("applies counts with undo, and returns rejected ones", async () => {
  const id = await insertProduct(db, { name: "Cola", stock: 5 });
  const [row] = (await read("view=count")).counting ?? [];
  const count = { productId: id, variantId: null, counted: 3, seen: 5, movement: row?.movement, ageSeconds: 0 };
  const act = crypto.randomUUID();
  expect(await apply({ act, counts: [count] })).toMatchObject({ status: 302, location: "/admin/product?view=count" });
  expect(await db.select().from(auditLog)).toMatchObject([{ action: "count", subject: "1 product", userName: "Ana" }]);
  expect(await apply({ act: crypto.randomUUID(), counts: [{ ...count, counted: 2 }] })).toMatchObject({
    status: 422,
    data: { kind: "counts", applied: 0, refused: { [`p${id}`]: "Ana set the stock from 5 to 3 meanwhile. Count it again." } },
  });
  for (const wrong of [
    { ...count, counted: -1 },
    { ...count, counted: 1.5 },
    { ...count, seen: "5" },
    { ...count, price: 1 },
  ])
    expect(await apply({ act, counts: [wrong] })).toMatchObject({ status: 422, data: { message: /could not be read/ } });
  for (const wrong of [{ act, counts: [count, count] }, { act, counts: [] }, { act: "again", counts: [count] }, "nothing"])
    expect(await apply(wrong)).toMatchObject({ status: 422, data: { message: /could not be read/ } });
  expect((await db.select().from(products))[0]).toMatchObject({ stock: 3, version: 2 });
});

test("counts applied next to rejected rows can be undone", async () => {
  const id = await insertProduct(db, { name: "Cola", stock: 5 });
  const gone = await insertProduct(db, { name: "Gone", stock: 5 });
  const counts = ((await read("view=count")).counting ?? []).map(({ productId, movement }) => {
    return { productId, variantId: null, counted: 3, seen: 5, movement, ageSeconds: 0 };
  });
  await db.delete(products).where(eq(products.id, gone));
  const answer = await apply({ act: crypto.randomUUID(), counts });
  expect(answer).toMatchObject({ status: 200, data: { applied: 1, refused: { [`p${gone}`]: "It is not counted any more." } } });
  const entry = String((answer.data as { undo: number }).undo);
  expect(await ana.post(undo, "/admin/undo", { entry, to: "/admin/product?view=count" })).toMatchObject({ status: 302 });
  expect(await db.select({ stock: products.stock }).from(products)).toEqual([{ stock: 5 }]);
  expect((await apply({ act: crypto.randomUUID(), counts: counts.slice(1) })).data).toMatchObject({ applied: 0, undo: null });
  expect(id).toBeGreaterThan(0);
});

test("a variant's low-stock level overrides the product's; skips hidden products", async () => {
  const shirt = await insertSizedProduct(db, { S: 3, L: 3 }, { name: "Shirt", lowStock: 1 });
  await insertSizedProduct(db, { S: 9 }, { name: "Cap" });
  await insertProduct(db, { name: "Hidden", stock: 0, lowStock: 2, isHidden: true });
  expect(await namesOf("state=low")).toEqual([]);
  await db
    .update(productVariants)
    .set({ lowStock: 3 })
    .where(eq(productVariants.id, shirt.variantIds[1] ?? 0));
  expect((await read("state=low")).rows.map(({ name, lowOptions }) => [name, lowOptions])).toEqual([["Shirt", ["L: 3 left"]]]);
  expect(await readAttention(db, services.now())).toMatchObject({ lowStock: 1 });
  await db.update(products).set({ lowStock: 5 }).where(eq(products.name, "Shirt"));
  await db.update(productVariants).set({ lowStock: 2 });
  expect(await namesOf("state=low"), "their own levels").toEqual([]);
});

test("shows low stock of products and options in lists, dashboard and API", async () => {
  await insertProduct(db, { name: "Cola", stock: 2, lowStock: 2 });
  await insertProduct(db, { name: "Tea", stock: 3, lowStock: 2 });
  await insertSizedProduct(db, { S: 1, L: 9 }, { name: "Shirt", lowStock: 1 });
  await insertProduct(db, { name: "Binned", stock: 0, lowStock: 2, deletedAt: new Date() });
  expect(await namesOf("state=low")).toEqual(["Cola", "Shirt"]);
  expect((await read("")).rows.map(({ name, isLow }) => [name, isLow])).toEqual([
    ["Cola", true],
    ["Shirt", true],
    ["Tea", false],
  ]);
  expect(await readAttention(db, services.now())).toMatchObject({ lowStock: 2, soldOut: 0 });
});

test("a product is sold out when a required question has no option left", async () => {
  await insertSizedProduct(db, { S: 0, L: 0 }, { name: "Shirt" });
  await insertSizedProduct(db, { S: 0, L: 1 }, { name: "Some left" });
  await insertSizedProduct(db, { S: 0, L: null }, { name: "Not counted" });
  await insertProduct(db, { name: "Marked", isSoldOut: true });
  expect(await namesOf("state=sold-out")).toEqual(["Marked", "Shirt"]);
  expect(await namesOf("state=sold-out&q=shi")).toEqual(["Shirt"]);
  expect((await read("")).rows.filter(({ isGoneByOption }) => isGoneByOption).map(({ name }) => name)).toEqual(["Shirt"]);
  expect((await read("view=sheet")).sheet?.rows.map(({ label, note }) => [label, note])).toEqual([
    ["Marked", undefined],
    ["Not counted", "0 in stock by option"],
    ["Shirt", "Sold out: no option is left"],
    ["Some left", "1 in stock by option"],
  ]);
  expect(await readAttention(db, services.now())).toMatchObject({ soldOut: 2 });
});

test("a hidden or sold-out option with stock does not keep a product available", async () => {
  const names = ["S", "L"];
  const goods = await Promise.all(
    ["Plain", "Hidden here", "Hidden everywhere", "Marked", "Priced"].map((name) => insertSizedProduct(db, { S: 0, L: 5 }, { name })),
  );
  const [, hidden, everywhere, marked, priced] = goods;
  const large = (at: typeof hidden) => at?.optionIds[names.indexOf("L")] ?? 0;
  const override = (at: typeof hidden, own: object) =>
    db
      .update(productCustomizations)
      .set({ overrides: { options: { [large(at)]: own } } })
      .where(eq(productCustomizations.productId, at?.productId ?? 0));
  await override(hidden, { hidden: true });
  await override(priced, { priceDelta: 100 });
  await db
    .update(customizationOptions)
    .set({ isHidden: true })
    .where(eq(customizationOptions.id, large(everywhere)));
  await db
    .update(customizationOptions)
    .set({ isSoldOut: true })
    .where(eq(customizationOptions.id, large(marked)));
  // Counted by two questions on their own, of which one is not left.
  const pair = await insertSizedProduct(db, { S: 0 }, { name: "Pair" });
  const place = await insertTemplate(db, { title: "Place", name: "Place", minSelect: 1, maxSelect: 1 }, [{ name: "Here" }]);
  await linkTemplate(db, pair.productId, place.id, {}, 1);
  await insertVariant(db, pair.productId, place.optionIds, { stock: 3 });
  // A question that must be answered, and cannot be.
  const stuck = await insertSizedProduct(db, { S: 0, L: 5 }, { name: "Stuck" });
  const empty = await insertTemplate(db, { title: "Empty", name: "Empty", minSelect: 1, maxSelect: 1 }, []);
  await linkTemplate(db, stuck.productId, empty.id, {}, 1);
  expect(await namesOf("state=sold-out")).toEqual(["Hidden everywhere", "Hidden here", "Marked", "Pair", "Stuck"]);
});

test("form, sheet and API set the low-stock level; omitting it keeps it", async () => {
  const id = await insertProduct(db, { name: "Cola", stock: 9, lowStock: 7 });
  const params = { id: String(id) };
  const level = async () => (await db.select().from(products).where(eq(products.id, id)))[0]?.lowStock;
  const patch = (body: object) =>
    ana.send(
      productCall,
      new Request(new URL(`/admin/api/products/${id}`, services.env.publicUrl), {
        method: "PATCH",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify(body),
      }),
      params,
    );
  expect(await ana.edit(form, "/admin/product/edit/1", { lowStock: "1.5" }, params)).toMatchObject({ status: 422 });
  expect(await ana.edit(form, "/admin/product/edit/1", { lowStock: "4" }, params)).toMatchObject({ status: 302 });
  expect(await level()).toBe(4);
  const changes = [{ id, version: 2, before: { lowStock: "4" }, texts: { lowStock: "" } }];
  await ana.post(list, "/admin/product?view=sheet", { intent: "sheet", [CHANGES_FIELD]: JSON.stringify(changes) });
  expect(await level()).toBeNull();
  expect(await patch({ low_stock: 3 })).toMatchObject({ status: 200, data: { product: { low_stock: 3 } } });
  expect(await patch({ stock: 8 })).toMatchObject({ status: 200, data: { product: { low_stock: 3, stock: 8 } } });
  expect(await patch({ low_stock: -1 })).toMatchObject({ status: 422, data: { errors: [{ path: "low_stock" }] } });
});
