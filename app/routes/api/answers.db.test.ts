import { expect, test } from "vitest";
import type { z } from "zod";
import { menus } from "#app/content/data/tables.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { PUBLIC_SETTING_KEYS, SECRET_SETTING_KEYS } from "#app/store/domain/settings.ts";
import { createVisitor, type CallableRoute, type CallOptions } from "#test/call-route.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import * as applyPromotions from "./cart/apply-promotions.ts";
import * as cartBadge from "./cart/cart-badge.ts";
import * as cartItems from "./cart/cart-items.ts";
import * as cartRoute from "./cart/cart.ts";
import * as categoriesRoute from "./categories.ts";
import * as closedBanner from "./closed-banner.ts";
import * as checkout from "./checkout.ts";
import * as notFound from "./not-found.ts";
import * as openapi from "./openapi.ts";
import {
  applyAnswer,
  cartAnswer,
  checkoutAnswer,
  orderStatusAnswer,
  problemAnswer,
  productAnswer,
  productsAnswer,
  slotsAnswer,
} from "./openapi/answers.schema.ts";
import {
  badgeAnswer,
  categoriesAnswer,
  closedBannerAnswer,
  footerMenuAnswer,
  siteSettingsAnswer,
  topMenuAnswer,
  versionAnswer,
} from "./openapi/shop-answers.schema.ts";
import * as orderStatus from "./order-status.ts";
import * as product from "./product.ts";
import * as productsRoute from "./products.ts";
import * as siteMenu from "./site-menu.ts";
import * as siteSettings from "./site-settings.ts";
import * as slots from "./cart/slots.ts";
import * as version from "./version.ts";
import { settings } from "#app/store/data/tables.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;

const pizzas = await insertCategory(db, { name: "Pizzas" });
const cookie = await insertProduct(db, { name: "Cookie", priceCents: 250 });
const pizza = await insertProduct(db, { name: "Pizza", priceCents: 1450, tags: ["new"], allergens: ["gluten"], calories: 900 }, [pizzas]);
const toppings = await insertTemplate(db, { title: "Toppings", kind: "multiple", freeCount: 1 }, [
  { name: "Olives", priceDeltaCents: 50 },
  { name: "Ham", priceDeltaCents: 125 },
]);
await linkTemplate(db, pizza, toppings.id);
const remark = await insertTemplate(db, { title: "On the box", kind: "text", maxLength: 40 }, []);
await linkTemplate(db, pizza, remark.id, {}, 1);
await insertCoupon(db, "THREE");
const anyCart = { type: "all" as const, of: [] };
const EVERYTHING = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
await db.insert(promotions).values([
  {
    name: "Gift",
    title: "Free cookie",
    status: "active",
    trigger: "automatic",
    condition: anyCart,
    actionKind: "free-item",
    actionParams: { productIds: [cookie], quantity: 1 },
  },
  {
    name: "Big",
    title: "Big orders",
    status: "active",
    trigger: "automatic",
    condition: { type: "subtotal", target: { ...EVERYTHING, everything: false, categoryIds: [pizzas] }, min: 100_000, max: null },
    actionKind: "order-percent",
    actionParams: { rate: 100_000, target: EVERYTHING },
  },
]);
const who = createVisitor(services);

/** Calls and holds the answer against what the description of the calls says. */
async function answer<S extends z.ZodType>(
  schema: S,
  route: CallableRoute,
  method: string,
  path: string,
  options?: CallOptions,
): Promise<z.output<S>> {
  const response = await who.call(route, method, path, options);
  const body: unknown = await response.json();
  expect(response.ok, JSON.stringify(body)).toBe(true);
  return schema.parse(body);
}

test("answers are what the description says, from the menu to the received order", async () => {
  expect(await answer(versionAnswer, version, "GET", "/api/version")).toEqual({ version: "test" });
  expect((await answer(categoriesAnswer, categoriesRoute, "GET", "/api/categories"))[0]).toMatchObject({
    name: "Pizzas",
    product_count: 1,
  });
  expect(await answer(productsAnswer, productsRoute, "GET", `/api/products?category=${pizzas}&sort=price`)).toMatchObject({
    total: 1,
    products: [{ id: pizza, price: 14.5 }],
  });
  expect(await answer(productsAnswer, productsRoute, "GET", "/api/products?q=cook&per_page=1")).toMatchObject({ total: 1, per_page: 1 });
  expect(await answer(productAnswer, product, "GET", "/", { params: { id: String(pizza) } })).toMatchObject({
    price: 14.5,
    customizations: [{ title: "Toppings" }, { kind: "text" }],
  });
  expect(await answer(slotsAnswer, slots, "GET", "/api/slots?fulfillment=pickup")).toMatchObject({ slots: [], asap: { message: null } });

  const choices = [
    { templateId: toppings.id, optionId: toppings.optionIds[0] },
    { templateId: toppings.id, optionId: toppings.optionIds[1] },
    { templateId: remark.id, text: "Happy birthday" },
  ];
  const cart = await answer(cartAnswer, cartItems, "POST", "/api/cart/items", {
    body: { productId: pizza, quantity: 2, customizations: choices },
  });
  expect(cart.cart_items.map((item) => [item.name, item.qty, item.is_free_item])).toEqual([
    ["Pizza", 2, false],
    ["Cookie", 1, true],
  ]);
  expect(cart.not_applied[0]?.message).toContain("Pizzas");
  expect(await answer(badgeAnswer, cartBadge, "GET", "/api/cart-badge")).toBe(3);
  const applied = await answer(applyAnswer, applyPromotions, "POST", "/", { body: { cartId: cart.id, couponCodes: ["three", "NOPE"] } });
  expect(applied).toMatchObject({
    totalDiscount: 5.5,
    freeItems: [{ product_id: cookie, unit_price: 2.5 }],
    notApplied: [{ code: "NOPE" }, { title: "Big orders" }],
  });

  const seen = await answer(cartAnswer, cartRoute, "GET", "/api/cart");
  const body = { customer: { name: "Ana", email: "ana@example.com" }, fulfillment: "pickup", expectedTotal: seen.final_total };
  const placed = await answer(checkoutAnswer, checkout, "POST", "/", { body, headers: { "Idempotency-Key": "k" } });
  expect(placed.amount).toBe(seen.final_total);
  await answer(orderStatusAnswer, orderStatus, "GET", `/api/order-status?order=${placed.orderToken}`);
  await shop.confirm(placed.clientSecret);
  shop.passMinutes(0.1);
  expect(await answer(orderStatusAnswer, orderStatus, "GET", `/api/order-status?order=${placed.orderToken}`)).toMatchObject({
    status: "received",
    items: [{ name: "Pizza" }, { name: "Cookie" }],
  });
});

test("the public settings are the allow-list, whatever is stored", async () => {
  await db.insert(settings).values([
    { key: "STRIPE_SECRET_KEY", value: { sealed: services.secrets.seal("STRIPE_SECRET_KEY", "sk_test_canary") } },
    { key: "TAX_RATE", value: 8.875 },
  ]);
  const found = await answer(siteSettingsAnswer, siteSettings, "GET", "/api/site-settings");
  expect(Object.keys(found).sort()).toEqual([...PUBLIC_SETTING_KEYS].sort());
  expect(found).toMatchObject({ TAX_RATE: 8.875, STORE_OPEN_TIME: null });
  for (const key of SECRET_SETTING_KEYS) expect(found).not.toHaveProperty(key);
  expect(JSON.stringify(found)).not.toContain("canary");
  await db.delete(settings);
});

test("the closed banner's list has start times and is reloaded before it ends", async () => {
  await db.insert(settings).values([
    { key: "STORE_OPEN_TIME", value: "11:00" },
    { key: "STORE_CLOSING_TIME", value: "14:00" },
  ]);
  const { changes, until } = await answer(closedBannerAnswer, closedBanner, "GET", "/api/closed-banner");
  const now = services.now().getTime() / 1000;
  expect(changes[0]?.[0]).toBeLessThanOrEqual(now);
  expect(until).toBeGreaterThan(now + 2 * 86_400);
  expect(new Set(changes.map(([, sentence]) => sentence))).toEqual(
    new Set([
      "",
      "The store is now closed. We will be back at 11:00 AM.",
      "The store is now closed. We will be back at 11:00 AM tomorrow.",
    ]),
  );
  await db.delete(settings);
});

test("menus have their fixed fields; one that was never saved is empty", async () => {
  expect(await answer(topMenuAnswer, siteMenu, "GET", "/", { params: { name: "site_top_menu" } })).toEqual([]);
  const about = { id: "b", type: "link", text: "About", url: "about", openInNewTab: true };
  await db.insert(menus).values([
    {
      name: "site_top_menu",
      items: [{ id: "a", type: "category", text: "Pizzas", categoryId: pizzas, children: [{ ...about, children: [] }] }],
    },
    { name: "site_footer_menu", items: [{ id: "c", title: null, items: [about, { id: "d", type: "text", text: "Since 1999" }] }] },
  ]);
  expect(await answer(topMenuAnswer, siteMenu, "GET", "/", { params: { name: "site_top_menu" } })).toMatchObject([
    { categoryId: pizzas, children: [{ url: "about", open_in_new_tab: true }] },
  ]);
  expect(await answer(footerMenuAnswer, siteMenu, "GET", "/", { params: { name: "site_footer_menu" } })).toMatchObject([
    { title: null, items: [{ open_in_new_tab: true }, { type: "text" }] },
  ]);
  expect((await who.call(siteMenu, "GET", "/", { params: { name: "toString" } })).status).toBe(404);
});

test("errors are problems people and programs can read", async () => {
  const answers = [
    [404, await who.call(notFound, "GET", "/api/nothing")],
    [404, await who.call(product, "GET", "/", { params: { id: "99999999999" } })],
    [404, await who.call(product, "GET", "/", { params: { id: "1e3" } })],
    [422, await who.call(productsRoute, "GET", "/api/products?page=-1")],
    [422, await who.call(productsRoute, "GET", "/api/products?q=%00")],
    [422, await who.call(slots, "GET", "/api/slots?date=2026-02-30")],
    [405, await who.call(checkout, "GET", "/api/checkout")],
  ] as const;
  for (const [status, response] of answers) {
    expect([response.status, response.headers.get("Content-Type"), response.headers.get("Cache-Control")]).toEqual([
      status,
      "application/problem+json; charset=utf-8",
      "no-store",
    ]);
    const problem = problemAnswer.parse(await response.json());
    expect(problem.message).toBe(problem.detail);
  }
});

test("returns 304 for unchanged data, and only headers for HEAD", async () => {
  for (const [route, path] of [
    [categoriesRoute, "/api/categories"],
    [siteSettings, "/api/site-settings"],
    [openapi, "/api/openapi.json"],
  ] as const) {
    const first = await who.call(route, "GET", path);
    const again = await who.call(route, "GET", path, { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
    expect([first.status, again.status, await again.text()]).toEqual([200, 304, ""]);
    const head = await who.call(route, "HEAD", path);
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, first.headers.get("ETag"), ""]);
  }
});
