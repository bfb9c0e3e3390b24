import * as texts from "#texts/values/amounts.ts";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { amountText, formatterOf, majorUnits, partOf, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { decimalsOf, unitsPerMajor } from "./currency-units.ts";

/* Parsing of typed and machine-written amounts. */

/** "1.250": with a decimal point 1.25, with a point for thousands 1250. */
const MAYBE_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** The decimal separator of an amount. */
export type DecimalSign = "." | ",";

/** An amount as an example in a message: "12.50", "12,50", "1250", "12.500". */
export function exampleAmount(currency: string, decimal: DecimalSign = "."): string {
  return writtenAmount(1250, currency, decimal);
}

/** An amount without currency sign, with this decimal separator. */
export function writtenAmount(amount: Cents, currency: string, decimal: DecimalSign): string {
  return amountText(amount, currency).replace(".", decimal);
}

/** Locales with any other separator get messages with a point. */
export function decimalSignOf(format: MoneyFormat): DecimalSign {
  return fieldAmount(150, format).includes(",") ? "," : ".";
}

/**
 * Cents from a number of major units without sign of currency or grouping ("12.5", "-3", 12.5). Exact: more decimals than the currency has are
 * refused, not rounded. The error is a sentence with valid input, in the reader's number format.
 */
export function parseAmount(
  input: string | number,
  currency: string,
  most: Cents = MAX_AMOUNT_CENTS,
  decimal: DecimalSign = ".",
): Result<Cents, string> {
  const text = typeof input === "number" ? String(input) : input.trim();
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const [, sign = "", whole = "", decimals = ""] = match ?? [];
  if (match === null || (whole === "" && decimals === "")) {
    return fail(texts.enterAmount(exampleAmount(currency, decimal)));
  }
  const problem = decimalsProblem(decimals, currency, decimal);
  if (problem !== null) {
    const isThousands = MAYBE_THOUSANDS.test(text) && decimalsOf(currency) !== 3;
    return fail(isThousands ? `${problem} ${texts.thousandsHaveNoPoint(whole + decimals)}` : problem);
  }
  const cents = Number(unitsPerMajor(currency) === 1 ? whole : whole + decimals.slice(0, 2).padEnd(2, "0"));
  if (cents > most) {
    return fail(texts.enterAtMost(writtenAmount(most, currency, decimal)));
  }
  return ok(sign === "-" && cents !== 0 ? -cents : cents);
}

/** Why an amount cannot have these decimals; null = it can. */
function decimalsProblem(decimals: string, currency: string, decimal: DecimalSign): string | null {
  const example = exampleAmount(currency, decimal);
  switch (decimalsOf(currency)) {
    case 0:
      return decimals === "" ? null : texts.enterNoDecimals(example);
    case 2:
      return decimals.length <= 2 ? null : texts.enterTwoDecimals(example);
    case 3:
      if (decimals.length > 3) return texts.enterThreeDecimals(example);
      return decimals[2] === undefined || decimals[2] === "0" ? null : texts.enterThirdDecimalZero(example, `0${decimal}010`);
  }
}

/**
 * Cents from a typed amount: in the shop's format ("$1,234.50", "1.234,50 €") or in that of a form field ("1234.50"). The error is a
 * sentence that says what is valid.
 */
export function parseMoney(input: string, format: MoneyFormat, most: Cents = MAX_AMOUNT_CENTS): Result<Cents, string> {
  return parseAmount(plainDigits(input, format), format.currency, most, decimalSignOf(format));
}

/** The amount for a form field, in the shop's number format without grouping: "12.50", "12,50", "1250". */
export function fieldAmount(amount: Cents, format: MoneyFormat): string {
  // Not the plain number format: French Switzerland writes money with a point, other numbers with a comma.
  const parts = formatterOf(format).formatToParts(majorUnits(amount, format.currency));
  const digits = parts.filter(({ type }) => type !== "currency" && type !== "literal" && type !== "group");
  return asciiText(digits.map(({ value }) => value).join(""));
}

/**
 * Converts typed text for `parseAmount`. Text that is not an amount in the shop's currency is returned unchanged, for the parser to refuse.
 * So is "1.250" where the point groups thousands and amounts have decimals: a form also takes plain numbers with a point, so it is
 * ambiguous.
 */
export function plainDigits(input: string, format: MoneyFormat): string {
  // With decimals, whatever the currency: this reveals the locale's decimal separator.
  const parts = formatterOf(format, 2).formatToParts(1_234_567.5);
  const bare = withoutSign(asciiText(input), [asciiText(partOf(parts, "currency") ?? ""), format.currency]);
  const point = partOf(parts, "decimal") ?? ".";
  const group = groupSign(parts, point);
  const decimals = decimalsOf(format.currency);
  if (group === "." && decimals > 0 && MAYBE_THOUSANDS.test(input.trim())) return decimals === 3 ? `${bare}?` : bare;
  const english = Array.from(bare, (char) => englishSeparator(char, group, point)).join("");
  // Some locales group the digits above the last three in pairs.
  const isPaired = parts.filter(({ type }) => type === "integer").at(-2)?.value.length === 2;
  const pattern = isPaired ? /^[+-]?(?:\d{1,2}(?:,\d{2})*,\d{3}|\d*)(?:\.\d*)?$/ : /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?$/;
  if (pattern.test(english)) return english.replaceAll(",", "");
  // Many phones' number pads only have their own region's decimal separator, and no region groups one or two digits.
  return bare.replace(/,(?=\d\d?$)/, ".");
}

/** Null if the locale has none, or uses the decimal separator: a decimal comma must not be dropped. */
function groupSign(parts: readonly Intl.NumberFormatPart[], point: string): string | null {
  const group = partOf(parts, "group");
  return group === undefined || group === point ? null : asciiText(group, "kept");
}

function englishSeparator(char: string, group: string | null, point: string): string {
  if (char === group) return ",";
  // A point that is not a separator of this locale must not become one.
  return char === point ? "." : char.replace(/[.,]/, "?");
}

/** The text without a currency sign before or after the number. */
function withoutSign(text: string, signs: readonly string[]): string {
  const number = text.replace(/^[+-]\s*/, "");
  const sign = signs.find((each) => each !== "" && (number.startsWith(each) || number.endsWith(each)));
  return sign === undefined
    ? text
    : text
        .replace(sign, "")
        .trim()
        .replace(/^([+-])\s+/, "$1");
}

/** Replaces unusual spaces, minus signs and full-width digits with those of a keyboard. */
function asciiText(text: string, ends: "trimmed" | "kept" = "trimmed"): string {
  const plain = text.normalize("NFKC").replaceAll(/\s/gu, " ").replaceAll("\u2212", "-").replaceAll("’", "'");
  return ends === "kept" ? plain : plain.trim();
}
