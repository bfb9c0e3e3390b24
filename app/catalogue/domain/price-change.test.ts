import { US_DOLLARS } from "#app/values/money.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changePrice, PRICE_ENDINGS, priceOutcome, type PriceChange } from "./price-change.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "./product.ts";

const change = (over: Partial<PriceChange>): PriceChange => ({
  kind: "amount",
  direction: "up",
  by: 0,
  ending: "exact",
  towards: "nearest",
  ...over,
});
const percent = (by: number, over: Partial<PriceChange> = {}) => change({ kind: "percent", by: by * 10_000, ...over });

test.each([
  [1000, change({ by: 50 }), 1050],
  [1000, change({ by: 50, direction: "down" }), 950],
  [1050, percent(10), 1155],
  [995, percent(2.5), 1020],
  [1000, percent(100, { direction: "down" }), 0],
  [1049, change({ ending: "00" }), 1000],
  [1050, change({ ending: "00" }), 1100],
  [1010, change({ ending: "00", towards: "up" }), 1100],
  [1044, change({ ending: "95" }), 995],
  [1045, change({ ending: "95" }), 1095],
  [1096, change({ ending: "95", towards: "up" }), 1195],
  [1099, change({ ending: "99", towards: "up" }), 1099],
  [1230, change({ ending: "50" }), 1250],
  [20, change({ ending: "95" }), 95],
  [0, percent(10, { ending: "99" }), 0],
  [0, change({ by: 100, ending: "99" }), 99],
])("%i cents after %o are %i", (price, by, expected) => {
  expect(changePrice(price, by, US_DOLLARS)).toEqual({ ok: true, value: expected });
});

test("rejects negative and too high prices", () => {
  expect(changePrice(100, change({ by: 101, direction: "down" }), US_DOLLARS)).toEqual({ ok: false, error: "It would be below zero." });
  expect(changePrice(MAX_PRODUCT_PRICE_CENTS, change({ by: 1 }), US_DOLLARS)).toEqual({
    ok: false,
    error: "It would be above $99,999.99.",
  });
});

test("ends a sale at the compare-at price and reports zero", () => {
  const product = { id: 1, name: "Soup", price: 1000, compareAt: 1200 };
  expect(priceOutcome(product, change({ by: 200 }), US_DOLLARS)).toMatchObject({
    ok: true,
    value: { newPrice: 1200, newCompareAt: null, warning: "sale-ends" },
  });
  expect(priceOutcome(product, change({ by: 199 }), US_DOLLARS)).toMatchObject({ ok: true, value: { newCompareAt: 1200, warning: null } });
  expect(priceOutcome(product, percent(100, { direction: "down" }), US_DOLLARS)).toMatchObject({
    ok: true,
    value: { newPrice: 0, warning: "free" },
  });
});

test("a new price is whole cents with the chosen ending", () => {
  const changes = fc.record({
    kind: fc.constantFrom("amount" as const, "percent" as const),
    direction: fc.constantFrom("up" as const, "down" as const),
    by: fc.integer({ min: 0, max: 1_000_000 }),
    ending: fc.constantFrom(...PRICE_ENDINGS),
    towards: fc.constantFrom("nearest" as const, "up" as const),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PRODUCT_PRICE_CENTS }), changes, (price, each) => {
      const answer = changePrice(price, each, US_DOLLARS);
      const plain = changePrice(price, { ...each, ending: "exact" }, US_DOLLARS);
      if (!answer.ok) return;
      expect(Number.isSafeInteger(answer.value) && answer.value >= 0 && answer.value <= MAX_PRODUCT_PRICE_CENTS).toBe(true);
      if (!plain.ok || each.ending === "exact" || (each.kind === "percent" && price === 0)) return;
      expect(answer.value % 100).toBe(Number(each.ending));
      const off = answer.value - plain.value;
      expect(off >= (each.towards === "up" ? 0 : -49) && off <= 99).toBe(true);
      if (each.towards === "nearest" && plain.value >= 100) expect(Math.abs(off)).toBeLessThanOrEqual(50);
    }),
  );
});
