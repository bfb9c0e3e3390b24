import { expect, test } from "vitest";
import { foreignCurrency, guessDecimalSign, readAmount } from "./amount.ts";

test.each([
  ["12.50", 1250],
  ["$12.50", 1250],
  ["12,50", 1250],
  ["12", 1200],
  [".5", 50],
  ["1,299.00", 129_900],
  ["1.299,00 €", 129_900],
  ["1 299,00", 129_900],
  ["1\u00a0299,5 kr", 129_950],
  ["CHF 1'299.90", 129_990],
  ["1’299.–", 129_900],
  ["US$ 7", 700],
  ["R$ 7,50", 750],
  ["Rs. 1,299.00", 129_900],
  ["7,- €", 700],
  ["19.9900", 1999],
  ["1,234,567.89", 123_456_789],
  ["-3.00", -300],
])("reads %s independently of the separator", (text, cents) => {
  const expected = { ok: true, value: cents };
  expect(readAmount(text, ".", "USD")).toMatchObject(expected);
  expect(readAmount(text, ",", "USD")).toMatchObject(expected);
});

test("reads an ambiguous separator like the file's other prices", () => {
  expect(readAmount("1,299", ".", "USD")).toEqual({ ok: true, value: 129_900 });
  expect(readAmount("1.299", ",", "USD")).toEqual({ ok: true, value: 129_900 });
  expect(readAmount("1.299", ".", "USD")).toMatchObject({ ok: false });
  expect(readAmount("1,299", ",", "USD")).toMatchObject({ ok: false });
});

test.each(["", "free", "1.2.3", "12,34,5", "1,23.4,5", "--5", "1e3", "0x10", "12 apples", "١٢"])("rejects “%s” as price", (text) => {
  expect(readAmount(text, ".", "USD").ok).toBe(false);
});

test("detects the decimal separator from unambiguous prices", () => {
  expect(guessDecimalSign(["1.299", "4,50", "", "7,90 €"])).toBe(",");
  expect(guessDecimalSign(["1,299", "4.50"])).toBe(".");
  expect(guessDecimalSign(["12"])).toBe(".");
});

test.each([
  ["JPY", "500", 500],
  ["JPY", "1,200", 1200],
  ["JPY", "1.200", 1200],
  ["JPY", "￥1,200", 1200],
  ["JPY", "1200円", 1200],
  ["JPY", "1200.00", 1200],
  ["JPY", "1,234,567", 1_234_567],
  ["KRW", "₩12,000", 12_000],
  ["CLP", "$12.990", 12_990],
  ["KWD", "1.250", 125],
  ["KWD", "0.500", 50],
  ["KWD", "KD 12.5", 1250],
])("a file of a shop in %s reads %s as %i", (currency, text, cents) => {
  expect(readAmount(text, ".", currency)).toEqual({ ok: true, value: cents });
  expect(foreignCurrency(text, { currency, locale: "en-US" })).toBeNull();
});

test.each([
  ["JPY", "12.50", "Enter an amount without decimals, such as 1250."],
  ["JPY", "much", "Write an amount such as 1250."],
  ["KWD", "1.255", "Enter an amount whose third decimal is 0, such as 12.500. Cards are charged in steps of 0.010."],
])("a file of a shop in %s refuses %s", (currency, text, error) => {
  expect(readAmount(text, ".", currency)).toEqual({ ok: false, error });
});

test.each([
  ["USD", ["12.50", "$12.50", "US$ 7", "USD 7", "7.00 USD"], ["¥500", "€4", "7,- €", "CHF 1", "CA$5"]],
  ["EUR", ["€4.50", "1.299,00 €", "4 EUR", "3"], ["$4", "£2", "USD 3"]],
  ["CHF", ["CHF 1'299.90", "Fr. 5", "7"], ["€4"]],
  ["JPY", ["¥500", "￥500", "500円", "JPY 500"], ["$5", "₩500"]],
])("a shop in %s refuses the signs of other currencies", (currency, own, foreign) => {
  const format = { currency, locale: "en-US" };
  expect(own.map((text) => foreignCurrency(text, format))).toEqual(own.map(() => null));
  for (const text of foreign) expect(foreignCurrency(text, format)).toMatch(new RegExp(`is not the shop's currency, ${currency}\\.`));
});
