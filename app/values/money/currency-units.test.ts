import fc from "fast-check";
import { expect, test } from "vitest";
import { amountText, formatMoney, formatShortMoney, majorUnits, minorUnits } from "#app/values/money.ts";
import { CURRENCIES, LOCALES, maximumCardCharge, minimumCardCharge } from "./currencies.ts";
import { decimalsOf, providerUnits, unitsPerMajor } from "./currency-units.ts";
import { fieldAmount, parseAmount, parseMoney } from "./money-input.ts";
import { parseStored, plainAmount, shownAmount, storedAmount } from "./stored-amount.ts";

const YEN = { currency: "JPY", locale: "en-US" };
const DINARS = { currency: "KWD", locale: "en-US" };

test.each([
  ["USD", 1250, "$12.50", "$12.50", "12.50", 12.5, 1250],
  ["JPY", 1250, "¥1,250", "¥1,250", "1250", 1250, 1250],
  ["ISK", 1250, "ISK\u00a01,250", "ISK\u00a01,250", "1250", 1250, 125_000],
  ["KWD", 1250, "KWD\u00a012.500", "KWD\u00a012.500", "12.500", 12.5, 12_500],
  ["KWD", 1200, "KWD\u00a012.000", "KWD\u00a012", "12.000", 12, 12_000],
])("%s: %i stored units are written, sent and charged", (currency, cents, long, short, text, major, provider) => {
  const format = { currency, locale: "en-US" };
  expect(formatMoney(cents, format)).toBe(long);
  expect(formatShortMoney(cents, format)).toBe(short);
  expect(amountText(cents, currency)).toBe(text);
  expect(majorUnits(cents, currency)).toBe(major);
  expect(minorUnits(major, currency)).toBe(cents);
  expect(cents * providerUnits(currency)).toBe(provider);
});

test.each([
  [YEN, "500", 500],
  [YEN, "¥1,200", 1200],
  [YEN, "￥１，２００", 1200],
  [{ currency: "JPY", locale: "ja-JP" }, "￥1,200", 1200],
  [{ currency: "JPY", locale: "de-DE" }, "1.250", 1250],
  [{ currency: "CLP", locale: "es-CL" }, "$12.990", 12_990],
  [{ currency: "VND", locale: "vi-VN" }, "45.000 ₫", 45_000],
  [DINARS, "1.250", 125],
  [DINARS, "1.25", 125],
  [DINARS, "KWD 1,250.5", 125_050],
  [{ currency: "KWD", locale: "de-DE" }, "1,250", 125],
])("a shop in %j reads %j as %i", (format, text, cents) => {
  expect(parseMoney(text, format)).toEqual({ ok: true, value: cents });
});

test.each([
  [YEN, "12.50", "Enter an amount without decimals, such as 1250."],
  [YEN, "500.00", "Enter an amount without decimals, such as 1250."],
  [YEN, "1.250", "Enter an amount without decimals, such as 1250. Thousands have no point: 1250."],
  [YEN, "100000000", "Enter an amount of at most 99999999."],
  [DINARS, "1.255", "Enter an amount whose third decimal is 0, such as 12.500. Cards are charged in steps of 0.010."],
  [DINARS, "1.2500", "Enter an amount with at most three decimals, such as 12.500."],
  // One and a quarter, or a thousand times that.
  [{ currency: "KWD", locale: "de-DE" }, "1.250", "Enter an amount such as 12,500."],
])("a shop in %j refuses %j", (format, text, error) => {
  expect(parseMoney(text, format)).toEqual({ ok: false, error });
  // The fields of records and settings say the same.
  expect(parseStored(plainAmount(text, format))).toEqual({ ok: false, error });
});

test("the API refuses decimals that a currency does not have", () => {
  expect(parseAmount(500, "JPY")).toEqual({ ok: true, value: 500 });
  expect(parseAmount(1.25, "KWD")).toEqual({ ok: true, value: 125 });
  expect(parseAmount(12.5, "JPY").ok).toBe(false);
  expect(parseAmount(1.255, "KWD").ok).toBe(false);
});

test("every amount survives the field and the price tag of every locale and number of decimals", () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
      for (const locale of LOCALES)
        for (const currency of ["USD", "JPY", "KWD"]) {
          const format = { locale, currency };
          const expected = { ok: true, value: cents };
          const shown = shownAmount(storedAmount(cents), format);
          expect(shown).toBe(fieldAmount(cents, format));
          expect(parseMoney(shown, format), `${shown} in ${locale}`).toEqual(expected);
          expect(parseStored(plainAmount(shown, format))).toEqual(expected);
          expect(parseMoney(formatMoney(cents, format), format)).toEqual(expected);
        }
    }),
    { numRuns: 10 },
  );
});

test("formats yen with a sign that the shop's fonts contain", () => {
  expect(formatMoney(1200, { currency: "JPY", locale: "ja-JP" })).toBe("¥1,200");
});

test("a field shows an amount as the locale writes decimals, without grouping", () => {
  expect(fieldAmount(123_450, { currency: "EUR", locale: "de-DE" })).toBe("1234,50");
  expect(fieldAmount(123_450, { currency: "EUR", locale: "de-CH" })).toBe("1234.50");
  expect(fieldAmount(123_450, YEN)).toBe("123450");
  expect(fieldAmount(-125, DINARS)).toBe("-1.250");
  expect(shownAmount("", YEN)).toBe("");
});

test.each([
  [0, 1, 1, "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF"],
  [0, 1, 100, "ISK UGX"],
  [3, 100, 10, "BHD JOD KWD OMR TND"],
  // Whole in ICU, but charged in hundredths.
  [2, 100, 1, "COP HUF IDR PKR USD"],
])("with %i decimals, %i units to a major one, each %i of the provider's: %s", (decimals, units, factor, codes) => {
  for (const code of codes.split(" ")) {
    expect(CURRENCIES).toContain(code);
    expect([decimalsOf(code), unitsPerMajor(code.toLowerCase()), providerUnits(code.toLowerCase())]).toEqual([decimals, units, factor]);
  }
});

test("the limits of a card charge are in stored units", () => {
  expect(minimumCardCharge("JPY")).toBe(50);
  expect(maximumCardCharge("usd")).toBe(99_999_999);
  expect(maximumCardCharge("KWD") * providerUnits("KWD")).toBeLessThan(100_000_000);
});
