import { expect, test } from "vitest";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { countryName, walletLines } from "./wallet.ts";

const PRICED = {
  subTotal: 3375,
  applied: [{ title: "Ten off", amount: 338 }],
  deliveryFee: 400,
  taxIncluded: false,
  taxLines: [{ label: "HST", amount: 447 }],
  tip: 506,
  finalTotal: 4390,
} as unknown as PricedCart;

test("a sheet's lines add up to the final total, discounts below zero", () => {
  const lines = walletLines(PRICED, true);
  expect(lines.map((line) => line.amount)).toEqual([3375, -338, 400, 447, 506]);
  expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(PRICED.finalTotal);
});

test("tax that prices include is no line of its own, nor is no tip", () => {
  const lines = walletLines({ ...PRICED, taxIncluded: true, tip: 0, deliveryFee: 0 }, false);
  expect(lines.map((line) => line.name)).toEqual(["Subtotal", "Ten off"]);
});

test.each([
  ["CA", "Canada"],
  ["US", "United States"],
  ["", ""],
  ["Canada", "Canada"],
])("the country %s is %s", (code, name) => expect(countryName(code)).toBe(name));
