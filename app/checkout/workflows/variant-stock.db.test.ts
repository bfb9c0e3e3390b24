import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { addCartItem, editCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { findProduct } from "#app/catalogue/data/products.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { insertSizedProduct, insertTemplate, insertVariant, linkTemplate } from "#test/catalogue.ts";
import { checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as templateDelete from "#app/routes/admin/customization-templates/delete.tsx";
import { placeOrder } from "./place/place-order.server.ts";
import { abandonOrder } from "./settle/abandon-order.server.ts";
import { settleOrder } from "./settle/settle-order.server.ts";
import { reconcilePayments } from "./settle/reconcile-payments.server.ts";

const shop = await openTestShop({ connections: 60 });
const { services } = shop;
const { db } = services;
const ANA: OrderActorFacts = { kind: "staff", userId: null, name: "Ana", isAdmin: true };

beforeEach(async () => {
  await db.insert(settings).values({ key: "ALLOW_PAY_AT_PICKUP", value: true }).onConflictDoNothing();
});

type Sized = Awaited<ReturnType<typeof insertSizedProduct>>;
const left = async (variantId: number | undefined) =>
  (
    await db
      .select()
      .from(productVariants)
      .where(eq(productVariants.id, variantId ?? 0))
  )[0]?.stock;
const act = (order: { id: string; version: number }, command: OrderCommand) =>
  applyOrderEvent(services, { orderId: order.id, version: order.version, actor: ANA, command });
const REJECT: OrderCommand = { event: "reject", reason: "item_unavailable", text: "" };

async function cartOf({ productId, choose }: Sized, sizes: Readonly<Record<string, number>>): Promise<string> {
  let cartId: string | null = null;
  for (const [size, quantity] of Object.entries(sizes)) {
    const added = await addCartItem(services, cartId, { productId, quantity, choices: choose(size), note: "" });
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    cartId = added.value.source.id;
  }
  return cartId ?? "";
}

/** An order in these sizes that is paid at pickup. */
async function order(sized: Sized, sizes: Readonly<Record<string, number>>) {
  const cartId = await cartOf(sized, sizes);
  const { finalTotal } = (await getCart(services, cartId)).priced;
  const result = await placeOrder(services, checkoutOf(cartId, finalTotal, { isPaidAtPickup: true }));
  return orderOf(db, placedOf(result).orderToken);
}

test("an order takes from the variant and from the product, and a rejection returns both once", async () => {
  const shirt = await insertSizedProduct(db, { S: 5, L: 3 }, { stock: 10 });
  const [small, large] = shirt.variantIds;
  const placed = await order(shirt, { S: 1, L: 2 });
  expect([await left(small), await left(large)]).toEqual([4, 1]);
  expect((await listOrderItems(db, placed.id)).map(({ stockTaken, variantsTaken }) => ({ stockTaken, variantsTaken }))).toEqual([
    { stockTaken: 1, variantsTaken: [{ id: small, units: 1 }] },
    { stockTaken: 2, variantsTaken: [{ id: large, units: 2 }] },
  ]);
  const answers = await Promise.all([act(placed, REJECT), act(placed, REJECT)]);
  expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect([await left(small), await left(large)]).toEqual([5, 3]);
  expect((await db.select().from(products).where(eq(products.id, shirt.productId)))[0]?.stock).toBe(10);
  expect(await readOrder(shop, placed.id)).toMatchObject({ isStockTaken: false });
});

test("removing a line returns what that line took", async () => {
  const shirt = await insertSizedProduct(db, { S: 5, L: 3 });
  const placed = await order(shirt, { S: 2, L: 2 });
  const lines = await listOrderItems(db, placed.id);
  expect((await act(placed, { event: "edit", removeItemIds: [lines[1]!.id] })).kind).toBe("done");
  expect(await Promise.all(shirt.variantIds.map(left))).toEqual([3, 3]);
  await act(await readOrder(shop, placed.id), REJECT);
  expect(await Promise.all(shirt.variantIds.map(left))).toEqual([5, 3]);
});

test("a changed order takes and returns units of its variants", async () => {
  const shirt = await insertSizedProduct(db, { S: 5, L: 3 }, { stock: 20 });
  const placed = await order(shirt, { S: 2 });
  const [line] = await listOrderItems(db, placed.id);
  const change = async (small: number, large: number) => {
    const add = large === 0 ? [] : [{ productId: shirt.productId, quantity: large, choices: shirt.choose("L"), note: "" }];
    const command = { event: "edit", removeItemIds: [], units: [{ id: line!.id, quantity: small }], add } as const;
    return (await act(await readOrder(shop, placed.id), command)).kind;
  };
  const counts = async () => [
    ...(await Promise.all(shirt.variantIds.map(left))),
    (await db.select().from(products).where(eq(products.id, shirt.productId)))[0]?.stock,
  ];
  expect(await change(4, 2)).toBe("done");
  expect(await counts()).toEqual([1, 1, 14]);
  expect((await listOrderItems(db, placed.id)).map(({ variantsTaken }) => variantsTaken)).toEqual([
    [{ id: shirt.variantIds[0], units: 4 }],
    [{ id: shirt.variantIds[1], units: 2 }],
  ]);
  expect(await change(4, 2), "more than is left").not.toBe("done");
  expect(await change(1, 0)).toBe("done");
  expect(await counts()).toEqual([4, 1, 17]);
  await act(await readOrder(shop, placed.id), REJECT);
  expect(await counts()).toEqual([5, 3, 20]);
});

test("keeps whole units of a line placed before stock was counted", async () => {
  const shirt = await insertSizedProduct(db, { S: null });
  const placed = await order(shirt, { S: 2 });
  await db.update(productVariants).set({ stock: 7 }).where(eq(productVariants.id, shirt.variantIds[0]!));
  const [line] = await listOrderItems(db, placed.id);
  const change = async (quantity: number) => {
    const command = { event: "edit", removeItemIds: [], units: [{ id: line!.id, quantity }] } as const;
    expect((await act(await readOrder(shop, placed.id), command)).kind).toBe("done");
    return [await left(shirt.variantIds[0]), (await listOrderItems(db, placed.id))[0]?.variantsTaken];
  };
  const one = [{ id: shirt.variantIds[0], units: 1 }];
  expect([await change(3), await change(2), await change(1)]).toEqual([
    [6, one],
    [6, one],
    [6, one],
  ]);
  await act(await readOrder(shop, placed.id), REJECT);
  expect(await left(shirt.variantIds[0])).toBe(7);
});

test("returns no stock to a variant that was not counted when ordered", async () => {
  const shirt = await insertSizedProduct(db, { S: null, L: 3 });
  const placed = await order(shirt, { S: 2 });
  await db.update(productVariants).set({ stock: 7 }).where(eq(productVariants.id, shirt.variantIds[0]!));
  await act(placed, REJECT);
  expect(await left(shirt.variantIds[0])).toBe(7);
});

test("a line takes from every variant whose options it contains", async () => {
  const shirt = await insertSizedProduct(db, { S: 5, L: 3 });
  const colour = await insertTemplate(db, { title: "Colour", minSelect: 1, maxSelect: 1 }, [{ name: "Red" }, { name: "Blue" }]);
  await linkTemplate(db, shirt.productId, colour.id, {}, 1);
  const redLarge = await insertVariant(db, shirt.productId, [shirt.optionIds[1]!, colour.optionIds[0]!], { stock: 1 });
  const red = { templateId: colour.id, optionId: colour.optionIds[0]!, quantity: 1, text: null };
  const add = (quantity: number) =>
    addCartItem(services, null, { productId: shirt.productId, quantity, choices: [...shirt.choose("L"), red], note: "" });
  expect(await add(2)).toMatchObject({ ok: false, error: { kind: "unavailable", message: "Only 1 L, Red is left." } });
  const added = await add(1);
  if (!added.ok) throw new Error("refused");
  const { finalTotal } = added.value.priced;
  placedOf(await placeOrder(services, checkoutOf(added.value.source.id ?? "", finalTotal, { isPaidAtPickup: true })));
  expect([await left(shirt.variantIds[1]), await left(redLarge)]).toEqual([2, 0]);
  expect(await add(1)).toMatchObject({ ok: false, error: { kind: "unavailable", message: "L, Red is sold out." } });
});

test("the cart shows the option's remaining stock at the line", async () => {
  const shirt = await insertSizedProduct(db, { S: 5, L: 3 });
  const cartId = await cartOf(shirt, { L: 3 });
  await db.update(productVariants).set({ stock: 2 }).where(eq(productVariants.id, shirt.variantIds[1]!));
  const { priced, source } = await getCart(services, cartId);
  const [line] = source.items;
  expect(priced.problems).toMatchObject([
    { code: "stock", cartItemId: line?.id, message: "Only 2 of L are left. Lower the quantity to 2.", blocks: true },
  ]);
  expect(await editCartItem(services, cartId, line?.id ?? "", { quantity: 4 })).toMatchObject({
    ok: false,
    error: { kind: "unavailable", message: "Only 2 of L are left." },
  });
  await db.update(productVariants).set({ stock: 0 }).where(eq(productVariants.id, shirt.variantIds[1]!));
  expect((await getCart(services, cartId)).priced.problems).toMatchObject([
    { code: "choices", message: expect.stringMatching(/L is sold out/) },
  ]);
});

test("the page shows a size without stock as sold out, and the product when none is left", async () => {
  const shirt = await insertSizedProduct(db, { S: 1, L: 0 });
  const shown = async () => {
    const product = await findProduct(db, shirt.productId, services.now());
    return { isSoldOut: product?.isSoldOut, options: product?.groups[0]?.options.map(({ soldOut }) => soldOut) };
  };
  expect(await shown()).toEqual({ isSoldOut: false, options: [false, true] });
  expect(
    await addCartItem(services, null, { productId: shirt.productId, quantity: 1, choices: shirt.choose("L"), note: "" }),
  ).toMatchObject({
    ok: false,
    error: { kind: "choices", problems: [{ code: "sold-out" }] },
  });
  const placed = await order(shirt, { S: 1 });
  expect(await shown()).toEqual({ isSoldOut: true, options: [true, true] });
  expect(
    await addCartItem(services, null, { productId: shirt.productId, quantity: 1, choices: shirt.choose("S"), note: "" }),
  ).toMatchObject({
    ok: false,
    error: { kind: "unavailable" },
  });
  await act(placed, REJECT);
  expect(await shown()).toEqual({ isSoldOut: false, options: [false, true] });
});

test("a repeated checkout does not compete with its own units", async () => {
  const shirt = await insertSizedProduct(db, { L: 1 });
  const cartId = await cartOf(shirt, { L: 1 });
  const begin = async () => placedOf(await placeOrder(services, checkoutOf(cartId, 1130)));
  await begin();
  expect(await left(shirt.variantIds[0])).toBe(0);
  expect((await getCart(services, cartId)).priced.problems).toEqual([]);
  await begin();
  expect(await left(shirt.variantIds[0])).toBe(0);
});

test("reserves units again for a late payment, or refuses it", async () => {
  const shirt = await insertSizedProduct(db, { L: 1 });
  const late = async () => {
    const placed = placedOf(await placeOrder(services, checkoutOf(await cartOf(shirt, { L: 1 }), 1130)));
    const row = await orderOf(db, placed.orderToken);
    await db.update(orders).set({ isStockTaken: false, holdExpiresAt: null }).where(eq(orders.id, row.id));
    await db.update(orderItems).set({ stockTaken: 0, variantsTaken: [] }).where(eq(orderItems.orderId, row.id));
    await db.update(productVariants).set({ stock: 1 }).where(eq(productVariants.id, shirt.variantIds[0]!));
    await shop.confirm(placed.clientSecret);
    return row;
  };
  const first = await late();
  const second = await late();
  await settleOrder(services, first.id);
  expect(await left(shirt.variantIds[0])).toBe(0);
  expect((await listOrderItems(db, first.id))[0]?.variantsTaken).toEqual([{ id: shirt.variantIds[0], units: 1 }]);
  await settleOrder(services, second.id);
  expect((await readOrder(shop, second.id)).status).not.toBe("received");
  expect(await left(shirt.variantIds[0])).toBe(0);
  await reconcilePayments(services);
});

test("a late payment reserves a variant whose options were copied to the product", async () => {
  const shirt = await insertSizedProduct(db, { L: 4 });
  const placed = placedOf(await placeOrder(services, checkoutOf(await cartOf(shirt, { L: 1 }), 1130)));
  const row = await orderOf(db, placed.orderToken);
  await db.update(orders).set({ isStockTaken: false, holdExpiresAt: null }).where(eq(orders.id, row.id));
  await db.update(orderItems).set({ stockTaken: 0, variantsTaken: [] }).where(eq(orderItems.orderId, row.id));
  const { optionIds } = await copyQuestion(shirt);
  expect(optionIds).not.toEqual([shirt.optionIds[0]]);
  await shop.confirm(placed.clientSecret);
  await settleOrder(services, row.id);
  expect((await listOrderItems(db, row.id))[0]?.variantsTaken).toEqual([{ id: shirt.variantIds[0], units: 1 }]);
  expect(await left(shirt.variantIds[0]), "of 4, one held by the expired checkout").toBe(2);
});

/** Deletes the product's template, so that its question becomes the product's own. */
async function copyQuestion({ templateId, variantIds }: Sized) {
  const path = `/admin/customization-templates/delete/${templateId}`;
  const answer = await openStaffPages(services, "Ana").post(templateDelete, path, { links: "copy" }, { id: String(templateId) });
  expect(answer.status).toBe(302);
  const [variant] = await db.select().from(productVariants).where(eq(productVariants.id, variantIds[0]!));
  return { optionIds: variant?.optionIds };
}

test("sells exactly the last 3 of a size to 20 concurrent buyers", async () => {
  const shirt = await insertSizedProduct(db, { S: 50, L: 3 }, { stock: 40 });
  const carts = await Promise.all(Array.from({ length: 20 }, () => cartOf(shirt, { S: 1, L: 1 })));
  const results = await Promise.all(carts.map((cartId) => placeOrder(services, checkoutOf(cartId, 2260))));
  const kinds = Object.groupBy(results, ({ kind }) => kind);
  expect(kinds.ok).toHaveLength(3);
  expect(kinds.problems).toHaveLength(17);
  expect(await Promise.all(shirt.variantIds.map(left))).toEqual([47, 0]);
  expect((await db.select().from(products).where(eq(products.id, shirt.productId)))[0]?.stock).toBe(34);
});

test("orders of the same sizes in other orders never deadlock", async () => {
  const shirt = await insertSizedProduct(db, { S: 40, M: 40, L: 40 });
  const sizes = ["S", "M", "L"];
  const carts = await Promise.all(
    Array.from({ length: 18 }, (_, index) => cartOf(shirt, Object.fromEntries([0, 1, 2].map((at) => [sizes[(at + index) % 3], 1])))),
  );
  const results = await Promise.all(carts.map((cartId) => placeOrder(services, checkoutOf(cartId, 3390))));
  expect(results.map(({ kind }) => kind)).toEqual(results.map(() => "ok"));
  expect(await Promise.all(shirt.variantIds.map(left))).toEqual([22, 22, 22]);
});

type Step = {
  readonly act: "place" | "begin" | "reject" | "abandon" | "remove" | "refund";
  readonly at: number;
  readonly s: number;
  readonly l: number;
};
const aStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("place", "begin", "reject", "abandon", "remove", "refund"),
  at: fc.nat(5),
  s: fc.integer({ min: 1, max: 3 }),
  l: fc.integer({ min: 1, max: 3 }),
});

test("stock equals the unsold units after any order events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 12 }), async (steps) => {
      const shirt = await insertSizedProduct(db, { S: 8, L: 6 });
      const ids: string[] = [];
      for (const step of steps) await take(shirt, ids, step);
      const taken = await db.execute<{ id: number; units: number }>(
        sql`select (t->>'id')::int as id, sum((t->>'units')::int)::int as units from ${orderItems} i join ${orders} o on o.id = i.order_id
            cross join jsonb_array_elements(i.variants_taken) t where i.product_id = ${shirt.productId} and o.is_stock_taken group by 1`,
        "objects",
      );
      const sold = new Map(taken.map(({ id, units }) => [id, units]));
      for (const [index, all] of [8, 6].entries()) {
        const id = shirt.variantIds[index] ?? 0;
        expect(await left(id)).toBe(all - (sold.get(id) ?? 0));
      }
    }),
    { numRuns: 15 },
  );
});

async function take(shirt: Sized, ids: string[], { act: what, at, s, l }: Step): Promise<void> {
  if (what === "place" || what === "begin") {
    const [small, large] = await Promise.all(shirt.variantIds.map(left));
    if ((small ?? 0) < s || (large ?? 0) < l) return;
    const cartId = await cartOf(shirt, { S: s, L: l });
    const { finalTotal } = (await getCart(services, cartId)).priced;
    const placed = placedOf(await placeOrder(services, checkoutOf(cartId, finalTotal, { isPaidAtPickup: what === "place" })));
    ids.push((await orderOf(db, placed.orderToken)).id);
    return;
  }
  const id = ids[at % Math.max(1, ids.length)];
  if (id === undefined) return;
  const row = await readOrder(shop, id);
  if (what === "abandon") await abandonOrder(services, id);
  else if (what === "reject") await act(row, REJECT);
  else if (what === "refund") await act(row, { event: "refund", request: { kind: "all" }, reason: "" });
  else await act(row, { event: "edit", removeItemIds: (await listOrderItems(db, id)).slice(0, 1).map((item) => item.id) });
}
