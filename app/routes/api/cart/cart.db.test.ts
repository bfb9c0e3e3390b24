import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { carts } from "#app/cart/data/tables.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import * as applyPromotions from "./apply-promotions.ts";
import type { CartWire } from "#app/routes/api/wire/cart-wire.ts";
import * as cartBadge from "./cart-badge.ts";
import * as cartItem from "./cart-item.ts";
import * as cartItems from "./cart-items.ts";
import * as cart from "./cart.ts";
import { settings } from "#app/store/data/tables.ts";

const { services } = await openTestShop();
const { db } = services;
let addresses = 0;

function visitor(): Visitor {
  addresses += 1;
  return createVisitor(services, `192.0.2.${addresses}`);
}

async function add(who: Visitor, productId: number, more: Record<string, unknown> = {}): Promise<CartWire> {
  const answer = await who.call(cartItems, "POST", "/api/cart/items", { body: { productId, ...more } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as CartWire;
}

async function read(who: Visitor): Promise<CartWire> {
  return (await (await who.call(cart, "GET", "/api/cart")).json()) as CartWire;
}

test("a visitor without a cart has an empty one, and looking makes none", async () => {
  const who = visitor();
  const before = await db.select().from(carts);
  const answer = await who.call(cart, "GET", "/api/cart");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await answer.json()).toMatchObject({
    id: null,
    cart_items: [],
    total: 0,
    tax: 0,
    tip: 0,
    coupon_codes: [],
    promotion_discount: 0,
    applied_promotions: [],
    badge: 0,
  });
  expect(await (await who.call(cartBadge, "GET", "/api/cart-badge")).json()).toBe(0);
  expect(who.cookie()).toBe("");
  expect(await db.select().from(carts)).toHaveLength(before.length);
});

test("the first item makes the cart; equal items become one line; totals are exact dollars", async () => {
  const who = visitor();
  const productId = await insertProduct(db, { name: "Burger", priceCents: 1995 });
  await add(who, productId, { quantity: 2, note: "no onion" });
  const wire = await add(who, productId, { note: "no onion" });
  expect(wire.cart_items).toHaveLength(1);
  expect(wire).toMatchObject({ badge: 3, subTotal: 59.85, tax: 7.78, total: 67.63, final_total: 67.63, problems: [] });
  expect(wire.cart_items[0]).toMatchObject({
    product_id: productId,
    name: "Burger",
    qty: 3,
    unit_price: 19.95,
    line_total: 59.85,
    note: "no onion",
  });
  const changed = await who.call(cartItem, "PATCH", "/", { params: { id: wire.cart_items[0]?.id ?? "" }, body: { quantity: 1 } });
  expect(await changed.json()).toMatchObject({ badge: 1, total: 22.54 });
  const removed = await who.call(cartItem, "DELETE", "/", { params: { id: wire.cart_items[0]?.id ?? "" } });
  expect(await removed.json()).toMatchObject({ badge: 0, cart_items: [] });
});

test("validates, names and prices customizations", async () => {
  const who = visitor();
  const productId = await insertProduct(db);
  const size = await insertTemplate(db, { title: "Size", kind: "single", minSelect: 1, maxSelect: 1 }, [
    { name: "Small" },
    { name: "Large", priceDeltaCents: 250 },
  ]);
  await linkTemplate(db, productId, size.id);
  const missing = await who.call(cartItems, "POST", "/api/cart/items", { body: { productId } });
  expect(missing.status).toBe(422);
  expect(await missing.json()).toMatchObject({ errors: [{ path: "customizations", message: "Choose 1 for “Size”." }] });
  const wire = await add(who, productId, {
    customizations: [{ templateId: size.id, optionId: size.optionIds[1], quantity: 1, text: null }],
  });
  const [item] = wire.cart_items;
  expect(item).toMatchObject({
    unit_price: 12.5,
    customizations: [{ template_id: size.id, option_id: size.optionIds[1], qty: 1, text: null }],
  });
  expect(wire.customizations[item?.id ?? ""]).toEqual([{ group: "Size", option: "Large", qty: 1, free_qty: 0, price: 2.5 }]);
});

test("rejects invalid quantities and unknown fields by name", async () => {
  const who = visitor();
  const productId = await insertProduct(db);
  await add(who, productId);
  for (const quantity of [-1, 0, 1.5, "1e3", "2", [2], 1e9, null, true, {}]) {
    const answer = await who.call(cartItems, "POST", "/api/cart/items", { body: { productId, quantity } });
    expect(answer.status, JSON.stringify(quantity)).toBe(422);
    expect(((await answer.json()) as { errors: { path: string }[] }).errors[0]?.path).toBe("quantity");
  }
  for (const field of ["price", "total", "discount", "roles", "unit_price"]) {
    const answer = await who.call(cartItems, "POST", "/api/cart/items", { body: { productId, [field]: 0 } });
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { errors: { path: string }[] }).errors.map((error) => error.path)).toEqual([field]);
  }
  expect((await who.call(cartItems, "POST", "/api/cart/items", { body: { productId, quantity: 99 } })).status).toBe(422);
  expect((await who.call(cartItems, "POST", "/api/cart/items", { body: { productId: 2_000_000_000 } })).status).toBe(404);
  expect((await read(who)).badge).toBe(1);
});

test("other visitors' carts and items look unknown and stay unchanged", async () => {
  const productId = await insertProduct(db);
  const [owner, stranger] = [visitor(), visitor()];
  const theirs = await add(owner, productId);
  await add(stranger, productId);
  const itemId = theirs.cart_items[0]?.id ?? "";
  const foreign = [
    await stranger.call(cartItem, "PATCH", "/", { params: { id: itemId }, body: { quantity: 9 } }),
    await stranger.call(cartItem, "DELETE", "/", { params: { id: itemId } }),
    await stranger.call(applyPromotions, "POST", "/", { body: { cartId: theirs.id, couponCodes: [] } }),
  ];
  const unknown = [
    await stranger.call(cartItem, "PATCH", "/", { params: { id: crypto.randomUUID() }, body: { quantity: 9 } }),
    await stranger.call(cartItem, "DELETE", "/", { params: { id: crypto.randomUUID() } }),
    await stranger.call(applyPromotions, "POST", "/", { body: { cartId: crypto.randomUUID(), couponCodes: [] } }),
  ];
  expect(foreign.map((answer) => answer.status)).toEqual([404, 404, 404]);
  expect(await Promise.all(foreign.map((answer) => answer.text()))).toEqual(await Promise.all(unknown.map((answer) => answer.text())));
  expect((await read(owner)).hash).toBe(theirs.hash);
  const damaged = createVisitor(services);
  const tampered = await damaged.call(cart, "GET", "/api/cart", { headers: { Cookie: `${owner.cookie().slice(0, -2)}xx` } });
  expect(await tampered.json()).toMatchObject({ id: null });
});

test("coupon codes: one list applies, replaces and removes; spellings count once; unknown codes are told and forgotten", async () => {
  const who = visitor();
  const wire = await add(who, await insertProduct(db));
  await insertCoupon(db, "WELCOME");
  const apply = async (couponCodes: unknown) =>
    (await who.call(applyPromotions, "POST", "/", { body: { cartId: wire.id, couponCodes } })).json();
  const applied = await apply(["wel-come", "WELCOME", "NOSUCHCODE"]);
  expect(applied).toMatchObject({
    totalDiscount: 3,
    couponCodes: ["wel-come"],
    freeItems: [],
    appliedPromotions: [{ title: "WELCOME", amount: 3 }],
    notApplied: [{ code: "NOSUCHCODE", reason: "unknown-code" }],
    cart: { total: 10.91, tax: 0.91, promotion_discount: 3, final_total: 7.91, coupon_codes: ["wel-come"] },
  });
  expect(await apply('["welcome"]')).toMatchObject({ couponCodes: ["welcome"], totalDiscount: 3 });
  expect(await apply([])).toMatchObject({ couponCodes: [], totalDiscount: 0, cart: { final_total: 11.3 } });
});

test("limits unknown codes to twenty, also with a new cart; valid codes do not count", async () => {
  const productId = await insertProduct(db);
  await insertCoupon(db, "REALCODE");
  const who = visitor();
  const wire = await add(who, productId);
  const guess = (cartId: string | null, visitorOf: Visitor, code: string) =>
    visitorOf.call(applyPromotions, "POST", "/", { body: { cartId, couponCodes: [code] } });
  for (let miss = 1; miss <= 20; miss += 1) {
    expect((await guess(wire.id, who, "REALCODE")).status, `before miss ${miss}`).toBe(200);
    expect((await guess(wire.id, who, `GUESS${miss}`)).status).toBe(200);
  }
  const refused = await guess(wire.id, who, "GUESS21");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const again = createVisitor(services, `192.0.2.${addresses}`);
  expect((await guess((await add(again, productId)).id, again, "GUESS22")).status).toBe(429);
});

test("where no tips are taken a sent one is refused by its name; no tip is fine", async () => {
  const who = createVisitor(services);
  await add(who, await insertProduct(db));
  for (const [field, body] of [
    ["tip", { tip: 1 }],
    ["tipPercentage", { tipPercentage: 15 }],
  ] as const) {
    const answer = await who.call(cart, "PATCH", "/api/cart", { body });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ path: field, message: "This shop takes no tips." }] });
  }
  expect((await who.call(cart, "PATCH", "/api/cart", { body: { tip: 0 } })).status).toBe(200);
});

test("stores fulfillment, tip and time, priced by the settings", async () => {
  const who = visitor();
  await add(who, await insertProduct(db, { priceCents: 2000 }));
  await db.insert(settings).values([
    { key: "ENABLE_DELIVERY", value: true },
    { key: "DELIVERY_FEE", value: 400 },
    { key: "ALLOW_TIP", value: true },
  ]);
  try {
    const answer = await who.call(cart, "PATCH", "/api/cart", {
      body: { fulfillment: "delivery", tipPercentage: 15, postal_code: "M5V 1A1" },
    });
    expect(await answer.json()).toMatchObject({
      fulfillment: "delivery",
      delivery_fee: 4,
      tip: 3,
      tipPercentage: 15,
      tax: 3.12,
      total: 30.12,
      postal_code: "M5V 1A1",
    });
    expect((await who.call(cart, "PATCH", "/api/cart", { body: { tip: 1, tipPercentage: 1 } })).status).toBe(422);
  } finally {
    await db.delete(settings);
  }
});

test("reports a changed price once; a sold-out product blocks the cart", async () => {
  const who = visitor();
  const productId = await insertProduct(db, { name: "Soup" });
  await add(who, productId);
  await db.update(products).set({ priceCents: 1100 }).where(eq(products.id, productId));
  expect((await read(who)).problems).toMatchObject([{ code: "price_changed", blocks: false }]);
  await who.call(cart, "PATCH", "/api/cart", { body: { fulfillment: "pickup" } });
  expect((await read(who)).problems).toEqual([]);
  await db.update(products).set({ isSoldOut: true }).where(eq(products.id, productId));
  expect((await read(who)).problems).toMatchObject([{ code: "sold_out", blocks: true }]);
  const refused = await who.call(cartItems, "POST", "/", { body: { productId } });
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as { cart: CartWire }).cart, "the cart as it stands").toEqual(await read(who));
});

test("rejects other methods, origins and content types", async () => {
  const who = visitor();
  const wrong = await who.call(cartItems, "GET", "/api/cart/items");
  expect([wrong.status, wrong.headers.get("Allow"), wrong.headers.get("Content-Type")]).toEqual([
    405,
    "POST",
    "application/problem+json; charset=utf-8",
  ]);
  const productId = await insertProduct(db);
  const before = await db.select().from(carts);
  const foreign = await who.call(cartItems, "POST", "/", {
    body: { productId },
    headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  });
  expect(foreign.status).toBe(403);
  expect(
    (await who.call(cartItems, "POST", "/", { rawBody: `productId=${productId}`, headers: { "Content-Type": "text/plain" } })).status,
  ).toBe(415);
  expect(await db.select().from(carts)).toHaveLength(before.length);
});

test("rejects a line past the hundredth", async () => {
  const who = visitor();
  const productId = await insertProduct(db);
  for (let line = 1; line <= 100; line += 1) await add(who, productId, { note: `line ${line}` });
  expect((await who.call(cartItems, "POST", "/", { body: { productId, note: "one more" } })).status).toBe(422);
  expect((await read(who)).cart_items).toHaveLength(100);
});
