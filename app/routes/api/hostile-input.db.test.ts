import fc from "fast-check";
import { expect, test } from "vitest";
import { createVisitor, type CallableRoute } from "#test/call-route.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import * as applyPromotions from "./cart/apply-promotions.ts";
import * as cartItem from "./cart/cart-item.ts";
import * as cartItems from "./cart/cart-items.ts";
import * as cartRoute from "./cart/cart.ts";
import type { CartWire } from "./wire/cart-wire.ts";
import * as checkout from "./checkout.ts";
import * as orderStatusAction from "./order-status-action.ts";
import * as orderStatus from "./order-status.ts";
import * as product from "./product.ts";
import * as productsRoute from "./products.ts";
import * as siteMenu from "./site-menu.ts";
import * as slots from "./cart/slots.ts";
import * as webhooks from "./webhooks-stripe.ts";

const { services } = await openTestShop();
const who = createVisitor(services);
const productId = await insertProduct(services.db);
const cart = (await (await who.call(cartItems, "POST", "/", { body: { productId } })).json()) as CartWire;
const itemId = cart.cart_items[0]?.id ?? "";

/** Anything JSON can say, with what has broken shops before more often. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    -1,
    0,
    1.5,
    1e9,
    1e308,
    -0,
    "1e3",
    "",
    " ",
    "\u0000",
    "\ud800",
    "x".repeat(20_000),
    [2],
    [],
    {},
    null,
    true,
    "__proto__",
    "' or 1=1 --",
    "<script>",
    "2026-13-45T99:99:99Z",
    "NaN",
  ),
  fc.jsonValue({ maxDepth: 4 }),
);

/** A good body with some of its fields replaced, dropped or added. */
function spoiled(good: Record<string, unknown>): fc.Arbitrary<unknown> {
  const changed = fc.record(
    Object.fromEntries(
      Object.entries(good).map(([name, value]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 2, arbitrary: nasty }),
      ]),
    ),
    { requiredKeys: [] },
  );
  const extra = fc.dictionary(fc.constantFrom("price", "total", "roles", "constructor", "__proto__", "extra"), nasty, { maxKeys: 1 });
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(changed, extra).map(([body, more]) => ({ ...body, ...more })) },
    { weight: 1, arbitrary: nasty },
  );
}

const customer = { name: "Ana", email: "ana@example.com", phone: "416 555 0134" };
const address = { street: "1 Main St", unit: "", city: "Toronto", province: "ON", postal_code: "M5V 1A1", country: "Canada" };
const calls: readonly (readonly [
  name: string,
  route: CallableRoute,
  method: string,
  params: Record<string, string>,
  good: Record<string, unknown>,
])[] = [
  [
    "add an item",
    cartItems,
    "POST",
    {},
    { productId, quantity: 1, customizations: [{ templateId: 1, optionId: 2, quantity: 1, text: null }], note: "" },
  ],
  ["edit an item", cartItem, "PATCH", { id: itemId }, { quantity: 1, customizations: [], note: "" }],
  [
    "edit the cart",
    cartRoute,
    "PATCH",
    {},
    { fulfillment: "pickup", requested_for: "2026-03-08T18:30:00Z", tipPercentage: 15, tip: null, postal_code: "M5V 1A1" },
  ],
  ["apply codes", applyPromotions, "POST", {}, { cartId: cart.id, couponCodes: ["A", "B"] }],
  [
    "check out",
    checkout,
    "POST",
    {},
    { customer, fulfillment: "pickup", requested_for: null, address, instructions: "", tip: 1, expectedTotal: 1, payment: "card" },
  ],
  ["cancel", orderStatusAction, "POST", { action: "cancel" }, { order: "A".repeat(32) }],
  ["review", orderStatusAction, "POST", { action: "review" }, { order: "A".repeat(32), itemId, rating: 5, text: "", name: "Ana" }],
  ["send a webhook", webhooks, "POST", {}, { id: "evt_1", type: "x" }],
];

test.each(calls)("no body causes a server error: %s", async (_name, route, method, params, good) => {
  await fc.assert(
    fc.asyncProperty(spoiled(good), async (body) => {
      const answer = await who.call(route, method, "/", { params, body, headers: { "Idempotency-Key": "fuzz" } });
      expect(answer.status, `${JSON.stringify(body)} ${await answer.clone().text()}`).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});

test("no text in an address causes a server error", async () => {
  const text = fc.oneof(
    fc.constantFrom("", "0", "-1", "1e3", "99999999999", "%00", "%ff", "../..", "\u0000", "__proto__", "null", "[object Object]", "١٢"),
    fc.string({ maxLength: 200 }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const encoded = encodeURIComponent(value.toWellFormed());
      const answers = [
        await who.call(product, "GET", "/", { params: { id: value } }),
        await who.call(siteMenu, "GET", "/", { params: { name: value } }),
        await who.call(cartItem, "DELETE", "/", { params: { id: value } }),
        await who.call(orderStatusAction, "POST", "/", { params: { action: value }, body: {} }),
        await who.call(orderStatus, "GET", `/?order=${encoded}`),
        await who.call(productsRoute, "GET", `/?category=${encoded}&q=${encoded}&sort=${encoded}&page=${encoded}`),
        await who.call(productsRoute, "GET", `/?q=${encoded}`),
        await who.call(slots, "GET", `/?fulfillment=${encoded}&date=${encoded}`),
        await who.call(cartRoute, "GET", "/", { headers: { Cookie: `cart=${encoded}` } }),
      ];
      for (const answer of answers) expect(answer.status, value).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});
