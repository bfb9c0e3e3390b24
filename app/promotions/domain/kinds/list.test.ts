import { expect, test } from "vitest";
import { openCode } from "#app/promotions/domain/coupons.ts";
import { applyKind } from "#test/promotion-kinds.ts";
import { everything, sampleLine } from "#test/promotion-samples.ts";
import { ACTION_KINDS, findActionKind } from "./list.ts";

test("every kind of the list is found by its code, and no code is used twice", () => {
  expect(new Set(ACTION_KINDS.map(({ code }) => code)).size).toBe(ACTION_KINDS.length);
  for (const kind of ACTION_KINDS) expect(findActionKind(kind.code)).toBe(kind);
  expect(findActionKind("order-percentage")).toBeUndefined();
});

test.each(ACTION_KINDS.map((kind) => [kind.code, kind] as const))(
  "a form drawn from the fields of %s sends what its schema takes",
  (_, kind) => {
    const initial = Object.fromEntries(kind.fields.map((field) => [field.name, field.input === "products" ? [1] : field.initial]));
    const target = kind.fields.filter(({ input }) => input === "target").map(({ name }) => name);
    expect(kind.paramsSchema.safeParse(initial)).toMatchObject({ success: true });
    // Every field is a parameter: a wrong value for it is refused.
    for (const field of kind.fields) {
      expect(kind.paramsSchema.safeParse({ ...initial, [field.name]: "nonsense" }).success).toBe(false);
      if (field.required && !target.includes(field.name))
        expect(kind.paramsSchema.safeParse({ ...initial, [field.name]: null }).success).toBe(false);
    }
  },
);

test.each(ACTION_KINDS.map((kind) => [kind.code, kind] as const))(
  "%s keeps its parameters as they are when they are read again",
  (_, kind) => {
    const initial = Object.fromEntries(kind.fields.map((field) => [field.name, field.input === "products" ? [1] : field.initial]));
    const once = kind.paramsSchema.parse(initial);
    expect(kind.paramsSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
  },
);

const WEIGHED = { ...sampleLine(1, 4000), isWeighed: true };
const TWO = {
  buyQuantity: 1,
  buyTarget: everything,
  getQuantity: 1,
  getTarget: null,
  rate: 1_000_000,
  maxRepeats: null,
  choose: "per-set",
};

const OF_PIECES = [
  ["item-fixed", { amount: 100, target: everything }],
  ["item-price", { price: 500, target: everything }],
  ["item-percent", { rate: 100_000, target: everything, maxUnits: 1 }],
  ["bundle", { quantity: 2, target: everything, price: 100, maxRepeats: null }],
  ["meal-deal", { parts: [everything, everything], price: 100, maxRepeats: null }],
  ["buy-get", TWO],
] as const;

test.each(OF_PIECES)("%s excludes items sold by weight", (kind, params) => {
  expect(applyKind(kind, params, { lines: [WEIGHED, { ...WEIGHED, id: "other" }] }).amount).toBe(0);
});

test("a limit of units covers the most expensive pieces, not items by weight", () => {
  const { shares } = applyKind(
    "item-percent",
    { rate: 100_000, target: everything, maxUnits: 1 },
    { lines: [WEIGHED, sampleLine(2, 1000, 2)] },
  );
  expect(Object.values(shares)).toEqual([0, 100]);
});

test("unlimited percentages and order discounts include items sold by weight", () => {
  expect(applyKind("item-percent", { rate: 100_000, target: everything }, { lines: [WEIGHED] }).amount).toBe(400);
  expect(applyKind("order-fixed", { amount: 500 }, { lines: [WEIGHED] }).amount).toBe(500);
});

test.each(OF_PIECES)("says why a code of %s gives nothing", (kind, params) => {
  const { outcome } = applyKind(kind, params, { lines: [WEIGHED], codes: [openCode("PIECE", 1)] }, { trigger: "coupon" });
  expect(outcome.notApplied).toMatchObject([
    { reason: "no-eligible-items", message: "This offer is not for what is sold by weight.", shortfall: null },
  ]);
});
