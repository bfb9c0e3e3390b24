import fc from "fast-check";
import { expect, test } from "vitest";
import type { LineEffect } from "#app/promotions/domain/kinds/action-kind.ts";
import { everything, sampleLine } from "#test/promotion-samples.ts";
import { applyKind } from "#test/promotion-kinds.ts";
import { saleTotal } from "./sale-total.ts";

test("shows the engine's total on the product button", () => {
  const rules: readonly [string, (amount: number) => object, (amount: number) => LineEffect][] = [
    ["item-percent", (rate) => ({ rate: rate * 100 }), (rate) => ({ type: "part", rate: rate * 100 })],
    ["item-fixed", (amount) => ({ amount }), (amount) => ({ type: "off", amount })],
    ["item-price", (price) => ({ price }), (price) => ({ type: "price", price })],
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 9999 }),
      (price, units, amount) => {
        for (const [kind, params, effect] of rules) {
          const { amount: off } = applyKind(kind, { ...params(amount), target: everything }, { lines: [sampleLine(1, price, units)] });
          expect(saleTotal(effect(amount), price, units)).toBe(price * units - off);
        }
      },
    ),
  );
  expect(saleTotal(undefined, 500, 2)).toBe(1000);
});
