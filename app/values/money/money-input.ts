import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { amountText, formatterOf, partOf, type Cents, type MoneyFormat, type PartsPerMillion } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/* Amounts and percentages as people and programs write them. */

/** 100 % */
const WHOLE = 1_000_000;

/** "1.250": with a point for the decimals one and a quarter, with a point for the thousands a thousand times that. */
const MAYBE_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/**
 * Cents from a number of major units without sign of currency or grouping ("12.5", "-3", 12.5). Exact: more than two decimals are
 * refused, not rounded. The error is a sentence that says what would be right.
 */
export function parseAmount(input: string | number, most: Cents = MAX_AMOUNT_CENTS): Result<Cents, string> {
  const text = typeof input === "number" ? String(input) : input.trim();
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const [, sign = "", whole = "", decimals = ""] = match ?? [];
  if (match === null || (whole === "" && decimals === "")) {
    return fail("Enter an amount such as 12.50.");
  }
  if (decimals.length > 2) {
    const thousands = MAYBE_THOUSANDS.test(text) ? ` Thousands have no point: ${whole}${decimals}.` : "";
    return fail(`Enter an amount with at most two decimals, such as 12.50.${thousands}`);
  }
  const cents = Number(whole + decimals.padEnd(2, "0"));
  if (cents > most) {
    return fail(`Enter an amount of at most ${amountText(most)}.`);
  }
  return ok(sign === "-" && cents !== 0 ? -cents : cents);
}

/**
 * Cents from what a person typed: as the shop writes amounts ("$1,234.50", "1.234,50 €") or as a form field shows them ("1234.50").
 * The error is a sentence that says what would be right.
 */
export function parseMoney(input: string, format: MoneyFormat, most: Cents = MAX_AMOUNT_CENTS): Result<Cents, string> {
  return parseAmount(plainAmount(input, format), most);
}

/**
 * What a person typed as `parseAmount` reads it. Text that is no amount in the shop's currency stays as it is, for the parser to refuse, and so does
 * "1.250" alone where the point groups thousands: a form also takes plain numbers with a point, so nobody can tell what is meant.
 */
export function plainAmount(input: string, format: MoneyFormat): string {
  const parts = formatterOf(format).formatToParts(1_234_567.5);
  const bare = withoutSign(asciiText(input), [asciiText(partOf(parts, "currency") ?? ""), format.currency]);
  const point = partOf(parts, "decimal") ?? ".";
  const group = groupSign(parts, point);
  if (group === "." && MAYBE_THOUSANDS.test(input.trim())) return bare;
  const english = Array.from(bare, (char) => englishSeparator(char, group, point)).join("");
  // Some locales group the digits left of the last three in pairs.
  const isPaired = parts.filter(({ type }) => type === "integer").at(-2)?.value.length === 2;
  const pattern = isPaired ? /^[+-]?(?:\d{1,2}(?:,\d{2})*,\d{3}|\d*)(?:\.\d*)?$/ : /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?$/;
  return pattern.test(english) ? english.replaceAll(",", "") : bare;
}

/** Null where the locale writes none, or writes it as its decimal sign: a comma that is the point must not be dropped. */
function groupSign(parts: readonly Intl.NumberFormatPart[], point: string): string | null {
  const group = partOf(parts, "group");
  return group === undefined || group === point ? null : asciiText(group, "kept");
}

function englishSeparator(char: string, group: string | null, point: string): string {
  if (char === group) return ",";
  // A point that is no separator of this locale must not become one.
  return char === point ? "." : char.replace(/[.,]/, "?");
}

/** The text without the sign of the currency before or after the number. */
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

/** Spaces and minus signs of any kind as the keyboard has them. */
function asciiText(text: string, ends: "trimmed" | "kept" = "trimmed"): string {
  const plain = text.replaceAll(/\s/gu, " ").replaceAll("\u2212", "-").replaceAll("’", "'");
  return ends === "kept" ? plain : plain.trim();
}

/**
 * Parts per million from a percentage of 0 to 100 with at most four decimals: "8.875", "13 %", "5,5", 15 → 88 750, 130 000, 55 000, 150 000.
 * A comma stands for the point: no percentage has thousands.
 * The error is a sentence that says what would be right.
 */
export function parsePercentage(input: string | number): Result<PartsPerMillion, string> {
  const text = typeof input === "number" ? String(input) : input.trim();
  const match = /^\+?(\d*)(?:[.,](\d*))?\s?%?$/.exec(text);
  const [, whole = "", decimals = ""] = match ?? [];
  if (match === null || (whole === "" && decimals === "")) {
    return fail("Enter a percentage from 0 to 100, such as 13 or 8.875.");
  }
  if (decimals.length > 4) {
    return fail("Enter a percentage with at most four decimals, such as 8.875.");
  }
  const rate = Number(whole + decimals.padEnd(4, "0"));
  return rate > WHOLE ? fail("Enter a percentage from 0 to 100, such as 13 or 8.875.") : ok(rate);
}
