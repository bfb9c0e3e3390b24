import { expect, test } from "vitest";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
import { taxRows } from "./closing-tables.ts";
import { NOTHING } from "./counted.ts";

test.each([
  ["HST", 130_000, "HST 13%"],
  ["HST 13%", 130_000, "HST 13%"],
  ["HST 13 %", 130_000, "HST 13 %"],
  ["HST 13%", 30_000, "HST 13% 3%"],
  ["3% levy", 30_000, "3% levy 3%"],
])("%s at %d prints %s", (label, rate, printed) => {
  expect(taxLabel(label, rate)).toBe(printed);
});

test("taxes that print alike are added up, and none is lost", () => {
  const line = (label: string, base: number, amount: number) => ({ label, rate: 130_000, base, amount });
  const counted = {
    ...NOTHING,
    taxes: [line("HST", 1000, 130), line("HST 13%", 2000, 260)],
    refundTaxes: [line("HST", 100, 13), line("HST 13%", 200, 26)],
  };
  expect(taxRows(counted)).toEqual([{ label: "HST 13%", base: 3000, tax: 390, refundBase: 300, refundTax: 39 }]);
});
