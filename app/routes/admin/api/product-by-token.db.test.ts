import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { categories, products } from "#app/catalogue/data/tables.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { callWithToken, tokenWith } from "#test/token-calls.ts";

const { services } = await openTestShop();
const { db } = services;
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ANA = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };
const { token } = await tokenWith(services, ANA, "products:read", "products:write");
const change = (id: number, body: unknown) => callWithToken(services, token, `/admin/api/products/${id}`, { method: "PATCH", body });

test("a program renames a product and moves it to other categories", async () => {
  const rows = await db
    .insert(categories)
    .values([
      { name: "Tea", position: 1 },
      { name: "Gifts", position: 2 },
    ])
    .returning({ id: categories.id });
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  const id = await insertProduct(db, { name: "Old tea", priceCents: 500 });
  const named = { name: "Sencha", kitchen_name: "SEN", category_ids: ids.toReversed() };
  expect(await change(id, named)).toMatchObject({ status: 200, data: { product: { ...named, category_ids: ids, price: 5 } } });
  expect(await change(id, { kitchen_name: "", price: 6 })).toMatchObject({
    status: 200,
    data: { product: { name: "Sencha", kitchen_name: null, category_ids: ids, price: 6 } },
  });
  expect(await change(id, { name: " " })).toMatchObject({ status: 422, data: { errors: [{ path: "name" }] } });
  expect(await change(id, { category_ids: [2_000_000] })).toMatchObject({ status: 422, data: { errors: [{ path: "category_ids" }] } });
});

const add = (body: unknown, key: string) =>
  callWithToken(services, token, "/admin/api/products", { method: "POST", body, headers: { "Idempotency-Key": key } });

test("a program adds a product once per Idempotency-Key", async () => {
  const [category] = await db.insert(categories).values({ name: "Bread", position: 3 }).returning({ id: categories.id });
  const body = { name: "Rye", price: 6.5, category_ids: [category?.id ?? 0], stock: 4, sku: "RYE-1", cost: 2, is_pickup_only: true };
  const added = await add(body, "rye");
  const { cost: _cost, ...shown } = body;
  expect(added).toMatchObject({ status: 201, data: { product: { ...shown, is_hidden: false, version: 1 } } });
  const again = await add(body, "rye");
  expect([again.status, again.data]).toEqual([201, added.data]);
  expect(await add({ ...body, name: "Other" }, "rye")).toMatchObject({
    status: 422,
    data: { detail: expect.stringContaining("Idempotency-Key") },
  });
  const rows = await db.select().from(products).where(eq(products.sku, "RYE-1"));
  expect(rows).toMatchObject([{ name: "Rye", priceCents: 650, costCents: 200, stock: 4 }]);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subject, "Rye"));
  expect(entry).toMatchObject({ action: "add", subjectKind: "product", userName: "Stock list (API)" });
});

await insertProduct(db, { sku: "TAKEN" });

test.each([
  [{ price: 1 }, "name"],
  [{ name: "Rye" }, "price"],
  [{ name: "Rye", price: 0 }, "price"],
  [{ name: "Rye", price: 5, compare_at: 5 }, "compare_at"],
  [{ name: "Rye", price: 5, sku: "TAKEN" }, "sku"],
  [{ name: "Rye", price: 5, category_ids: [2_000_000] }, "category_ids"],
  [{ name: "Rye", price: 5, version: 1 }, "version"],
])("refuses the new product %j", async (body, path) => {
  const before = await db.$count(products);
  expect(await add(body, "refused")).toMatchObject({ status: 422, data: { errors: [{ path }] } });
  expect(await db.$count(products)).toBe(before);
  expect(await callWithToken(services, token, "/admin/api/products", { method: "POST", body })).toMatchObject({ status: 400 });
});

test("a program moves a product to the bin, and staff restore it", async () => {
  const id = await insertProduct(db, { name: "Old bread" });
  const path = `/admin/api/products/${id}`;
  const remove = () => callWithToken(services, token, path, { method: "DELETE" });
  expect(await remove()).toMatchObject({ status: 200, data: { id, is_in_bin: true } });
  expect((await remove()).status).toBe(404);
  expect((await callWithToken(services, token, path)).status).toBe(404);
  expect((await callWithToken(services, token, "/admin/api/products/2147483647", { method: "DELETE" })).status).toBe(404);
  const [row] = await db.select().from(products).where(eq(products.id, id));
  expect(row).toMatchObject({ deletedAt: expect.any(Date), version: 2 });
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.subject, "Old bread"));
  expect(entry).toMatchObject({ action: "delete", userName: "Stock list (API)" });
  const reader = await tokenWith(services, ANA, "products:read");
  expect((await callWithToken(services, reader.token, path, { method: "DELETE" })).status).toBe(403);
});
