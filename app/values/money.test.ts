import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { LOCALES } from "./money/currencies.ts";
import {
  allocate,
  applyRate,
  majorUnits,
  amountText,
  formatPercentage,
  currencySign,
  currencyWords,
  formatMoney,
  formatShortMoney,
  includedTax,
  toPercent,
  US_DOLLARS,
  type MoneyFormat,
} from "./money.ts";
import { aroundAmounts } from "./money/around-amounts.ts";
import { parseAmount, parseMoney } from "./money/money-input.ts";
import { amountLike, parseStored, plainAmount } from "./money/stored-amount.ts";
import { parsePercentage } from "./money/percentage-input.ts";

const amounts = fc.integer({ min: -99_999_999, max: 99_999_999 });
const rates = fc.integer({ min: 0, max: 1_000_000 });

test.each([
  [0, "$0.00"],
  [-0, "$0.00"],
  [5, "$0.05"],
  [99, "$0.99"],
  [100, "$1.00"],
  [123_450, "$1,234.50"],
  [-300, "-$3.00"],
  [-5, "-$0.05"],
  [99_999_999, "$999,999.99"],
  [123_456_789_012, "$1,234,567,890.12"],
])("%i cents read as %s", (cents, text) => {
  expect(formatMoney(cents, US_DOLLARS)).toBe(text);
});

test("formatMoney agrees with the platform's US dollar format", () => {
  const platform = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  fc.assert(
    fc.property(amounts, (cents) => {
      expect(formatMoney(cents, US_DOLLARS)).toBe(platform.format(cents / 100 + 0));
    }),
  );
});

test("an amount that is not whole cents is a bug, not a price", () => {
  for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => formatMoney(bad, US_DOLLARS)).toThrow(RangeError);
    expect(() => applyRate(bad, 130_000)).toThrow(RangeError);
    expect(() => allocate(bad, [1])).toThrow(RangeError);
    expect(() => allocate(1, [bad])).toThrow(RangeError);
  }
});

test.each([
  ["12.50", 1250],
  ["12.5", 1250],
  ["12.", 1200],
  ["12", 1200],
  [".5", 50],
  ["0", 0],
  ["-0.00", 0],
  ["-3", -300],
  ["+3", 300],
  ["$1,234.50", 123_450],
  ["-$3.00", -300],
  ["  7.25 ", 725],
  ["1,5", 150],
  ["$1234,50", 123_450],
  ["007.00", 700],
  ["999999.99", 99_999_999],
  [19.99, 1999],
  [-0.1, -10],
  [0, 0],
  [1e5, 10_000_000],
])("%j dollars is %i cents", (input, cents) => {
  expect(typeof input === "number" ? parseAmount(input, "USD") : parseMoney(input, US_DOLLARS)).toEqual({ ok: true, value: cents });
});

test.each([
  "",
  " ",
  ".",
  "-",
  "$",
  "abc",
  "1.234",
  "1,2345",
  "1,234,5",
  "1 000",
  "1e3",
  "0x10",
  "--1",
  "1.2.3",
  "∞",
  "1000000",
  "9".repeat(40),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  0.1 + 0.2,
  1.005,
  1e21,
  1e-7,
])("%j is refused with a sentence that says what would be right", (input) => {
  const result = typeof input === "number" ? parseAmount(input, "USD") : parseMoney(input, US_DOLLARS);
  expect(result.ok).toBe(false);
  if (!result.ok) expect(result.error).toMatch(/^Enter an amount .*\.$/);
});

test("every amount survives the form field, the price tag and the wire", () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      const expected = { ok: true, value: cents };
      expect(parseAmount(amountText(cents, "USD"), "USD")).toEqual(expected);
      expect(parseMoney(formatMoney(cents, US_DOLLARS), US_DOLLARS)).toEqual(expected);
      expect(parseAmount(majorUnits(cents, "USD"), "USD")).toEqual(expected);
      expect(parseAmount(JSON.parse(JSON.stringify(majorUnits(cents, "USD"))) as number, "USD")).toEqual(expected);
    }),
  );
});

test.each([
  ["13", 130_000, "13%"],
  ["13%", 130_000, "13%"],
  ["13 %", 130_000, "13%"],
  ["8.875", 88_750, "8.875%"],
  ["0", 0, "0%"],
  ["100", 1_000_000, "100%"],
  ["0.0001", 1, "0.0001%"],
  [".5", 5000, "0.5%"],
  ["8,875", 88_750, "8.875%"],
  ["5,0 %", 50_000, "5%"],
  [8.875, 88_750, "8.875%"],
] as const)("%j percent is %i parts per million and reads %s", (input, rate, text) => {
  expect(parsePercentage(input)).toEqual({ ok: true, value: rate });
  expect(formatPercentage(rate)).toBe(text);
});

test.each([
  ["USD", "en-US", "$", ""],
  ["EUR", "fr-FR", "", " €"],
  ["EUR", "nl-NL", "€ ", ""],
  ["CHF", "de-CH", "CHF ", ""],
  ["JPY", "ja-JP", "¥", ""],
])("the sign of %s in %s is where the locale writes it", (currency, locale, prefix, suffix) => {
  const around = aroundAmounts({ currency, locale });
  expect([around.prefix, around.suffix].map((text) => text.replace(/\s/u, " "))).toEqual([prefix, suffix]);
});

test("a refused amount is explained in the shop's number format", () => {
  const french = { currency: "EUR", locale: "fr-FR" };
  const refused = { ok: false, error: "Enter an amount such as 12,50." };
  expect(parseMoney("much", french)).toEqual(refused);
  expect(parseStored(plainAmount("much", french))).toEqual(refused);
  expect(parseStored(plainAmount("4,50", french))).toEqual({ ok: true, value: 450 });
  expect(amountLike(plainAmount("4,50", french), 1250)).toBe("12,50");
});

test("formats a percentage in the shop's locale", () => {
  expect(formatPercentage(55_000, { locale: "fr-FR" }).replace(/\s/u, " ")).toBe("5,5 %");
  expect(formatPercentage(55_000, { locale: "fr-CH" })).toMatch(/^5[.,]5\s?%$/u);
});

test.each(["", "%", "-1", "100.0001", "101", "8.87501", "8,8,7", "1.000,5", "1e2", "thirteen", Number.NaN, -1, 100.5, "9".repeat(40)])(
  "refuses %j as a percentage",
  (input) => {
    const result = parsePercentage(input);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error).toMatch(/^Enter a percentage .*\.$/);
  },
);

test("every rate survives the form field and the wire", () => {
  fc.assert(
    fc.property(rates, (rate) => {
      expect(parsePercentage(toPercent(rate))).toEqual({ ok: true, value: rate });
      expect(parsePercentage(toPercent(rate))).toEqual({ ok: true, value: rate });
    }),
  );
});

test.each([
  [3037, 130_000, 395],
  [4020, 88_750, 357],
  [1173, 130_000, 152],
  [3375, 100_000, 338],
  [3375, 150_000, 506],
  [50, 10_000, 1],
  [-50, 10_000, -1],
  [49, 10_000, 0],
  [-49, 10_000, 0],
  [0, 130_000, 0],
  [100, 0, 0],
  [145, 100_000, 15],
  [1005, 100_000, 101],
])("%i cents at %i ppm is %i", (amount, rate, expected) => {
  expect(applyRate(amount, rate)).toBe(expected);
});

test("a rate is applied exactly, half away from zero, even beyond float precision", () => {
  const large = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(fc.oneof(amounts, large), fc.integer({ min: 0, max: 9_000_000 }), (amount, rate) => {
      const product = BigInt(Math.abs(amount)) * BigInt(rate);
      const expected = Number((product * 2n + 1_000_000n) / 2_000_000n);
      expect(applyRate(amount, rate)).toBe(amount < 0 ? 0 - expected : expected);
    }),
  );
});

test.each([
  [2460, 200_000, 410],
  [11_300, 130_000, 1300],
  [-11_300, 130_000, -1300],
  [100, 0, 0],
  [1, 1_000_000, 1],
])("%i cents gross at %i ppm hold %i cents of tax", (gross, rate, expected) => {
  expect(includedTax(gross, rate)).toBe(expected);
});

test("included tax is within half a cent of the exact part, and never above the total", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), rates, (gross, rate) => {
      const tax = includedTax(gross, rate);
      const doubledError = 2n * (BigInt(tax) * BigInt(1_000_000 + rate) - BigInt(gross) * BigInt(rate));
      expect(doubledError <= BigInt(1_000_000 + rate) && doubledError > -BigInt(1_000_000 + rate)).toBe(true);
      expect(tax).toBeLessThanOrEqual(gross);
    }),
  );
  expect(() => includedTax(100, -1)).toThrow(RangeError);
});

test.each([
  [400, [1000, 500, 333], [218, 109, 73]],
  [100, [1, 1, 1], [34, 33, 33]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [2, [1, 1, 1], [1, 1, 0]],
  [5, [0, 7, 0], [0, 5, 0]],
  [10, [0, 3, 0, 3], [0, 5, 0, 5]],
  [0, [3, 4], [0, 0]],
  [0, [], []],
  [0, [0, 0], [0, 0]],
  [1, [1, 2], [0, 1]],
])("%i over %j gives %j", (total, weights, shares) => {
  expect(allocate(total, weights)).toEqual(shares);
});

test("throws for an amount if all weights are zero", () => {
  expect(() => allocate(1, [])).toThrow(RangeError);
  expect(() => allocate(-1, [0, 0])).toThrow(RangeError);
  expect(() => allocate(1, [-1, 2])).toThrow(RangeError);
});

test("shares add up, are within a cent, respect zero and order, and are repeatable", () => {
  const weights = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 1e11 })), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(amounts, weights, (total, parts) => {
      const sum = parts.reduce((a, b) => a + b, 0);
      fc.pre(sum > 0);
      const shares = allocate(total, parts);
      expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
      shares.forEach((share, index) => {
        const weight = parts[index] ?? 0;
        expect(Object.is(share, -0)).toBe(false);
        if (weight === 0) expect(share).toBe(0);
        const error = BigInt(share) * BigInt(sum) - BigInt(total) * BigInt(weight);
        expect((error < 0n ? -error : error) < BigInt(sum)).toBe(true);
        parts.forEach((other, otherIndex) => {
          if (other > weight) expect(Math.abs(shares[otherIndex] ?? 0)).toBeGreaterThanOrEqual(Math.abs(share));
        });
      });
      expect(allocate(total, parts)).toEqual(shares);
    }),
  );
});

const formats = fc.constantFrom(
  "en-US USD",
  "en-US CAD",
  "en-CA CAD",
  "en-GB GBP",
  "en-IE EUR",
  "de-DE EUR",
  "de-AT EUR",
  "de-CH CHF",
  "fr-FR EUR",
  "fr-CH CHF",
  "nl-NL EUR",
  "es-ES EUR",
  "pt-BR BRL",
  "sv-SE SEK",
  "nb-NO NOK",
  "da-DK DKK",
  "pl-PL PLN",
  "cs-CZ CZK",
  "hu-HU HUF",
  "en-IN INR",
  "tr-TR TRY",
  "th-TH THB",
);

test("every amount survives the price tag and the form field of any shop", () => {
  fc.assert(
    fc.property(amounts, formats, (cents, name) => {
      const [locale = "", currency = ""] = name.split(" ");
      const format = { locale, currency };
      expect(parseMoney(formatMoney(cents, format), format)).toEqual({ ok: true, value: cents });
      expect(parseMoney(formatShortMoney(cents, format), format)).toEqual({ ok: true, value: cents });
      expect(parseMoney(amountText(cents, currency), format)).toEqual({ ok: true, value: cents });
    }),
  );
});

/** The amount as somebody types it who leaves out all that can be left out. */
function ungrouped(cents: number, { locale, currency }: MoneyFormat): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, useGrouping: false, minimumFractionDigits: 2 });
  const isTyped = ({ type }: Intl.NumberFormatPart) => type !== "currency" && type !== "literal";
  const parts = format.formatToParts(majorUnits(cents, currency)).filter(isTyped);
  return parts.map(({ value }) => value).join("");
}

test("parses every amount formatted in any offered locale, also without grouping", () => {
  const offered = LOCALES.flatMap((locale) =>
    ["USD", "EUR", "CAD", "AUD", "GBP", "CHF", "SEK", "INR"].map((currency) => ({ locale, currency })),
  );
  fc.assert(
    fc.property(amounts, (cents) => {
      for (const format of offered)
        for (const text of [
          formatMoney(cents, format),
          formatShortMoney(cents, format),
          amountText(cents, format.currency),
          ungrouped(cents, format),
        ])
          expect(parseMoney(text, format), `${text} in ${format.locale}`).toEqual({ ok: true, value: cents });
    }),
    { numRuns: 5 },
  );
});

test.each([
  ["de-DE", "EUR", "1.250", "1250", "12,50"],
  ["es-ES", "EUR", "-12.500", "12500", "12,50"],
  ["en-US", "USD", "1.250", "1250", "12.50"],
])("%s does not guess whether %s %s has thousands or decimals", (locale, currency, text, thousands, example) => {
  expect(parseMoney(text, { locale, currency })).toEqual({
    ok: false,
    error: `Enter an amount with at most two decimals, such as ${example}. Thousands have no point: ${thousands}.`,
  });
});

test.each([undefined, ","])("a Bulgarian amount grouped by %j has a decimal comma", (group) => {
  const format = { locale: "bg-BG", currency: "EUR" };
  const parts = new Intl.NumberFormat("bg-BG", { style: "currency", currency: "EUR" })
    .formatToParts(1_234_567.5)
    .flatMap((part) => (part.type !== "group" ? [part] : group === undefined ? [] : [{ ...part, value: group }]));
  using platform = vi.spyOn(Intl.NumberFormat.prototype, "formatToParts").mockReturnValue(parts);
  expect(parseMoney("12,50", format)).toEqual({ ok: true, value: 1250 });
  expect(parseMoney("1234,50 €", format)).toEqual({ ok: true, value: 123_450 });
  expect(parseMoney("1,500", format)).toMatchObject({ ok: false });
  expect(platform).toHaveBeenCalled();
});

test.each([
  ["de-DE", "EUR", "1.234,5", 123_450],
  ["fr-CA", "USD", "1 234,50 $ US", 123_450],
  ["de-DE", "EUR", "1.234 €", 123_400],
  ["de-DE", "EUR", "123.456,00", 12_345_600],
  ["de-DE", "EUR", "12.50", 1250],
  ["de-DE", "EUR", "€4.50", 450],
  ["de-DE", "EUR", "4,50 EUR", 450],
  ["de-CH", "CHF", "1’234.50", 123_450],
  ["fr-FR", "EUR", "1 234,50", 123_450],
  ["en-IN", "INR", "₹1,23,456.00", 12_345_600],
])("a shop in %s and %s reads %j", (locale, currency, text, cents) => {
  expect(parseMoney(text, { locale, currency })).toEqual({ ok: true, value: cents });
});

test.each([
  ["en-US", "USD", "¥500"],
  ["en-US", "USD", "€4"],
  ["de-DE", "EUR", "$4"],
  ["de-DE", "EUR", "1,234"],
  ["fr-FR", "EUR", "1.234,50"],
])("a shop in %s and %s refuses %j", (locale, currency, text) => {
  expect(parseMoney(text, { locale, currency })).toMatchObject({ ok: false });
});

test("labels name the currency", () => {
  expect(["USD", "EUR", "CAD", "CHF"].map((currency) => currencyWords({ currency, locale: "en-US" }))).toEqual([
    "dollars",
    "euros",
    "Canadian dollars",
    "Swiss francs",
  ]);
  expect(currencySign({ currency: "EUR", locale: "de-DE" })).toBe("€");
});
