import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listCountRows } from "#app/catalogue/data/movements/count-rows.server.ts";
import { listMovements } from "#app/catalogue/data/movements/stock-movements.server.ts";
import { stockMovements } from "#app/catalogue/data/movements/tables.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { countKey, type CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { undoEntry } from "#app/staff/workflows/undo-entry.server.ts";
import { insertProduct, insertSizedProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { applyCounts } from "./apply-counts.server.ts";

const shop = await openTestShop({ connections: 30 });
const { db } = shop.services;
const ana = { id: 1, name: "Ana", isConfirmed: true };

const countOf = ({ productId, variantId, stock: seen, movement }: CountRow, counted: number) => ({
  productId,
  variantId,
  counted,
  seen,
  movement,
  ageSeconds: 0,
  lastedSeconds: 0,
});
const apply = (counts: readonly ReturnType<typeof countOf>[], act: string = crypto.randomUUID()) =>
  applyCounts(shop.services, ana, { act, counts: [...counts] });
const stockOf = async (id: number) => (await db.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;
const stockOfVariant = async (id = 0) =>
  (await db.select({ stock: productVariants.stock }).from(productVariants).where(eq(productVariants.id, id)))[0]?.stock;
async function rowOf(productId: number): Promise<CountRow> {
  const [row] = await listCountRows(db, [productId]);
  if (row === undefined) throw new Error("it is not counted");
  return row;
}

test("applies counts of products and variants as one change with its user, and undoes it", async () => {
  const tea = await insertProduct(db, { name: "Tea", stock: 5 });
  const { productId, variantIds } = await insertSizedProduct(db, { S: 4, L: null }, { name: "Shirt", stock: 9 });
  const rows = await listCountRows(db, [productId, tea]);
  expect(rows.map(({ name, options, stock }) => [name, options, stock])).toEqual([
    ["Shirt", "", 9],
    ["Shirt", "S", 4],
    ["Tea", "", 5],
  ]);
  const act = crypto.randomUUID();
  const counts = rows.map((row, index) => countOf(row, [9, 1, 7][index] ?? 0));
  const answer = await apply(counts, act);
  expect(answer).toMatchObject({ applied: rows.map(countKey), refused: {}, changed: 2 });
  expect([await stockOf(tea), await stockOf(productId), await stockOfVariant(variantIds[0])]).toEqual([7, 9, 1]);
  const moved = { reason: "stock-taking", userName: "Ana", userId: 1, stockTaking: act };
  expect(await db.select().from(stockMovements).where(eq(stockMovements.stockTaking, act)).orderBy(stockMovements.id)).toMatchObject([
    { productId: tea, variantId: null, before: 5, after: 7, ...moved },
    { productId, variantId: variantIds[0], before: 4, after: 1, ...moved },
  ]);
  expect(await apply(counts, act), "sent again").toMatchObject({ applied: rows.map(countKey), refused: {}, changed: 0, entry: null });
  expect(await undoEntry(db, [productRecords], ana, answer.entry ?? 0)).toMatchObject({ kind: "done", changed: 2 });
  expect([await stockOf(tea), await stockOfVariant(variantIds[0])], "the variant, too").toEqual([5, 4]);
  expect((await listMovements(db, productId, 1)).movements[0]).toMatchObject({ reason: "edit", variant: "S", before: 1, after: 4 });
  expect((await listMovements(db, tea, 1)).movements[0]).toMatchObject({ reason: "edit", before: 7, after: 5, userName: "Ana" });
});

test("subtracts sales after the count, and no sale twice", async () => {
  const productId = await insertProduct(db, { name: "Rush", stock: 40 });
  const carts = await Promise.all(Array.from({ length: 12 }, () => cartWith(shop, productId)));
  const row = await rowOf(productId);
  const act = crypto.randomUUID();
  const count = { ...countOf(row, 37), ageSeconds: 60 };
  const [orders, answers] = await Promise.all([
    Promise.all(carts.map((cartId) => placeOrder(shop.services, checkoutOf(cartId, 1130)))),
    Promise.all([apply([count], act), apply([count], act), apply([count], act)]),
  ]);
  expect(orders.map(({ kind }) => kind)).toEqual(carts.map(() => "ok"));
  expect(answers.map(({ changed }) => changed).toSorted()).toEqual([0, 0, 1]);
  expect(answers.flatMap(({ applied }) => applied)).toHaveLength(3);
  expect(await stockOf(productId)).toBe(40 - 3 - 12);
});

test("subtracts only sales after a row was counted", async () => {
  const productId = await insertProduct(db, { name: "Basement", stock: 10 });
  const row = await rowOf(productId);
  const buy = async () => placeOrder(shop.services, checkoutOf(await cartWith(shop, productId), 1130));
  await buy();
  await db
    .update(stockMovements)
    .set({ at: new Date(Date.now() - 3_600_000) })
    .where(eq(stockMovements.productId, productId));
  await buy();
  // The page showed 10, one left an hour ago, and nine were counted half an hour ago.
  const act = crypto.randomUUID();
  const count = { ...countOf(row, 9), ageSeconds: 1800 };
  expect(await apply([count], act)).toMatchObject({ applied: [countKey(row)], changed: 0 });
  expect(await stockOf(productId)).toBe(8);
  expect(await apply([{ ...count, counted: 5 }], act)).toMatchObject({ applied: [countKey(row)], changed: 1 });
  expect(await apply([{ ...count, counted: 5 }], act), "sent again").toMatchObject({ applied: [countKey(row)], changed: 0 });
  expect(await stockOf(productId)).toBe(4);
});

test("refuses the second of two counts of the same row, with the stock set by the first", async () => {
  const productId = await insertProduct(db, { name: "Shelf", stock: 10 });
  const count = countOf(await rowOf(productId), 8);
  const answers = await Promise.all([apply([count]), apply([count])]);
  expect(answers.flatMap(({ applied }) => applied)).toEqual([countKey(count)]);
  expect(answers.flatMap(({ refused }) => Object.values(refused))).toEqual(["Ana set the stock from 10 to 8 meanwhile. Count it again."]);
  expect(await stockOf(productId)).toBe(8);
});

test("applies only one of two concurrent stock-takings and an undo, and reports the others", async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, (_, at) => insertProduct(db, { name: `Raced ${at}`, stock: 10 })));
  const outcomes = await Promise.all(
    ids.map(async (productId) => {
      const { entry } = await apply([countOf(await rowOf(productId), 8)]);
      const row = await rowOf(productId);
      const [six, five, undone] = await Promise.all([
        apply([countOf(row, 6)]),
        apply([countOf(row, 5)]),
        undoEntry(db, [productRecords], ana, entry ?? 0),
      ]);
      const held = [...(six.changed === 1 ? [6] : []), ...(five.changed === 1 ? [5] : []), ...(undone.kind === "done" ? [10] : [])];
      expect(held, "one of them").toEqual([await stockOf(productId)]);
      expect([six, five].flatMap(({ refused }) => Object.values(refused)).every((text) => text.endsWith("Count it again."))).toBe(true);
      return (await listMovements(db, productId, 1)).movements.slice(0, 2).map(({ before, after }) => [before, after]);
    }),
  );
  for (const moved of outcomes)
    expect(moved).toEqual([
      [8, moved[0]?.[1]],
      [10, 8],
    ]);
});

test("refuses a row with sales between its scans, but not with sales before the first", async () => {
  const productId = await insertProduct(db, { name: "Slow", stock: 5 });
  const row = await rowOf(productId);
  const buy = async () => placeOrder(shop.services, checkoutOf(await cartWith(shop, productId), 1130));
  await buy();
  const now = new Date(shop.services.now().getTime() + 600_000);
  const count = (ageSeconds: number, lastedSeconds: number) => ({ ...countOf(row, 4), ageSeconds, lastedSeconds });
  const at = (each: ReturnType<typeof count>) => applyCounts({ db, now: () => now }, ana, { act: crypto.randomUUID(), counts: [each] });
  expect((await at(count(60, 100_000))).refused).toEqual({ [`p${productId}`]: "Its stock changed between its scans. Count it again." });
  expect(await at(count(60, 120))).toMatchObject({ refused: {}, changed: 0 });
  expect(await stockOf(productId)).toBe(4);
});

test("does not confuse variants of two products in one stock-taking", async () => {
  const { productId, variantIds } = await insertSizedProduct(db, { S: 4 });
  const other = await insertProduct(db, { stock: 1 });
  const [own] = (await listCountRows(db, [productId])).map((row) => countOf(row, 3));
  const foreign = { productId: other, variantId: variantIds[0] ?? 0, counted: 9, seen: 4, movement: 0, ageSeconds: 0, lastedSeconds: 0 };
  const plain = countOf(await rowOf(other), 1);
  const { refused } = await apply([plain, foreign, ...(own === undefined ? [] : [{ ...own, variantId: null }])]);
  expect(Object.keys(refused)).toEqual([countKey(foreign), `p${productId}`]);
  expect(await stockOfVariant(variantIds[0])).toBe(4);
});

test("refuses deleted, binned, uncounted and mismatched rows, and applies the others", async () => {
  const [good, binned, uncounted] = [
    await insertProduct(db, { stock: 1 }),
    await insertProduct(db, { stock: 1 }),
    await insertProduct(db, { stock: 1 }),
  ];
  const { productId, variantIds } = await insertSizedProduct(db, { S: 4 });
  const counts = (await listCountRows(db, [good, binned, uncounted, productId])).map((row) => countOf(row, 3));
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, binned));
  await db.update(products).set({ stock: null }).where(eq(products.id, uncounted));
  await db.update(productVariants).set({ goneAt: new Date() }).where(eq(productVariants.productId, productId));
  const foreign = { productId: good, variantId: variantIds[0] ?? 0, counted: 9, seen: 4, movement: 0, ageSeconds: 0, lastedSeconds: 0 };
  const answer = await apply([...counts, foreign, { ...foreign, productId: 999_999 }]);
  expect(answer.applied).toEqual([`p${good}`]);
  expect(new Set(Object.values(answer.refused))).toEqual(new Set(["It is not counted any more."]));
  expect([await stockOf(good), await stockOf(uncounted)]).toEqual([3, null]);
});
