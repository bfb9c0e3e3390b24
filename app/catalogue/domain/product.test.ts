import { expect, test } from "vitest";
import { testGroup, testOption } from "#test/customizations.ts";
import { isSoldOutAt, isUnavailable, priceBefore, startingPrice } from "./product.ts";

const now = new Date("2026-05-04T12:00:00Z");

test("a sold-out mark holds indefinitely or until its end", () => {
  expect(isSoldOutAt({ isSoldOut: true, soldOutUntil: null }, now)).toBe(true);
  expect(isSoldOutAt({ isSoldOut: true, soldOutUntil: new Date(now.getTime() + 1) }, now)).toBe(true);
  expect(isSoldOutAt({ isSoldOut: true, soldOutUntil: now }, now)).toBe(false);
  expect(isSoldOutAt({ isSoldOut: false, soldOutUntil: new Date(now.getTime() + 1) }, now)).toBe(false);
});

test("zero stock is unavailable, uncounted is not", () => {
  const row = { isSoldOut: false, soldOutUntil: null };
  expect(isUnavailable({ ...row, stock: 0 }, [], now)).toBe(true);
  expect(isUnavailable({ ...row, stock: null }, [], now)).toBe(false);
});

test("optional groups do not change the starting price", () => {
  const extras = testGroup(1, [testOption(11), testOption(12, { priceDelta: -50 })]);
  expect(startingPrice(1000, [extras])).toEqual({ price: 1000, varies: false, hasRequiredChoices: false });
});

test("uses the cheapest available required choice", () => {
  const size = testGroup(
    1,
    [
      testOption(11, { priceDelta: 0, soldOut: true }),
      testOption(12, { priceDelta: 50, hidden: true }),
      testOption(13, { priceDelta: 200 }),
      testOption(14, { priceDelta: 400 }),
    ],
    { kind: "single", minSelect: 1, maxSelect: 1 },
  );
  expect(startingPrice(1000, [size])).toEqual({ price: 1200, varies: true, hasRequiredChoices: true });
});

test("a required choice at one price does not vary", () => {
  const milk = testGroup(1, [testOption(11, { priceDelta: 0 }), testOption(12, { priceDelta: 0 })], { kind: "single", minSelect: 1 });
  expect(startingPrice(450, [milk])).toEqual({ price: 450, varies: false, hasRequiredChoices: true });
});

test("required units use included ones first, then the cheapest", () => {
  const sides = testGroup(
    1,
    [testOption(11, { priceDelta: 300 }), testOption(12, { priceDelta: 100 }), testOption(13, { priceDelta: 200 })],
    {
      minSelect: 2,
      maxSelect: 2,
      freeCount: 1,
    },
  );
  expect(startingPrice(1000, [sides]).price).toBe(1200);
});

test("follows prices and groups that depend on choices", () => {
  const size = testGroup(1, [testOption(11, { priceDelta: 0 }), testOption(12, { priceDelta: 500 })], { kind: "single", minSelect: 1 });
  const crust = testGroup(2, [testOption(21, { priceDelta: 300, priceByOption: { "11": 100 } })], {
    kind: "single",
    minSelect: 1,
    showWhenOptionIds: [11],
  });
  expect(startingPrice(1000, [size, crust]).price).toBe(1100);
});

test("a discount stops at zero", () => {
  const group = testGroup(1, [testOption(11, { priceDelta: -2000 })], { kind: "single", minSelect: 1 });
  expect(startingPrice(1000, [group]).price).toBe(0);
});

test("ends for a group that cannot be filled", () => {
  const group = testGroup(1, [testOption(11, { soldOut: true })], { kind: "single", minSelect: 1 });
  expect(startingPrice(1000, [group])).toEqual({ price: 1000, varies: false, hasRequiredChoices: true });
});

test("a required text is a required choice", () => {
  expect(startingPrice(1000, [testGroup(1, [], { kind: "text", minSelect: 1 })]).hasRequiredChoices).toBe(true);
});

test.for([
  [960, null, 960, null],
  [960, 960, 960, null],
  [960, 900, 960, null],
  [960, 1200, 960, 1200],
  [960, 1200, 1110, 1350],
] as const)("at %i, before %s, from %i: a sale from %s", ([priceCents, compareAtCents, starting, was]) => {
  expect(priceBefore({ priceCents, compareAtCents }, starting)).toBe(was);
});
