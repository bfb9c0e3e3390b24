import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addCartItem, editCartItem, getCart, updateCart } from "#app/cart/workflows/change-cart.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { listSlotDates, listSlots } from "#app/store/domain/hours/slots.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import type { Checkout, CheckoutResult } from "./checkout-result.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { takeOrder, type TakeOrder, type TakeOrderResult } from "./take-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;

const set = (changes: Parameters<typeof writeSettings>[2]) =>
  inTransaction(db, (tx) => writeSettings(tx, services.secrets, changes, { userId: null, userName: "Test" }));
beforeEach(() => set({ ALLOW_SCHEDULING: true, SCHEDULE_DAYS_AHEAD: 6, ENABLE_DELIVERY: true }));
afterEach(() => db.delete(promotions));

const ADDRESS = { street: "1 King St", unit: "", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "CA" };
const DELIVERY: Partial<Checkout> = { fulfillment: "delivery", address: ADDRESS };

/** The codes and sentences of a refusal; "ok" when the order is placed. */
function saidOf(result: CheckoutResult | TakeOrderResult) {
  if (result.kind !== "problems") return result.kind;
  return result.problems.map(({ code, message }) => `${code}: ${message}`);
}

async function firstSlotOf(cartId: string) {
  const { offeredSlots } = await getCart(services, cartId);
  const [day = ""] = listSlotDates(offeredSlots);
  return listSlots(offeredSlots, day)[0]!.startsAt;
}

const add = (cartId: string | null, productId: number, quantity = 1, note = "") =>
  addCartItem(services, cartId, { productId, quantity, choices: [], note });

test("takes no order before the lead time and keeps the first offered time", async () => {
  const cake = await insertProduct(db, { name: "Cake", leadHours: 48 });
  const cartId = await cartWith(shop, cake, 2);
  const first = await firstSlotOf(cartId);
  expect(first.getTime()).toBeGreaterThanOrEqual(addMinutes(services.now(), 48 * 60 + 20).getTime());
  const sentence = "lead_time: Cake must be ordered at least 48 hours ahead. Choose a later time.";
  expect(saidOf(await placeOrder(services, checkoutOf(cartId, 2260)))).toEqual([sentence]);
  expect(saidOf(await placeOrder(services, checkoutOf(cartId, 2260, { requestedFor: addMinutes(first, -24 * 60) })))).toEqual([sentence]);
  expect(saidOf(await placeOrder(services, checkoutOf(cartId, 2260, { requestedFor: first })))).toBe("ok");
  const [order] = await db.select().from(orders).where(eq(orders.cartId, cartId));
  expect(order).toMatchObject({ requestedFor: first, promisedAt: first });
});

test("uses the longest lead time of the lines", async () => {
  const cake = await insertProduct(db, { name: "Cake", leadHours: 48 });
  const bread = await insertProduct(db, { name: "Bread", leadHours: 12 });
  const cartId = await cartWith(shop, bread);
  const first = await firstSlotOf(cartId);
  await add(cartId, cake);
  expect(saidOf(await placeOrder(services, checkoutOf(cartId, 2260, { requestedFor: first })))).toEqual([
    "lead_time: Cake must be ordered at least 48 hours ahead. Choose a later time.",
  ]);
});

test("refuses a product that got a lead time, a limit or pickup only after it was added", async () => {
  const product = await insertProduct(db, { name: "Cake" });
  const cartId = await cartWith(shop, product, 3);
  const change = (values: Partial<typeof products.$inferInsert>) => db.update(products).set(values).where(eq(products.id, product));
  const place = async (changes: Partial<Checkout>) => saidOf(await placeOrder(services, checkoutOf(cartId, 3390, changes)));
  await change({ isPickupOnly: true });
  expect(await place(DELIVERY)).toEqual(["pickup_only: Cake can only be picked up. Choose pickup, or remove it."]);
  await change({ maxPerOrder: 2 });
  expect(await place({})).toEqual(["max_per_order: An order can have at most 2 of Cake. Lower the quantity to 2."]);
  await change({ maxPerOrder: 3, leadHours: 1 });
  expect(await place({})).toEqual(["lead_time: Cake must be ordered at least 1 hour ahead. Choose a later time."]);
  expect(await db.$count(orders, eq(orders.cartId, cartId))).toBe(0);
  await change({ leadHours: 0 });
  expect(await place({})).toBe("ok");
});

test("adds and raises up to the largest quantity over all lines", async () => {
  const product = await insertProduct(db, { name: "Cake", maxPerOrder: 3 });
  const refused = { ok: false, error: { kind: "unavailable", message: "An order can have at most 3 of Cake." } };
  expect(await add(null, product, 4)).toMatchObject(refused);
  const cartId = await cartWith(shop, product, 2);
  expect(await add(cartId, product, 2, "blue")).toMatchObject(refused);
  expect(await add(cartId, product, 1, "blue")).toMatchObject({ ok: true });
  const { source, priced } = await getCart(services, cartId);
  expect(priced.lines.map(({ maxQuantity }) => maxQuantity)).toEqual([2, 1]);
  const [line] = source.items;
  expect(await editCartItem(services, cartId, line!.id, { quantity: 3 })).toMatchObject(refused);
  await db.update(products).set({ maxPerOrder: 1 }).where(eq(products.id, product));
  expect(await editCartItem(services, cartId, line!.id, { quantity: 1 }), "lowered").toMatchObject({ ok: true });
});

test("refuses a lead time beyond every offered time, and reports it in the cart", async () => {
  const product = await insertProduct(db, { name: "Cake", leadHours: 48 });
  const cartId = await cartWith(shop, product);
  await set({ SCHEDULE_DAYS_AHEAD: 1 });
  const sentence = "Cake must be ordered at least 48 hours ahead, but no such time is free: the shop takes orders for 1 day ahead.";
  expect(await add(null, product)).toEqual({ ok: false, error: { kind: "unavailable", message: sentence } });
  const { source, priced } = await getCart(services, cartId);
  expect(priced.problems).toEqual([
    { code: "lead_time_too_long", cartItemId: source.items[0]?.id, message: `${sentence} Remove it to continue.`, blocks: true },
  ]);
  expect(saidOf(await placeOrder(services, checkoutOf(cartId, 1130)))).toEqual([`lead_time_too_long: ${sentence} Remove it to continue.`]);
});

test("keeps the rules for orders that staff enter", async () => {
  const productId = await insertProduct(db, { name: "Cake", leadHours: 48, maxPerOrder: 2, isPickupOnly: true });
  const entered = (quantity: number, changes: Partial<TakeOrder> = {}) =>
    takenOrderOf([{ productId, quantity, choices: [], note: "" }], 1130, changes);
  const lead = "lead_time: Cake must be ordered at least 48 hours ahead. Choose a later time.";
  expect(saidOf(await takeOrder(services, entered(1)))).toEqual([lead]);
  expect(saidOf(await takeOrder(services, entered(3, { fulfillment: "delivery", address: ADDRESS })))).toEqual([
    "pickup_only: Cake can only be picked up. Choose pickup, or remove it.",
    "max_per_order: An order can have at most 2 of Cake. Lower the quantity to 2.",
    lead,
  ]);
  const requestedFor = await firstSlotOf(await cartWith(shop, productId));
  const taken = await takeOrder(services, entered(1, { requestedFor }));
  expect(taken.kind === "ok" && taken.order).toMatchObject({ status: "accepted", promisedAt: requestedFor });
});

test("gives no gift that the order could not contain", async () => {
  const gift = await insertProduct(db, { name: "Muffin" });
  await db.insert(promotions).values({
    name: "Muffin",
    title: "Free muffin",
    status: "active",
    trigger: "automatic",
    condition: { type: "all", of: [] },
    actionKind: "free-item",
    actionParams: { productIds: [gift], quantity: 1 },
  });
  const cartId = await cartWith(shop, await insertProduct(db, { name: "Tea" }));
  const gifts = async () => (await getCart(services, cartId)).priced.freeItems.length;
  const change = (values: Partial<typeof products.$inferInsert>) => db.update(products).set(values).where(eq(products.id, gift));
  expect(await gifts()).toBe(1);
  await change({ isPickupOnly: true });
  expect(await gifts()).toBe(1);
  await updateCart(services, cartId, { fulfillment: "delivery" });
  expect(await gifts()).toBe(0);
  await change({ isPickupOnly: false, leadHours: 24 });
  expect(await gifts()).toBe(0);
  await updateCart(services, cartId, { requestedFor: addMinutes(services.now(), 25 * 60) });
  expect(await gifts()).toBe(1);
});
