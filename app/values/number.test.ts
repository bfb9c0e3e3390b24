import { expect, test } from "vitest";
import { formatNumber, groupedNumber } from "./number.ts";

test.each([
  ["en-US", "1,234,567.5"],
  ["de-DE", "1.234.567,5"],
  ["ja-JP", "1,234,567.5"],
  ["en-IN", "12,34,567.5"],
])("writes numbers as %s does", (locale, text) => {
  expect(formatNumber(1_234_567.5, { locale })).toBe(text);
});

test("separates thousands by a space where no shop is known", () => {
  const texts = [999, 2_500, 10_000, 1_000_000, -25_000].map((value) => groupedNumber(value));
  expect(texts).toEqual(["999", "2500", "10\u00a0000", "1\u00a0000\u00a0000", "-25\u00a0000"]);
});
