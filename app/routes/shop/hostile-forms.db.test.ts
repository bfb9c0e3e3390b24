import fc from "fast-check";
import { expect, test } from "vitest";
import { serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { answerCartForm } from "./cart/cart-action.server.ts";
import { answerCheckoutForm } from "./checkout/checkout-action.server.ts";
import { answerOrderForm } from "./payment-complete/guest-action.server.ts";

const shop = await openTestShop();
const { services } = shop;
const productId = await insertProduct(services.db);
const cartId = await cartWith(shop, productId, 2);
const Cookie = (await serializeCartId(cartId, services)).split(";")[0] ?? "";
const itemId = (await getCart(services, cartId)).priced.lines[0]?.id ?? "";
const info = { id: "test", method: "POST", clientAddress: "127.0.0.1", nonce: "" };

const nasty = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "-1",
    "0",
    "1e999",
    "1.5",
    "NaN",
    "99999999999",
    "\u0000",
    "a\u0007",
    "\u202e",
    "__proto__",
    "' or 1=1 --",
    "١٢",
  ),
  fc.constantFrom("x".repeat(20_000), "1:2:3", "1:-2:1e9", ":::", "[2]", "{}", "2026-13-45T99:99:99Z", itemId, String(productId), cartId),
  fc.string({ unit: "binary", maxLength: 30 }),
);

/** A form of these fields, each as it should be, spoiled, repeated or not there. */
function spoiled(good: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<[string, string][]> {
  const fields = Object.entries(good).map(([name, values]) =>
    fc
      .array(fc.oneof(fc.constantFrom(...values), nasty), { minLength: 0, maxLength: 2 })
      .map((chosen) => chosen.map((value): [string, string] => [name, value])),
  );
  return fc.tuple(...fields, fc.array(fc.tuple(nasty, nasty), { maxLength: 2 })).map((parts) => parts.flat());
}

const CART = {
  intent: ["add", "undo", "update", "quantity", "note", "remove", "fulfillment", "coupon-add", "coupon-remove", "coupon-remove-all"],
  productId: [String(productId)],
  itemId: [itemId],
  quantity: ["2"],
  step: ["1", "-1"],
  note: ["hot"],
  choice: ["1:2:1"],
  "text:1": ["Ana"],
  tip: ["none", "own", "15"],
  tipAmount: ["2.50"],
  fulfillment: ["pickup"],
  requested_for: [""],
  postal_code: ["M5V 1A1"],
  code: ["THREE"],
  from: ["checkout"],
};
const CHECKOUT = {
  intent: ["update", "place"],
  name: ["Ana"],
  email: ["ana@example.com"],
  phone: [""],
  fulfillment: ["pickup", "delivery"],
  when: ["asap", "later"],
  requested_for: ["2030-01-01T12:00:00Z"],
  street: ["1 King St"],
  city: ["Toronto"],
  postal_code: ["M5V 1A1"],
  tip: ["none", "own", "15"],
  tipAmount: ["2.50"],
  payment: ["pickup"],
  day: ["2030-01-01"],
  expectedTotal: ["2260"],
  attempt: ["a"],
};
const GUEST = { intent: ["cancel", "arrived", "reorder", "review"], itemId: [itemId], rating: ["5"], text: ["Good"] };

test.each([
  ["cart", CART, (request: Request) => answerCartForm(request, services, info)],
  ["checkout", CHECKOUT, (request: Request) => answerCheckoutForm(request, services, info)],
  ["payment-complete", GUEST, (request: Request) => answerOrderForm(request, "A".repeat(32), services, info)],
] as const)("no form of %s makes an error of ours", async (page, good, answer) => {
  await fc.assert(
    fc.asyncProperty(spoiled(good), fc.boolean(), async (fields, isScripted) => {
      const body = new URLSearchParams(fields);
      const url = `http://localhost:3000/${page}${isScripted ? ".data" : ""}`;
      const answered = await answer(new Request(url, { method: "POST", body, headers: { Cookie } }));
      const status = answered instanceof Response ? answered.status : (answered.init?.status ?? 200);
      expect(status, JSON.stringify(fields)).toBeLessThan(500);
    }),
    { numRuns: 80 },
  );
});
