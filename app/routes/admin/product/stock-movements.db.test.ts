import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addCartItem } from "#app/cart/workflows/change-cart.server.ts";
import { forgetMovements, listMovements } from "#app/catalogue/data/movements/stock-movements.server.ts";
import { stockMovements } from "#app/catalogue/data/movements/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { orders } from "#app/orders/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertProduct, insertSizedProduct } from "#test/catalogue.ts";
import { checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { openImporter } from "#test/imports.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as form from "./form.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ana = openStaffPages(services, "Ana");
const { runImport } = await openImporter();
await db.insert(settings).values({ key: "ALLOW_PAY_AT_PICKUP", value: true });

/** Oldest first: what, from, to. */
async function story(productId: number) {
  const { movements } = await listMovements(db, productId, 1);
  return movements.toReversed().map(({ reason, variant, before, after }) => [reason, variant, before, after]);
}

async function order(productId: number, choices: Parameters<typeof addCartItem>[2]["choices"], isPaidAtPickup: boolean) {
  const added = await addCartItem(services, null, { productId, quantity: 2, choices, note: "" });
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  const { source, priced } = added.value;
  const placed = placedOf(await placeOrder(services, checkoutOf(source.id ?? "", priced.finalTotal, { isPaidAtPickup })));
  return orderOf(db, placed.orderToken);
}

test("orders, rejections and abandoned checkouts create movements with the order", async () => {
  const { productId, choose } = await insertSizedProduct(db, { S: 5, L: null }, { stock: 9 });
  const placed = await order(productId, choose("S"), true);
  await applyOrderEvent(services, {
    orderId: placed.id,
    version: placed.version,
    actor: { kind: "staff", userId: null, name: "Ana", isAdmin: true },
    command: { event: "reject", reason: "too_busy", text: "" },
  });
  const begun = await order(productId, choose("S"), false);
  await abandonOrder(services, begun.id);
  expect(await story(productId)).toEqual([
    ["edit", "", null, 9],
    ["edit", "S", null, 5],
    ["order", "", 9, 7],
    ["order", "S", 5, 3],
    ["return", "", 7, 9],
    ["return", "S", 3, 5],
    ["order", "", 9, 7],
    ["order", "S", 5, 3],
    ["return", "", 7, 9],
    ["return", "S", 3, 5],
  ]);
  const { movements } = await listMovements(db, productId, 1);
  expect(movements.map(({ orderId }) => orderId).slice(0, 8)).toEqual([...Array(4).fill(begun.id), ...Array(4).fill(placed.id)]);
  expect(movements.map(({ reason, userName }) => `${reason} ${userName}`)).toEqual([
    "return ",
    "return ",
    "order ",
    "order ",
    "return Ana",
    "return Ana",
    "order ",
    "order ",
    "edit ",
    "edit ",
  ]);
  expect(movements.map(({ orderNumber }) => orderNumber).slice(3, 5)).toEqual([null, placed.number]);
});

test("an edit, its undo and an import create movements with reason and user", async () => {
  const id = await insertProduct(db, { name: "Tea" });
  await ana.edit(form, "/admin/product/edit/1", { stock: "4" }, { id: String(id) });
  const [entry] = (await db.select().from(auditLog).orderBy(auditLog.id)).slice(-1);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/product" });
  await runImport(db, "Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty\njam,Jam,Title,Default Title,4.00,6\n");
  const { movements } = await listMovements(db, id, 1);
  expect(movements).toMatchObject([
    { reason: "edit", before: 4, after: null, userName: "Ana" },
    { reason: "edit", before: null, after: 4, userName: "Ana" },
  ]);
  const [jam] = await db.select().from(products).where(eq(products.name, "Jam"));
  expect((await listMovements(db, jam?.id ?? 0, 1)).movements).toMatchObject([
    { reason: "import", before: null, after: 6, userName: "operator" },
  ]);
});

test("the product page pages through movements, and old ones are deleted", async () => {
  const id = await insertProduct(db, { stock: 0 });
  for (let stock = 1; stock <= 24; stock += 1) await db.update(products).set({ stock }).where(eq(products.id, id));
  await db.update(products).set({ name: "Without a movement", stock: 24 }).where(eq(products.id, id));
  const page = async (number: number) => {
    const { data } = await ana.get(form, `/admin/product/edit/${id}?movements=${number}`, { id: String(id) });
    const { movements } = data as { movements: { movements: { after: number }[]; hasMore: boolean } };
    return [movements.movements.map(({ after }) => after).at(0), movements.movements.length, movements.hasMore];
  };
  expect([await page(1), await page(2)]).toEqual([
    [24, 20, true],
    [4, 5, false],
  ]);
  await forgetMovements(db, new Date(Date.now() - 60_000));
  expect(await db.$count(stockMovements, eq(stockMovements.productId, id))).toBe(25);
  await forgetMovements(db, new Date(Date.now() + 60_000));
  expect(await db.$count(stockMovements)).toBe(0);
});

test("a rolled back change creates no movement; a deleted variant is shown as gone", async () => {
  const { productId } = await insertSizedProduct(db, { S: 5 });
  await expect(
    db.transaction(async (tx) => {
      await tx.update(productVariants).set({ stock: 1 }).where(eq(productVariants.productId, productId));
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await db.delete(productVariants).where(eq(productVariants.productId, productId));
  expect(await story(productId)).toEqual([
    ["edit", null, null, 5],
    ["edit", null, 5, null],
  ]);
});

test("removing a variant creates a named movement, deleting the product none", async () => {
  const { productId } = await insertSizedProduct(db, { S: 5, L: null });
  await ana.edit(form, "/admin/product/edit/1", { variants: "" }, { id: String(productId) });
  expect((await listMovements(db, productId, 1)).movements[0]).toMatchObject({ reason: "edit", before: 5, after: null, userName: "Ana" });
  await db.delete(products).where(eq(products.id, productId));
  expect(await db.$count(stockMovements, eq(stockMovements.productId, productId))).toBe(0);
});

test("names only movements of the same instant, whatever numbers of transactions an older database had", async () => {
  const id = await insertProduct(db, { stock: 3 });
  await db.transaction(async (tx) => {
    await tx.execute(sql`update stock_movements set transaction = txid_current(), at = now() - interval '1 day' where product_id = ${id}`);
    await tx.insert(auditLog).values({ userName: "Ana", action: "edit", subject: "Tea", subjectKind: "product" });
  });
  expect((await listMovements(db, id, 1)).movements).toMatchObject([{ userName: "" }]);
});

test("distinguishes a deleted order from an unpaid checkout", async () => {
  const { productId, choose } = await insertSizedProduct(db, { S: 5 });
  const begun = await order(productId, choose("S"), false);
  const isGone = async () => (await listMovements(db, productId, 1)).movements.map(({ isOrderGone }) => isOrderGone);
  expect(await isGone()).toEqual([false, false]);
  await db.delete(orders).where(eq(orders.id, begun.id));
  expect(await isGone()).toEqual([true, false]);
});
