import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { stockMovements } from "#app/catalogue/data/movements/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { findLastEvent } from "#app/orders/data/orders.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { insertSizedProduct } from "#test/catalogue.ts";
import { checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { placeOrder } from "./place/place-order.server.ts";
import { settleOrder } from "./settle/settle-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA: OrderActorFacts = { kind: "staff", userId: null, name: "Ana", isAdmin: true };

/** Three shirts of size L, of ten, charged to a card. */
async function paidShirts() {
  const shirt = await insertSizedProduct(db, { L: 10 }, { stock: 10 });
  const added = await addCartItem(services, null, { productId: shirt.productId, quantity: 3, choices: shirt.choose("L"), note: "" });
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  const cartId = added.value.source.id;
  const { finalTotal } = (await getCart(services, cartId)).priced;
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId ?? "", finalTotal)));
  await shop.confirm(placed.clientSecret ?? "");
  const { id } = await orderOf(db, placed.orderToken);
  await settleOrder(services, id);
  const act = async (command: OrderCommand) => {
    const { version } = await readOrder(shop, id);
    return (await applyOrderEvent(services, { orderId: id, version, actor: ANA, command })).kind;
  };
  expect(await act({ event: "accept", minutes: 10 })).toBe("done");
  const [line] = await listOrderItems(db, id);
  if (line === undefined) throw new Error("the order has a line");
  const stock = async () => {
    const [product] = await db.select().from(products).where(eq(products.id, shirt.productId));
    const [variant] = await db.select().from(productVariants).where(eq(productVariants.productId, shirt.productId));
    return [product?.stock, variant?.stock];
  };
  return { id, line, act, stock, shirt };
}

const refund = (id: string, quantity: number, restock?: true): OrderCommand => ({
  event: "refund",
  request: { kind: "items", items: [{ id, quantity }] },
  reason: "",
  ...(restock === undefined ? {} : { restock }),
});

test("puts refunded units back into stock only when staff choose it, and never twice", async () => {
  const { id, line, act, stock, shirt } = await paidShirts();
  expect(await act(refund(line.id, 1))).toBe("done");
  expect(await stock()).toEqual([7, 7]);
  expect(await act(refund(line.id, 1, true))).toBe("done");
  expect(await stock()).toEqual([8, 8]);
  expect(await findLastEvent(db, id)).toMatchObject({ event: "refund", data: { restock: true } });
  const movements = await db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.productId, shirt.productId))
    .orderBy(asc(stockMovements.id));
  expect(movements.slice(-2)).toMatchObject([
    { reason: "refund", orderId: id, before: 7, after: 8 },
    { reason: "refund", orderId: id, before: 7, after: 8 },
  ]);
  expect(await act({ event: "cancel", reason: "too_busy", text: "", refund: "full" })).toBe("done");
  expect(await stock()).toEqual([10, 10]);
});

test("a refund of everything puts everything back", async () => {
  const { act, stock } = await paidShirts();
  expect(await act({ event: "refund", request: { kind: "all" }, reason: "", restock: true })).toBe("done");
  expect(await stock()).toEqual([10, 10]);
  expect(await act({ event: "cancel", reason: "too_busy", text: "", refund: "full" })).toBe("done");
  expect(await stock()).toEqual([10, 10]);
});

test("a cancellation keeps the stock away when staff choose it", async () => {
  const { id, act, stock } = await paidShirts();
  expect(await act({ event: "cancel", reason: "no_show", text: "", refund: "none", restock: false })).toBe("done");
  expect(await stock()).toEqual([7, 7]);
  expect(await readOrder(shop, id)).toMatchObject({ status: "cancelled", isStockTaken: false });
  expect(await findLastEvent(db, id)).toMatchObject({ event: "cancel", data: { restock: false } });
});
