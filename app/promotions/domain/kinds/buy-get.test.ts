import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, DRINKS, everything, PIZZAS, products, sampleLine } from "#test/promotion-samples.ts";

const twoForOne = { buyQuantity: 2, buyTarget: everything, getQuantity: 1 };

test.each([
  { name: "nothing below a whole set", lines: [sampleLine(1, 900, 2)], shares: { "line-1": 0 } },
  { name: "one of three", lines: [sampleLine(1, 900, 3)], shares: { "line-1": 900 } },
  { name: "one of five", lines: [sampleLine(1, 900, 5)], shares: { "line-1": 900 } },
  { name: "two of six, so often as whole sets fit", lines: [sampleLine(1, 900, 6)], shares: { "line-1": 1800 } },
  {
    name: "the cheapest of the dearest set",
    lines: [sampleLine(1, 900, 2), sampleLine(2, 700), sampleLine(3, 800)],
    shares: { "line-1": 0, "line-2": 0, "line-3": 800 },
  },
  { name: "no item that costs nothing", lines: [sampleLine(1, 900, 3), sampleLine(2, 0, 3)], shares: { "line-1": 900, "line-2": 0 } },
])("buy 2, get 1 free: $name", ({ lines, shares }) => {
  expect(applyKind("buy-get", twoForOne, { lines }).shares).toEqual(shares);
});

test("discounts the most expensive first when staff chose so", () => {
  const lines = [sampleLine(1, 900), sampleLine(2, 700), sampleLine(3, 800)];
  expect(applyKind("buy-get", { ...twoForOne, choose: "dearest" }, { lines }).shares).toEqual({ "line-1": 900, "line-2": 0, "line-3": 0 });
});

test("a unit is never both bought and got", () => {
  const params = { buyQuantity: 1, buyTarget: categories(PIZZAS), getQuantity: 1, getTarget: everything };
  expect(applyKind("buy-get", params, { lines: [sampleLine(1, 900)] }).amount).toBe(0);
  expect(applyKind("buy-get", params, { lines: [sampleLine(1, 900), sampleLine(3, 200)] }).shares).toEqual({ "line-1": 0, "line-3": 200 });
  // The cheapest unit is the only pizza there is: it must be bought, so the drink is got.
  expect(applyKind("buy-get", params, { lines: [sampleLine(1, 100), sampleLine(3, 200)] }).shares).toEqual({ "line-1": 0, "line-3": 200 });
});

test("takes a percentage off the units got, rounded once, within the limit", () => {
  const params = { buyQuantity: 1, buyTarget: products(1), getQuantity: 2, getTarget: products(3), rate: 500_000, maxRepeats: 2 };
  const lines = [sampleLine(1, 900, 5), sampleLine(3, 201, 6)];
  expect(applyKind("buy-get", params, { lines })).toMatchObject({ amount: 402, shares: { "line-1": 0, "line-3": 402 } });
  expect(applyKind("buy-get", { ...params, getQuantity: 1, maxRepeats: 1 }, { lines })).toMatchObject({ amount: 101 });
});

test("a cap cuts the discount", () => {
  expect(applyKind("buy-get", twoForOne, { lines: [sampleLine(1, 900, 3)] }, { cap: 250 }).amount).toBe(250);
});

test.each([
  {
    params: { buyQuantity: 2, buyTarget: products(4), getQuantity: 1 },
    lines: [sampleLine(4, 400, 2)],
    message: "Add 1 more Latte.",
    amount: 1,
  },
  { params: { buyQuantity: 2, buyTarget: products(4), getQuantity: 1 }, lines: [], message: "Add 3 more Latte.", amount: 3 },
  {
    params: { buyQuantity: 2, buyTarget: categories(PIZZAS), getQuantity: 1, getTarget: categories(DRINKS) },
    lines: [sampleLine(1, 400, 2)],
    message: "Add 1 more from Drinks.",
    amount: 1,
  },
  {
    params: { buyQuantity: 2, buyTarget: categories(PIZZAS), getQuantity: 1, getTarget: categories(DRINKS) },
    lines: [sampleLine(1, 400), sampleLine(3, 200)],
    message: "Add 1 more from Pizzas.",
    amount: 1,
  },
  { params: twoForOne, lines: [sampleLine(1, 400)], message: "Add 2 more items.", amount: 2 },
])("says what is missing: $message", ({ params, lines, message, amount }) => {
  expect(applyKind("buy-get", params, { lines }).outcome.notApplied).toMatchObject([
    { reason: "condition", message, shortfall: { kind: "items", amount } },
  ]);
});

test("reads back in plain words", () => {
  expect(describeKind("buy-get", { buyQuantity: 2, buyTarget: { productIds: [4] }, getQuantity: 1 })).toBe(
    "Buy 2 × Latte, get 1 more free",
  );
  expect(
    describeKind("buy-get", {
      buyQuantity: 1,
      buyTarget: { categoryIds: [PIZZAS] },
      getQuantity: 1,
      getTarget: { categoryIds: [DRINKS] },
      rate: 500_000,
      maxRepeats: 1,
    }),
  ).toBe("Buy 1 from Pizzas, get 1 from Drinks at 50% off, at most once per order");
});

test("refuses counts below 1 and an unknown choice", () => {
  expect(listParamErrors("buy-get", { ...twoForOne, buyQuantity: 0, getQuantity: 1.5, choose: "any" })).toEqual([
    "buyQuantity",
    "getQuantity",
    "choose",
  ]);
});

const toPay = (params: object, lines: ReturnType<typeof sampleLine>[]): number =>
  lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0) -
  applyKind("buy-get", { buyQuantity: 1, getQuantity: 1, ...params }, { lines }).amount;

test("sets are formed dearest first: one more cheap item costs no more than its price", () => {
  const tens = [sampleLine(1, 10, 2)];
  expect(toPay({ buyTarget: everything }, tens)).toBe(10);
  expect(toPay({ buyTarget: everything }, [...tens, sampleLine(2, 1)])).toBe(11);
  const overlapping = { buyTarget: products(1), getTarget: products(1, 2) };
  const dear = sampleLine(1, 100, 2);
  expect(toPay(overlapping, [dear, sampleLine(2, 1)])).toBe(101);
  expect(toPay(overlapping, [dear, sampleLine(2, 1, 2)])).toBe(102);
});

test("supports one product per set, an amount off, and a fixed price", () => {
  const lines = [sampleLine(1, 900), sampleLine(2, 800, 2)];
  expect(applyKind("buy-get", { buyQuantity: 1, buyTarget: everything, getQuantity: 1, sameProduct: true }, { lines }).shares).toEqual({
    "line-1": 0,
    "line-2": 800,
  });
  expect(toPay({ buyTarget: products(2), amount: 150 }, lines)).toBe(2350);
  expect(toPay({ buyTarget: products(2), price: 100 }, lines)).toBe(1800);
});
