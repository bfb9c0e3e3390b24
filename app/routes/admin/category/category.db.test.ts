import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { categories, productCategories } from "#app/catalogue/data/tables.ts";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages, typed } from "#test/staff-pages.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as remove from "./delete.tsx";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const bo = openStaffPages(services, "Bo");

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(categories);
});

const EDIT = "/admin/category/edit/1";
const path = (id: number) => [EDIT, { id: String(id) }] as const;
const fields = { name: "Soups", description: "", parentId: "", mediaId: "", hue: "20", isHidden: "shown", hours: "", products: "" };
const findCategory = async (id: number) => (await db.select().from(categories).where(eq(categories.id, id)))[0];
const history = () => db.select().from(auditLog).orderBy(auditLog.id);
const productsOf = async (id: number) =>
  (await db.select().from(productCategories).where(eq(productCategories.categoryId, id)).orderBy(productCategories.position)).map(
    (row) => row.productId,
  );

const open = (id: number) => ana.open(form, ...path(id));

test("adds a category at the end, with one history entry that can be undone", async () => {
  await insertCategory(db, { name: "Drinks", position: 4 });
  const added = await ana.post(form, "/admin/category/add", { ...fields, hours: '{"monday":["07:00-11:00"]}' });
  expect(added).toMatchObject({ status: 302, location: expect.stringMatching(/^\/admin\/category\/edit\/\d+$/) });
  const id = Number(added.location?.split("/").at(-1));
  expect(await findCategory(id)).toMatchObject({ name: "Soups", position: 5, hue: 20, hours: { monday: ["07:00-11:00"] } });
  expect((await open(id)).values).toMatchObject({ name: "Soups", hours: '{"monday":["07:00-11:00"]}' });
  const [entry, ...more] = await history();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ userName: "Ana", action: "add", subject: "Soups", subjectKind: "category", subjectIds: [String(id)] });
  expect(await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: `/admin/category/edit/${id}` })).toMatchObject({
    location: "/admin/category",
  });
  expect(await findCategory(id)).toBeUndefined();
});

test("stores only changed fields, and nothing when nothing has changed", async () => {
  const id = await insertCategory(db, { name: "Soups", description: "Hot" });
  expect((await ana.post(form, EDIT, typed(await open(id), { name: " Broths " }), { id: String(id) })).status).toBe(302);
  expect(await findCategory(id)).toMatchObject({ name: "Broths", description: "Hot", version: 2 });
  const same = await ana.post(form, EDIT, typed(await open(id), {}), { id: String(id) });
  expect(same.status).toBe(302);
  const rows = await history();
  expect(rows.map((row) => [row.before, row.after])).toEqual([[{ [id]: { name: "Soups" } }, { [id]: { name: "Broths" } }]]);
});

const refusals: readonly (readonly [string, Record<string, string>, string, string])[] = [
  ["no name", { name: "" }, "name", "Enter a name."],
  ["spaces for a name", { name: " \u00a0 " }, "name", "Enter a name."],
  ["a long name", { name: "x".repeat(121) }, "name", "Use at most 120 characters for a name."],
  ["a name of two lines", { name: "a\nb" }, "name", "Write a name in one line of plain text."],
  ["a NUL in the description", { description: "a\u0000b" }, "description", "Write the description as plain text."],
  ["a long description", { description: "x".repeat(5001) }, "description", "Use at most 5000 characters for the description."],
  ["a parent that is no number", { parentId: "x" }, "parentId", "Choose the category above."],
  ["a parent that is gone", { parentId: "2147483647" }, "parentId", "This category is gone. Choose another one."],
  ["a picture that is gone", { mediaId: "999999" }, "mediaId", "This picture is gone. Choose another one."],
  ["a colour off the circle", { hue: "360" }, "hue", "Enter the colour as a whole number from 0 to 359."],
  ["a visibility there is not", { isHidden: "maybe" }, "isHidden", "Choose whether it is shown."],
  [
    "hours that are no hours",
    { hours: '{"monday":["7-11"]}' },
    "hours",
    "Enter hours as HH:MM-HH:MM with two different times, such as 11:00-22:00.",
  ],
  ["hours of no weekday", { hours: '{"noday":[]}' }, "hours", "Enter hours such as 07:00-11:00."],
  ["broken hours", { hours: "{" }, "hours", "Enter hours such as 07:00-11:00."],
  ["products that are no numbers", { products: "1;drop" }, "products", "Enter the numbers of products, separated by commas."],
  ["products that are gone", { products: "999999" }, "products", "One of these products is gone. Remove it."],
];

test.for(refusals)("%s: 422 beside the field, and nothing changed", async ([, over, field, message]) => {
  const answer = await ana.post(form, "/admin/category/add", { ...fields, ...over });
  expect(answer.status).toBe(422);
  const refused = answer.data as Extract<RecordAnswer, { kind: "invalid" }>;
  expect(refused.errors[field]?.[0] ?? Object.values(refused.errors)[0]?.[0]).toContain(message);
  expect(await db.select().from(categories)).toEqual([]);
  expect(await history()).toEqual([]);
});

test("rejects a category below itself, or nested too deep", async () => {
  const ids: number[] = [];
  for (const name of ["A", "B", "C", "D"]) ids.push(await insertCategory(db, { name, parentId: ids.at(-1) ?? null }));
  const [a = 0, b = 0, , d = 0] = ids;
  const below = await ana.post(form, EDIT, typed(await open(a), { parentId: String(b) }), { id: String(a) });
  expect(JSON.stringify(below)).toContain("A category cannot be inside itself.");
  const deep = await ana.post(form, "/admin/category/add", { ...fields, parentId: String(d) });
  expect(JSON.stringify(deep)).toContain("Categories go at most 4 levels deep; this would make 5.");
});

test("shows both versions of each field to the slower of two editors", async () => {
  const id = await insertCategory(db, { name: "Soups", description: "Hot" });
  const opened = await open(id);
  await bo.post(form, EDIT, typed(opened, { name: "Broths", description: "Very hot" }), { id: String(id) });
  const late = await ana.post(form, EDIT, typed(opened, { name: "Stews", hue: "99" }), { id: String(id) });
  expect(late.status).toBe(409);
  const conflict = late.data as Extract<RecordAnswer, { kind: "conflict" }>;
  expect(conflict).toMatchObject({
    by: "Bo",
    fields: [{ name: "name", mine: "Stews", theirs: "Broths" }],
    form: { version: 2, values: { name: "Stews", description: "Very hot", hue: "99" } },
  });
  expect(await findCategory(id)).toMatchObject({ name: "Broths", version: 2 });
  expect((await ana.post(form, EDIT, typed(conflict.form, {}), { id: String(id) })).status).toBe(302);
  expect(await findCategory(id)).toMatchObject({ name: "Stews", description: "Very hot", hue: 99, version: 3 });
});

test("deleting moves products and subcategories, and undo restores them", async () => {
  const food = await insertCategory(db, { name: "Food" });
  const soups = await insertCategory(db, { name: "Soups", parentId: food });
  const warm = await insertCategory(db, { name: "Warm soups", parentId: soups });
  const leek = await insertProduct(db, { name: "Leek" }, [{ id: soups, position: 1 }]);
  const pea = await insertProduct(db, { name: "Pea" }, [{ id: soups, position: 0 }]);
  const deleted = await ana.post(remove, EDIT, { products: String(food) }, { id: String(soups) });
  expect(deleted).toMatchObject({ status: 302, location: "/admin/category" });
  expect(await findCategory(soups)).toBeUndefined();
  expect(await findCategory(warm)).toMatchObject({ parentId: food });
  expect(await productsOf(food)).toEqual([pea, leek]);
  const [entry, ...more] = await history();
  expect(more).toEqual([]);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/category" });
  expect(await findCategory(soups)).toMatchObject({ name: "Soups", parentId: food });
  expect(await findCategory(warm)).toMatchObject({ parentId: soups });
  expect(await productsOf(soups)).toEqual([pea, leek]);
  expect(await productsOf(food)).toEqual([]);
  // Once only; taking the undo back deletes it again.
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/category" });
  expect(await history()).toHaveLength(2);
  const [, taken] = await history();
  await ana.post(undo, "/admin/undo", { entry: String(taken?.id), to: "/admin/category" });
  expect(await findCategory(soups)).toBeUndefined();
});

test("does not undo a change after a later one", async () => {
  const id = await insertCategory(db, { name: "Soups" });
  await ana.post(form, EDIT, typed(await open(id), { name: "Broths" }), { id: String(id) });
  await bo.post(form, EDIT, typed(await open(id), { name: "Stews" }), { id: String(id) });
  const [first] = await history();
  await ana.post(undo, "/admin/undo", { entry: String(first?.id), to: EDIT });
  expect(await findCategory(id)).toMatchObject({ name: "Stews" });
});

test("moving renumbers the siblings in one history entry", async () => {
  const [a, b, c] = [
    await insertCategory(db, { name: "A", position: 0 }),
    await insertCategory(db, { name: "B", position: 1 }),
    await insertCategory(db, { name: "C", position: 2 }),
  ];
  expect((await ana.post(list, "/admin/category", { move: `${c}::0` })).status).toBe(302);
  const names = async () =>
    (await db.select().from(categories).orderBy(categories.parentId, categories.position)).map((row) => `${row.name}${row.parentId ?? ""}`);
  expect(await names()).toEqual(["C", "A", "B"]);
  expect((await ana.post(list, "/admin/category", { move: `${b}:${a}:0` })).status).toBe(302);
  expect(await names()).toEqual([`B${a}`, "C", "A"]);
  expect((await ana.post(list, "/admin/category", { move: `${a}:${b}:0` })).status).toBe(422);
  expect((await ana.post(list, "/admin/category", { move: "nonsense" })).status).toBe(422);
  expect(await history()).toHaveLength(2);
});

test("bulk actions change the chosen or all matching categories with one undo", async () => {
  const a = await insertCategory(db, { name: "Hot soups" });
  const b = await insertCategory(db, { name: "Cold soups" });
  const c = await insertCategory(db, { name: "Drinks" });
  const hidden = async () => (await db.select().from(categories).where(eq(categories.isHidden, true))).map((row) => row.id).sort();
  const all = await ana.post(list, "/admin/category?q=soups&selected=all", { intent: "hide", selected: "all" });
  expect(all).toMatchObject({ status: 302, location: "/admin/category?q=soups" });
  expect(await hidden()).toEqual([a, b].sort());
  await ana.post(list, "/admin/category", { intent: "hide", selected: `${a},${c}` });
  expect(await hidden()).toEqual([a, b, c].sort());
  const [first, second] = await history();
  expect(second?.subjectIds).toEqual([String(c)]);
  await ana.post(undo, "/admin/undo", { entry: String(first?.id), to: "/admin/category" });
  expect(await hidden()).toEqual([c]);
  for (const nothing of [
    { intent: "hide", selected: [] },
    { intent: "burn", selected: String(a) },
  ])
    expect((await ana.post(list, "/admin/category", nothing)).status).toBe(422);
});

test("renames a category in place", async () => {
  const id = await insertCategory(db, { name: "Soups" });
  expect((await ana.post(list, "/admin/category", { rename: String(id), name: "" })).status).toBe(422);
  expect((await ana.post(list, "/admin/category", { rename: String(id), name: "Broths" })).status).toBe(302);
  expect(await findCategory(id)).toMatchObject({ name: "Broths" });
});

test("returns 404 for categories that do not exist", async () => {
  for (const id of ["999999", "0", "x", "1e1"]) {
    expect((await ana.get(form, EDIT, { id })).status, id).toBe(404);
    expect((await ana.post(form, EDIT, fields, { id })).status, id).toBe(404);
    expect((await ana.get(remove, EDIT, { id })).status, id).toBe(404);
    expect((await ana.post(remove, EDIT, { products: "" }, { id })).status, id).toBe(404);
  }
});

test("undoing a move never creates a cycle of categories", async () => {
  const x = await insertCategory(db, { name: "X" });
  const a = await insertCategory(db, { name: "A", parentId: x });
  await ana.post(form, EDIT, typed(await open(a), { parentId: "" }), { id: String(a) });
  const moved = (await history()).at(-1);
  await ana.post(form, EDIT, typed(await open(x), { parentId: String(a) }), { id: String(x) });
  await ana.post(undo, "/admin/undo", { entry: String(moved?.id), to: "/admin/category" });
  expect([(await findCategory(a))?.parentId, (await findCategory(x))?.parentId]).toEqual([null, a]);
  expect((await ana.get(list, "/admin/category")).status).toBe(200);
});

test("adds several categories from a typed list with one undo", async () => {
  const breads = await insertCategory(db, { name: "Breads" });
  const names = () =>
    db
      .select({ name: categories.name, parentId: categories.parentId, position: categories.position })
      .from(categories)
      .orderBy(categories.id);
  const answer = await ana.post(list, "/admin/category", { names: "Breads\n  Rye\nCakes\n  Tarts" });
  expect(answer).toMatchObject({ status: 302, location: "/admin/category" });
  const stored = await names();
  expect(stored.map(({ name }) => name)).toEqual(["Breads", "Rye", "Cakes", "Tarts"]);
  const [, rye, , tarts] = stored;
  expect(rye?.parentId).toBe(breads);
  expect(tarts?.parentId).toBe((await db.select().from(categories).where(eq(categories.name, "Cakes")))[0]?.id);
  await ana.post(list, "/admin/category", { names: "Breads\n  Rye" });
  const [entry, ...more] = await history();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ action: "add", subject: "3 records" });
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/category" });
  expect((await names()).map(({ name }) => name)).toEqual(["Breads"]);
});

test("rejects a typed list with an error as a whole and keeps its text", async () => {
  const typedNames = "Breads\n  a\n    b\n      c\n        d";
  const refused = await ana.post(list, "/admin/category", { names: typedNames });
  expect([refused.status, refused.data]).toMatchObject([422, { message: "Line 5: categories have at most 4 levels.", names: typedNames }]);
  expect(await db.$count(categories)).toBe(0);
});

test("ignores form fields named like array indexes or object prototypes", async () => {
  const nested = { "name[2000000]": "x", "name[0].a": "x", "name.__proto__.x": "x", "hue.a": "x" };
  const added = await ana.post(form, "/admin/category/add", { ...fields, ...nested });
  expect(added).toMatchObject({ status: 302 });
  expect(await findCategory(Number(added.location?.split("/").at(-1)))).toMatchObject({ name: "Soups", hue: 20 });
});
