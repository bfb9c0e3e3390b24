import { asc, desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { categories, productCategories } from "#app/catalogue/data/tables.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { callWithToken, tokenWith, type TokenCall } from "#test/token-calls.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ANA = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };
const { token } = await tokenWith(services, ANA, "products:read", "products:write");
const call = (path: string, options: TokenCall = {}) => callWithToken(services, token, `/admin/api/categories${path}`, options);
const add = (body: unknown, key: string) => call("", { method: "POST", body, headers: { "Idempotency-Key": key } });
const change = (id: number, body: unknown) => call(`/${id}`, { method: "PATCH", body });

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(categories);
});

const names = async () =>
  (await db.select().from(categories).orderBy(asc(categories.parentId), asc(categories.position))).map(
    ({ name, parentId }) => `${name}${parentId === null ? "" : ` in ${parentId}`}`,
  );
const history = async () =>
  (await db.select().from(auditLog).orderBy(desc(auditLog.id))).map(({ action, subject }) => `${action} ${subject}`);
const undoLast = async () => {
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  await ana.post(undo, "/admin/undo", { entry: String(last?.id), to: "/admin/category" });
};

test("a program reads the categories in menu order", async () => {
  const food = await insertCategory(db, { name: "Food", position: 1, description: "Warm" });
  const soups = await insertCategory(db, { name: "Soups", parentId: food, isHidden: true });
  const drinks = await insertCategory(db, { name: "Drinks", position: 0 });
  await insertProduct(db, { name: "Leek" }, [{ id: soups, position: 0 }]);
  const listed = await call("");
  expect(listed).toMatchObject({ status: 200, data: { total: 3, page: 1, categories: [{ id: drinks }, { id: food }, { id: soups }] } });
  expect((await call(`/${food}`)).data).toEqual({
    category: {
      id: food,
      version: 1,
      name: "Food",
      description: "Warm",
      parent_id: null,
      position: 1,
      path: "Food",
      is_hidden: false,
      product_count: 0,
    },
  });
  expect((await call("?state=hidden")).data).toMatchObject({
    categories: [{ id: soups, path: "Food › Soups", parent_id: food, position: 0, is_hidden: true, product_count: 1 }],
  });
  expect((await call("?q=soup&per_page=1")).data).toMatchObject({ total: 1, categories: [{ id: soups }] });
  expect((await call("?sort=name")).status).toBe(422);
  expect((await call("/999999")).status).toBe(404);
});

test("a program adds a category once per Idempotency-Key", async () => {
  const food = await insertCategory(db, { name: "Food" });
  await insertCategory(db, { name: "Stews", parentId: food, position: 4 });
  const body = { name: "Soups", description: "Hot", parent_id: food, is_hidden: true };
  const added = await add(body, "soups");
  expect(added).toMatchObject({ status: 201, data: { category: { ...body, version: 1, position: 1, path: "Food › Soups" } } });
  const again = await add(body, "soups");
  expect([again.status, again.data]).toEqual([201, added.data]);
  expect(await add({ ...body, name: "Broths" }, "soups")).toMatchObject({
    status: 422,
    data: { detail: expect.stringContaining("Idempotency-Key") },
  });
  expect(await db.$count(categories)).toBe(3);
  expect(await history()).toEqual(["add Soups"]);
  const [entry] = await db.select().from(auditLog);
  expect(entry).toMatchObject({ subjectKind: "category", userName: "Stock list (API)" });
  await undoLast();
  expect(await db.$count(categories)).toBe(2);
});

test.each([
  [{}, "name"],
  [{ name: " " }, "name"],
  [{ name: "x".repeat(121) }, "name"],
  [{ name: "Soups", description: "a\u0000b" }, "description"],
  [{ name: "Soups", parent_id: 2_000_000 }, "parent_id"],
  [{ name: "Soups", is_hidden: "no" }, "is_hidden"],
  [{ name: "Soups", position: 0 }, "position"],
])("refuses the new category %j", async (body, path) => {
  expect(await add(body, "refused")).toMatchObject({ status: 422, data: { errors: [{ path }] } });
  expect(await db.$count(categories)).toBe(0);
  expect(await call("", { method: "POST", body })).toMatchObject({ status: 400 });
});

test("a program renames and hides a category only in the version it read", async () => {
  const id = await insertCategory(db, { name: "Soups", description: "Hot" });
  expect(await change(id, { name: "Broths", is_hidden: true, version: 1 })).toMatchObject({
    status: 200,
    data: { category: { name: "Broths", description: "Hot", is_hidden: true, version: 2 } },
  });
  expect(await change(id, { name: "Stews", version: 1 })).toMatchObject({
    status: 409,
    data: { category: { name: "Broths", version: 2 } },
  });
  expect(await change(id, { name: "" })).toMatchObject({ status: 422, data: { errors: [{ path: "name" }] } });
  expect((await change(id, { version: 2 })).status).toBe(422);
  expect((await change(999_999, { name: "Stews" })).status).toBe(404);
  expect(await history()).toEqual(["edit Soups"]);
  await undoLast();
  expect(await call(`/${id}`)).toMatchObject({ data: { category: { name: "Soups", is_hidden: false } } });
});

test("a rename keeps the products of a category and their order", async () => {
  const id = await insertCategory(db, { name: "Soups" });
  const leek = await insertProduct(db, { name: "Leek" }, [{ id, position: 1 }]);
  const pea = await insertProduct(db, { name: "Pea" }, [{ id, position: 0 }]);
  await change(id, { name: "Broths" });
  const rows = await db.select().from(productCategories).where(eq(productCategories.categoryId, id)).orderBy(productCategories.position);
  expect(rows.map(({ productId }) => productId)).toEqual([pea, leek]);
});

test("a program moves a category to another parent and position in one entry", async () => {
  const [a, b, c] = [
    await insertCategory(db, { name: "A", position: 0 }),
    await insertCategory(db, { name: "B", position: 1 }),
    await insertCategory(db, { name: "C", position: 2 }),
  ];
  expect(await change(c, { position: 0 })).toMatchObject({ status: 200, data: { category: { position: 0, parent_id: null } } });
  expect(await names()).toEqual(["C", "A", "B"]);
  await undoLast();
  expect(await names()).toEqual(["A", "B", "C"]);
  expect(await change(b, { parent_id: a, name: "B2" })).toMatchObject({
    data: { category: { position: 0, path: "A › B2", parent_id: a } },
  });
  await change(c, { parent_id: a });
  expect(await names(), "the last one").toEqual([`B2 in ${a}`, `C in ${a}`, "A"]);
  await change(c, { parent_id: null, position: 0 });
  expect(await names()).toEqual([`B2 in ${a}`, "C", "A"]);
  expect((await history()).slice(0, 3)).toEqual(["move C", "move C", "edit B"]);
  expect(await change(a, { parent_id: b, name: "Never" })).toMatchObject({
    status: 422,
    data: { errors: [{ path: "parent_id", message: "A category cannot be inside itself." }] },
  });
  expect(await change(a, { parent_id: 2_000_000 })).toMatchObject({ status: 422, data: { errors: [{ path: "parent_id" }] } });
  expect(await names()).toEqual([`B2 in ${a}`, "C", "A"]);
});

test("deleting by token moves subcategories up and products to the given category", async () => {
  const food = await insertCategory(db, { name: "Food" });
  const soups = await insertCategory(db, { name: "Soups", parentId: food });
  const warm = await insertCategory(db, { name: "Warm soups", parentId: soups });
  const leek = await insertProduct(db, { name: "Leek" }, [{ id: soups, position: 0 }]);
  const places = async () => (await db.select().from(productCategories)).map(({ productId, categoryId }) => [productId, categoryId]);
  const remove = (id: number, query = "") => call(`/${id}${query}`, { method: "DELETE" });
  for (const to of [soups, 2_000_000])
    expect(await remove(soups, `?products_to=${to}`)).toMatchObject({ status: 422, data: { errors: [{ path: "products_to" }] } });
  expect(await remove(soups, `?products_to=${food}`)).toMatchObject({ status: 200, data: { id: soups, is_deleted: true } });
  expect(await places()).toEqual([[leek, food]]);
  expect(await call(`/${warm}`)).toMatchObject({ data: { category: { parent_id: food } } });
  expect((await remove(soups)).status).toBe(404);
  expect(await history()).toEqual(["delete Soups"]);
  await undoLast();
  expect(await places()).toEqual([[leek, soups]]);
  expect((await remove(soups)).status).toBe(200);
  expect(await places()).toEqual([]);
});

test("a token needs the permission for products", async () => {
  const id = await insertCategory(db, { name: "Soups" });
  const { token: reader } = await tokenWith(services, ANA, "products:read");
  const { token: other } = await tokenWith(services, ANA, "orders:read");
  const callAs = (by: string, method: string) =>
    callWithToken(services, by, `/admin/api/categories/${id}`, method === "GET" ? {} : { method, body: { name: "Stews" } });
  expect((await callAs(reader, "GET")).status).toBe(200);
  expect((await callAs(reader, "PATCH")).status).toBe(403);
  expect((await callAs(reader, "DELETE")).status).toBe(403);
  expect((await callAs(other, "GET")).status).toBe(403);
});
