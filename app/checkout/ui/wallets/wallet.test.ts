import { expect, test } from "vitest";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { countryName } from "./country-name.ts";
import { walletLines } from "./wallet-lines.ts";
import { contactFields } from "./wallet.ts";

const PRICED = {
  subTotal: 3375,
  applied: [{ title: "Ten off", amount: 338 }],
  deliveryFee: 400,
  taxIncluded: false,
  taxLines: [{ label: "HST", amount: 447 }],
  tip: 506,
  finalTotal: 4390,
} as unknown as PricedCart;

test("lists rows that add up to the final total, with negative discounts", () => {
  const lines = walletLines(PRICED, true);
  expect(lines.map((line) => line.amount)).toEqual([3375, -338, 400, 447, 506]);
  expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(PRICED.finalTotal);
});

test("omits included tax and a zero tip", () => {
  const lines = walletLines({ ...PRICED, taxIncluded: true, tip: 0, deliveryFee: 0 }, false);
  expect(lines.map((line) => line.name)).toEqual(["Subtotal", "Ten off"]);
});

test.each([
  ["CA", "Canada"],
  ["US", "United States"],
  ["", ""],
  ["Canada", "Canada"],
])("the country %s is %s", (code, name) => expect(countryName(code)).toBe(name));

test("keeps typed values a wallet lacks, but replaces the whole address", () => {
  const person = { name: "Ana", email: "ana@example.com", phone: "" };
  expect(contactFields({ ...person, address: null })).toEqual({ name: "Ana", email: "ana@example.com" });
  const address = { street: "1 King St", unit: "", city: "Toronto", province: "ON", postalCode: "M5H 1A1", country: "Canada" };
  expect(contactFields({ ...person, address })).toMatchObject({ street: "1 King St", unit: "" });
});
