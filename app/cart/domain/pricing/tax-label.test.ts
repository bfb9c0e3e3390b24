import { expect, test } from "vitest";
import { US_DOLLARS } from "#app/values/money.ts";
import { namedTaxes, taxLabel } from "./tax-label.ts";

test("prints each tax with its rate", () => {
  const line = (label: string, rate: number) => ({ label, rate, base: 1000, amount: 50 });
  expect(namedTaxes([line("GST", 50_000), line("PST", 70_000), line("PST", 100_000)], US_DOLLARS).map(({ label }) => label)).toEqual([
    "GST 5%",
    "PST 7%",
    "PST 10%",
  ]);
});

test.each([
  ["TVA", "TVA 5,5 %"],
  ["TVA 5,5 %", "TVA 5,5 %"],
  ["TVA 5,5%", "TVA 5,5%"],
])("in a French shop %s prints %s", (label, printed) => {
  expect(taxLabel(label, 55_000, { currency: "EUR", locale: "fr-FR" }).replaceAll(/\s/gu, " ")).toBe(printed);
});
