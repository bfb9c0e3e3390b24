import { expect, test } from "vitest";
import { namedTaxes } from "./tax-label.ts";

test("taxes of one name are told apart by their percentage, others keep their name", () => {
  const line = (label: string, rate: number) => ({ label, rate, base: 1000, amount: 50 });
  expect(namedTaxes([line("GST", 50_000), line("PST", 70_000), line("PST", 100_000)]).map(({ label }) => label)).toEqual([
    "GST",
    "PST 7%",
    "PST 10%",
  ]);
});
