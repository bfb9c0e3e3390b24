import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { emptyBin } from "#app/catalogue/data/product-records.server.ts";
import { takeStock } from "#app/catalogue/data/stock.server.ts";
import { customizationTemplates, productCategories, productCustomizations, products } from "#app/catalogue/data/tables.ts";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { media } from "#app/media/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages, typed } from "#test/staff-pages.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as historyEntry from "#app/routes/admin/history/detail.tsx";
import * as duplicate from "./duplicate.ts";
import * as form from "./form.tsx";
import * as remove from "./delete.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const bo = openStaffPages(services, "Bo");

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(products);
  await db.delete(customizationTemplates);
});

const ADD = "/admin/product/add";
const EDIT = "/admin/product/edit/1";
const find = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0];
const history = () => db.select().from(auditLog).orderBy(auditLog.id);
const attachedTo = (id: number) =>
  db.select().from(productCustomizations).where(eq(productCustomizations.productId, id)).orderBy(productCustomizations.position);
const setTax = (rates: string) =>
  inTransaction(db, (tx) => writeSettings(tx, services.secrets, { REDUCED_TAX_RATES: rates }, { userId: null, userName: "Test" }));
const idOf = (location: string | null) => Number(location?.split("/").at(-1));

async function insertPicture(name: string, alt = ""): Promise<number> {
  const row = {
    key: `${name}.jpg`,
    fileName: `${name}.jpg`,
    alt,
    mimeType: "image/jpeg",
    width: 4,
    height: 3,
    colour: "#aabbcc",
    variants: [],
  };
  const [made] = await db
    .insert(media)
    .values({ ...row, contentHash: crypto.randomUUID() })
    .returning({ id: media.id });
  return made!.id;
}

const open = (id: number) => ana.open(form, EDIT, { id: String(id) });
/** Adds a product by the form as it opens, with a name, a price and what is typed besides. */
const add = async (over: Parameters<typeof ana.post>[2] = {}) =>
  ana.post(form, ADD, { ...typed(await ana.open(form, ADD), { name: "Soup", priceCents: "9.60" }), ...over });
const save = (id: number, over: Record<string, string>) => ana.edit(form, EDIT, over, { id: String(id) });

test("stores and shows all fields, and undoes them together", async () => {
  const food = await insertCategory(db, { name: "Food" });
  const soups = await insertCategory(db, { name: "Soups", parentId: food });
  const [front, back] = [await insertPicture("front", "A bowl"), await insertPicture("back")];
  const size = await insertTemplate(db, { name: "Size", title: "Size", kind: "single", minSelect: 1 }, [
    { name: "S" },
    { name: "L", priceDeltaCents: 200 },
  ]);
  const extra = await insertTemplate(db, { name: "Extra", title: "Extra", kind: "multiple" }, [{ name: "Bread" }]);
  const overrides = { title: "How much?", options: { [String(size.optionIds[1])]: { priceDelta: 0, soldOut: false } } };
  const added = await add({
    summary: "Hot",
    descriptionHtml: "<p>Of <strong>leek</strong></p><script>alert(1)</script>",
    compareAtCents: "12",
    categories: `${soups},${food}`,
    tags: "new, Spicy ,spicy",
    pictures: `${back},${front}`,
    pictureTexts: JSON.stringify({ [back]: "A spoon", [front]: "A bowl" }),
    soldOut: "2030-01-02T08:00:00-05:00",
    isPopular: ["", "on"],
    dietaryTags: "vegan",
    allergens: "celery",
    kitchenName: "LEEK",
    calories: "310",
    stock: "7",
    hours: '{"monday":["07:00-11:00"]}',
    seoTitle: "Leek soup",
    seoDescription: "A soup of leek",
    customizations: JSON.stringify([
      { kind: "link", id: extra.id, overrides: { title: "", minSelect: null, options: { [String(extra.optionIds[0])]: {} } } },
      { kind: "link", id: size.id, overrides },
    ]),
  });
  expect(added).toMatchObject({ status: 302, location: expect.stringMatching(/^\/admin\/product\/edit\/\d+$/) as string });
  const id = idOf(added.location);
  expect(await find(id)).toMatchObject({
    name: "Soup",
    descriptionHtml: "<p>Of <strong>leek</strong></p>",
    priceCents: 960,
    compareAtCents: 1200,
    tags: ["new", "Spicy"],
    isSoldOut: true,
    soldOutUntil: new Date("2030-01-02T13:00:00Z"),
    isPopular: true,
    kitchenName: "LEEK",
    stock: 7,
    hours: { monday: ["07:00-11:00"] },
    seoTitle: "Leek soup",
  });
  expect((await db.select().from(media).where(eq(media.id, back)))[0]?.alt).toBe("A spoon");
  expect((await attachedTo(id)).map((row) => [row.templateId, row.overrides, row.templateVersion])).toEqual([
    [extra.id, {}, 1],
    [size.id, overrides, 1],
  ]);
  const { values } = await open(id);
  expect(values).toMatchObject({
    categories: `${food},${soups}`,
    pictures: `${back},${front}`,
    soldOut: "2030-01-02T13:00:00.000Z",
    priceCents: "9.60",
  });
  // Storing what is shown changes nothing.
  await save(id, {});
  const [entry, ...more] = await history();
  expect(more).toEqual([]);
  expect(await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: `/admin/product/edit/${id}` })).toMatchObject({
    location: "/admin/product",
  });
  expect(await find(id)).toBeUndefined();
});

test("an opened and submitted form stores untouched fields unchanged", async () => {
  const added = await add();
  expect(added.status).toBe(302);
  expect(await find(idOf(added.location))).toMatchObject({
    name: "Soup",
    priceCents: 960,
    stock: null,
    isSoldOut: false,
    soldOutUntil: null,
  });
});

test("a reduced tax rate can be chosen; a removed tax class stays until changed", async () => {
  await setTax("Books 5");
  const id = idOf((await add({ taxClass: "books" })).location);
  await setTax("");
  expect((await save(id, { name: "Atlas" })).status).toBe(302);
  expect(await find(id)).toMatchObject({ name: "Atlas", taxClass: "books" });
  expect((await ana.get(form, EDIT, { id: String(id) })).data).toMatchObject({
    taxes: expect.arrayContaining([{ value: "books", label: "books: not in the settings any more, 13%" }]) as unknown,
  });
});

test("shows both versions to the slower of two editors of a product", async () => {
  const id = await insertProduct(db, { name: "Soup", summary: "Hot" });
  const opened = await open(id);
  await bo.post(form, EDIT, typed(opened, { name: "Broth", priceCents: "11" }), { id: String(id) });
  const late = await ana.post(form, EDIT, typed(opened, { name: "Stew", summary: "Thick" }), { id: String(id) });
  expect(late.status).toBe(409);
  const conflict = late.data as Extract<RecordAnswer, { kind: "conflict" }>;
  expect(conflict.by).toBe("Bo");
  expect(conflict.fields).toEqual([{ name: "name", mine: "Stew", theirs: "Broth" }]);
  expect((await ana.post(form, EDIT, typed(conflict.form, {}), { id: String(id) })).status).toBe(302);
  expect(await find(id)).toMatchObject({ name: "Stew", summary: "Thick", priceCents: 1100 });
  // Drawn before the shop's currency changed: 1250 yen must not become 1,250 dollars.
  const seen = JSON.stringify({ ...(JSON.parse(conflict.form.seen) as object), "#currency": "JPY" });
  const drawn = await ana.post(form, EDIT, { ...typed(conflict.form, { name: "Yen" }), seen }, { id: String(id) });
  expect(drawn).toMatchObject({ status: 422, data: { errors: { "": [expect.stringContaining("amounts in JPY")] } } });
});

test("keeps sales during an edit; a stock typed meanwhile conflicts", async () => {
  const id = await insertProduct(db, { stock: 5 });
  const opened = await open(id);
  await takeStock(db, [{ productId: id, quantity: 2, variants: [] }], null);
  expect((await ana.post(form, EDIT, typed(opened, { name: "Renamed" }), { id: String(id) })).status).toBe(302);
  expect(await find(id)).toMatchObject({ name: "Renamed", stock: 3 });

  const again = await open(id);
  await takeStock(db, [{ productId: id, quantity: 1, variants: [] }], null);
  const late = await ana.post(form, EDIT, typed(again, { stock: "20" }), { id: String(id) });
  expect(late).toMatchObject({ status: 409, data: { by: "The shop", fields: [{ name: "stock", mine: "20", theirs: "2" }] } });
  expect(await find(id)).toMatchObject({ stock: 2 });
  const { form: shown } = late.data as Extract<RecordAnswer, { kind: "conflict" }>;
  expect((await ana.post(form, EDIT, typed(shown, {}), { id: String(id) })).status).toBe(302);
  expect(await find(id)).toMatchObject({ stock: 20 });
});

test("categories keep the product's position, and undo restores it", async () => {
  const [a, b] = [await insertCategory(db, { name: "A" }), await insertCategory(db, { name: "B" })];
  await insertProduct(db, {}, [b]);
  const template = await insertTemplate(db, {}, [{ name: "One" }]);
  const id = await insertProduct(db, { name: "Soup" }, [{ id: a, position: 7 }]);
  await linkTemplate(db, id, template.id, { minSelect: 0 });
  await save(id, { categories: `${b},${a}`, customizations: "", name: "Broth" });
  const places = await db.select().from(productCategories).where(eq(productCategories.productId, id)).orderBy(productCategories.categoryId);
  expect(places.map((row) => [row.categoryId, row.position])).toEqual([
    [a, 7],
    [b, 1],
  ]);
  expect(await attachedTo(id)).toEqual([]);
  const [entry] = await history();
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: EDIT });
  expect(await find(id)).toMatchObject({ name: "Soup" });
  expect(await attachedTo(id)).toMatchObject([{ templateId: template.id, overrides: { minSelect: 0 } }]);
});

test("a copied template stays with its product when moved, removed and restored", async () => {
  const template = await insertTemplate(db, { title: "Size" }, [{ name: "S" }]);
  const id = await insertProduct(db, {});
  await linkTemplate(db, id, template.id);
  const option = {
    id: 91,
    name: "Own",
    kitchenName: null,
    priceDelta: 100,
    priceByOption: {},
    isDefault: false,
    defaultQuantity: 1,
    countsTowardFree: true,
  };
  const facts = { allergens: [], dietaryTags: [], calories: null, hidden: false, copiedFrom: null, isSoldOut: false, soldOutUntil: null };
  const group = {
    id: 90,
    name: "Dip",
    title: "Dip",
    help: "",
    kind: "single" as const,
    minSelect: 0,
    maxSelect: null,
    maxPerOption: null,
    freeCount: 0,
  };
  const body = { ...group, showWhenOptionIds: [], maxLength: null, kitchenLabel: null, options: [{ ...option, ...facts }] };
  await db.insert(productCustomizations).values({ productId: id, body, position: 1, copiedFrom: 4, templateVersion: 3 });
  const opened = await open(id);
  const [link, copy] = JSON.parse(opened.values["customizations"] ?? "") as object[];
  expect(copy).toEqual({ kind: "copy", id: 90, overrides: {} });
  await save(id, { customizations: JSON.stringify([{ ...copy, overrides: { title: "Sauce" } }, link]) });
  expect(await attachedTo(id)).toMatchObject([{ body, overrides: { title: "Sauce" }, copiedFrom: 4 }, { templateId: template.id }]);
  await save(id, { customizations: JSON.stringify([link]) });
  expect(await attachedTo(id)).toHaveLength(1);
  const entry = (await history()).at(-1);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: EDIT });
  expect(await attachedTo(id)).toMatchObject([
    { body, overrides: { title: "Sauce" }, copiedFrom: 4, templateVersion: 3 },
    { templateId: template.id },
  ]);
});

test("deletes to the bin, restores whole, and deletes permanently after 30 days", async () => {
  const id = await insertProduct(db, { name: "Soup" });
  const params = { id: String(id) };
  expect((await ana.post(remove, EDIT, { intent: "forever" }, params)).location).toBe(`/admin/product/edit/${id}`);
  expect(await find(id)).toMatchObject({ deletedAt: null });
  expect((await ana.post(remove, EDIT, {}, params)).location).toBe("/admin/product");
  expect((await find(id))?.deletedAt).toBeInstanceOf(Date);
  expect((await ana.get(form, EDIT, params)).data).toMatchObject({ binnedUntil: expect.stringMatching(/^\d{4}-/) as string });
  const [entry] = await history();
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/product" });
  expect(await find(id)).toMatchObject({ deletedAt: null });
  await ana.post(remove, EDIT, {}, params);
  expect((await ana.post(remove, EDIT, { intent: "restore" }, params)).location).toBe(`/admin/product/edit/${id}`);
  expect(await find(id)).toMatchObject({ deletedAt: null });
  await ana.post(remove, EDIT, {}, params);
  await ana.post(remove, EDIT, { intent: "forever" }, params);
  expect(await find(id)).toBeUndefined();
  const last = (await history()).at(-1)!;
  expect((await ana.get(historyEntry, `/admin/history/${last.id}`, { id: String(last.id) })).data).toMatchObject({ canUndo: false });
  await ana.post(undo, "/admin/undo", { entry: String(last.id), to: "/admin/product" });
  expect(await find(id)).toBeUndefined();

  const now = services.now();
  const old = await insertProduct(db, { deletedAt: new Date(now.getTime() - 2 * 86_400_000) });
  const fresh = await insertProduct(db, { deletedAt: now });
  const shown = await insertProduct(db, {});
  expect(await emptyBin(db, new Date(now.getTime() - 86_400_000))).toBe(1);
  expect([await find(old), await find(fresh), await find(shown)]).toMatchObject([undefined, { id: fresh }, { id: shown }]);
});

test("a duplicate is a hidden copy without stock, and opens its form", async () => {
  const category = await insertCategory(db, { name: "A" });
  const template = await insertTemplate(db, {}, [{ name: "One" }]);
  const id = await insertProduct(db, { name: "Soup", stock: 4, importKey: "shopify:soup" }, [category]);
  await linkTemplate(db, id, template.id, { title: "Which?" });
  const answer = await ana.post(duplicate, EDIT, {}, { id: String(id) });
  const copy = idOf(answer.location);
  expect(await find(copy)).toMatchObject({ name: "Copy of Soup", isHidden: true, stock: null, importKey: null, priceCents: 1000 });
  expect(await attachedTo(copy)).toMatchObject([{ templateId: template.id, overrides: { title: "Which?" } }]);
  expect((await open(copy)).values).toMatchObject({ categories: String(category) });
});
