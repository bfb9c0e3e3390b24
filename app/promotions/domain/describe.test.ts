import { expect, test } from "vitest";
import type { Condition, Promotion } from "./promotion.ts";
import { at, categories, DRINKS, everything, PIZZAS, products, sampleNames } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { describePromotion } from "./describe.ts";

const tenOff = (changes: Partial<Promotion> = {}): Promotion => testPromotion(1, "order-percent", { rate: 100_000 }, changes);
const describeOf = (promotion: Promotion): string => describePromotion(promotion, sampleNames);

test("reads a whole promotion back in plain words", () => {
  const happyHour = testPromotion(
    1,
    "item-percent",
    { rate: 200_000, target: categories(PIZZAS) },
    {
      schedule: [{ weekdays: [1, 2, 3, 4], from: "15:00", to: "17:00" }],
      condition: { type: "all", of: [{ type: "fulfillment", is: "pickup" }] },
      cap: 1000,
      limits: { totalUses: 100, perCustomerUses: null, budget: null },
    },
  );
  expect(describeOf(happyHour)).toBe("20% off all pizzas, Mon–Thu 3:00–5:00 PM, pickup only, at most $10, 100 uses");
});

test("names codes, limits and what it cannot be combined with", () => {
  const promotion = tenOff({
    trigger: "coupon",
    limits: { totalUses: 1, perCustomerUses: 1, budget: 50_050 },
    stacking: { group: "spring", exclusive: false, priority: 0 },
  });
  expect(describeOf(promotion)).toBe(
    "10% off the order, with a coupon code, 1 use, once per customer, until $500.50 have been given, one of “spring”",
  );
  expect(
    describeOf(
      tenOff({ stacking: { group: null, exclusive: true, priority: 0 }, limits: { totalUses: null, perCustomerUses: 3, budget: null } }),
    ),
  ).toBe("10% off the order, 3 times per customer, not with other offers");
});

test("names start and end when the zone is given", () => {
  const promotion = tenOff({ startsAt: at("2026-11-23T22:00:00Z"), endsAt: at("2026-12-25T05:00:00Z") });
  expect(describePromotion(promotion, sampleNames, "America/Toronto")).toBe(
    "10% off the order, from November 23, 2026, 5:00 PM until December 25, 2026, 12:00 AM",
  );
  expect(describePromotion(tenOff(), sampleNames, "America/Toronto")).toBe("10% off the order");
});

test.each<{ condition: Condition; text: string }>([
  { condition: { type: "subtotal", target: everything, min: 2500, max: null }, text: "from $25" },
  { condition: { type: "subtotal", target: everything, min: null, max: 5000 }, text: "up to $50" },
  { condition: { type: "subtotal", target: categories(PIZZAS), min: 2500, max: 5000 }, text: "from $25 to $50 from Pizzas" },
  { condition: { type: "quantity", target: products(4), min: 2 }, text: "with at least 2 × Latte" },
  { condition: { type: "contains", target: categories(DRINKS) }, text: "with 1 from Drinks" },
  { condition: { type: "slot", weekdays: [0], from: "10:00", to: "12:00" }, text: "for orders wanted Sun 10:00 AM–12:00 PM" },
  { condition: { type: "first-order" }, text: "first order only" },
  {
    condition: { type: "customer-email", emails: ["a@b.test", "c@d.test"], domains: ["e.test"] },
    text: "for 2 e-mail addresses and addresses at e.test",
  },
  {
    condition: { type: "any", of: [{ type: "first-order" }, { type: "fulfillment", is: "delivery" }] },
    text: "first order only or delivery only",
  },
  {
    condition: {
      type: "none",
      of: [
        { type: "contains", target: categories(DRINKS) },
        { type: "fulfillment", is: "pickup" },
      ],
    },
    text: "not with all drinks, delivery only",
  },
  { condition: { type: "none", of: [{ type: "quantity", target: everything, min: 9 }] }, text: "not with at least 9 items" },
])("a condition reads as $text", ({ condition, text }) => {
  expect(describeOf(tenOff({ condition }))).toBe(`10% off the order, ${text}`);
});

test("an action whose parameters do not hold yet says so", () => {
  expect(describeOf(testPromotion(1, "order-percent", {}))).toBe("Not complete yet");
  expect(describeOf(testPromotion(1, "", {}, { cap: 500 }))).toBe("Not complete yet, at most $5");
});
