import { MAX_AMOUNT_CENTS } from "./limits.ts";
import { fail, ok, type Result } from "./result.ts";

/** An amount in integer cents: hundredths of the shop's currency, or of the order's. */
export type Cents = number;
/** A percentage as integer parts per million: 13 % = 130 000, 8.875 % = 88 750. */
export type PartsPerMillion = number;

const MILLION = 1_000_000;

/** How a shop writes amounts: an ISO 4217 code of a currency with two decimals and a BCP 47 locale. */
export interface MoneyFormat {
  readonly currency: string;
  readonly locale: string;
}

/** The default of a new shop. */
export const US_DOLLARS: MoneyFormat = { currency: "USD", locale: "en-US" };

/** Creating a formatter is slow, and a page formats many amounts. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf({ currency, locale }: MoneyFormat, decimals = 2): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    // The number of decimals is ours: ICU shows some currencies with two decimals in whole units.
    formatter = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** US dollars in English: 123450 → "$1,234.50", -300 → "-$3.00". Throws RangeError unless whole cents. */
export function formatMoney(amount: Cents, format: MoneyFormat): string {
  return formatterOf(format).format(majorUnits(amount));
}

/** Whole amounts without decimals, as in sentences: 1000 → "$10", 420 → "$4.20". */
export function formatShortMoney(amount: Cents, format: MoneyFormat): string {
  return formatterOf(format, amount % 100 === 0 ? 0 : 2).format(majorUnits(amount));
}

/** The sign of the currency, as the shop's locale writes it: "$", "€", "CHF". */
export function currencySign(format: MoneyFormat): string {
  return partOf(formatterOf(format).formatToParts(0), "currency") ?? format.currency;
}

/** The currency in words, as a label has it: "dollars", "euros", "Swiss francs". */
export function currencyWords({ currency }: MoneyFormat): string {
  const named = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "name" });
  return (partOf(named.formatToParts(2), "currency") ?? currency).replace(/^US (?=dollars$)/, "");
}

/** The same amounts in another currency, such as that of an order: `code` in any case. */
export function inCurrency(format: MoneyFormat, code: string): MoneyFormat {
  const currency = code.toUpperCase();
  return currency === format.currency ? format : { currency, locale: format.locale };
}

/** The amount as a form field shows it, without sign of currency or grouping: 123450 → "1234.50". `parseAmount` reads it back. */
export function amountText(amount: Cents): string {
  requireInteger(amount, "amount in cents");
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amount as the wire carries it: a number of major units (dollars, euros) that prints with at most two decimals. */
export function majorUnits(amount: Cents): number {
  requireInteger(amount, "amount in cents");
  return amount / 100 + 0;
}

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
    return fail("Enter an amount with at most two decimals, such as 12.50.");
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

/** What a person typed as `parseAmount` reads it. Text that is no amount in the shop's currency stays as it is, for the parser to refuse. */
export function plainAmount(input: string, format: MoneyFormat): string {
  const parts = formatterOf(format).formatToParts(1_234_567.5);
  const bare = withoutSign(asciiText(input), [asciiText(partOf(parts, "currency") ?? ""), format.currency]);
  const point = partOf(parts, "decimal") ?? ".";
  const group = groupSign(parts, point);
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

function partOf(parts: readonly Intl.NumberFormatPart[], type: Intl.NumberFormatPart["type"]): string | undefined {
  return parts.find((part) => part.type === type)?.value;
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
  return rate > MILLION ? fail("Enter a percentage from 0 to 100, such as 13 or 8.875.") : ok(rate);
}

/** 88 750 → "8.875%", 130 000 → "13%". */
export function formatPercentage(rate: PartsPerMillion): string {
  return `${percentageText(rate)}%`;
}

/** The percentage as a form field shows it: 88 750 → "8.875". `parsePercentage` reads it back. */
export function percentageText(rate: PartsPerMillion): string {
  return String(toPercent(rate));
}

/** The percentage as the wire carries it (TAX_RATE): 88 750 → 8.875. */
export function toPercent(rate: PartsPerMillion): number {
  requireInteger(rate, "rate in parts per million");
  return rate / 10_000 + 0;
}

/** `amount × rate`, rounded once, half away from zero. Exact at any size (no float error). */
export function applyRate(amount: Cents, rate: PartsPerMillion): Cents {
  return multiplyDivide(amount, rate, MILLION);
}

/**
 * The tax inside a gross amount: `gross × rate / (1 + whole)`, rounded once, half away from zero. `whole` ≥ `rate` ≥ 0: all taxes inside it, where
 * `rate` is one of several.
 */
export function includedTax(gross: Cents, rate: PartsPerMillion, whole: PartsPerMillion = rate): Cents {
  if (rate < 0) {
    throw new RangeError(`A tax rate is not negative: ${rate}`);
  }
  return multiplyDivide(gross, rate, MILLION + whole);
}

/**
 * Splits `total` over `weights` by largest remainder; equal remainders go to the lower index, so that the same input always
 * gives the same shares. The shares add up to `total` exactly, each lies within one cent of its exact part, a zero weight gets
 * 0, and a larger weight never gets less. `total` may be negative. Weights are whole numbers ≥ 0 (cents, units, parts per million).
 *
 * All weights zero (or none at all): a `total` of 0 gives zeros; any other total throws RangeError, because a share cannot be
 * both zero and add up. The caller decides beforehand where such an amount belongs.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  requireInteger(total, "total to allocate");
  let sum = 0;
  for (const weight of weights) {
    requireInteger(weight, "weight");
    if (weight < 0) {
      throw new RangeError(`A weight is not negative: ${weight}`);
    }
    sum += weight;
  }
  requireInteger(sum, "sum of the weights");
  if (total === 0) {
    return weights.map(() => 0);
  }
  if (sum === 0) {
    throw new RangeError(`Nothing to allocate ${total} to: every weight is zero`);
  }
  const size = Math.abs(total);
  const shares: Cents[] = [];
  const remainders: number[] = [];
  let left = size;
  const isExact = Number.isSafeInteger(size * sum);
  for (const weight of weights) {
    // Carts are allocated thousands of times while promotions are compared: the plain case creates no object per weight.
    const remainder = isExact ? (size * weight) % sum : divideProduct(size, weight, sum).remainder;
    const quotient = isExact ? (size * weight - remainder) / sum : divideProduct(size, weight, sum).quotient;
    shares.push(quotient);
    remainders.push(remainder);
    left -= quotient;
  }
  if (left > 0) {
    const threshold = Float64Array.from(remainders).sort().at(-left) ?? 0;
    let leftAtThreshold = left;
    for (const remainder of remainders) if (remainder > threshold) leftAtThreshold -= 1;
    for (const [index, remainder] of remainders.entries()) {
      if (remainder < threshold || (remainder === threshold && leftAtThreshold === 0)) continue;
      if (remainder === threshold) leftAtThreshold -= 1;
      shares[index] = (shares[index] ?? 0) + 1;
    }
  }
  return total < 0 ? shares.map((share) => 0 - share) : shares;
}

/** `a × b / divisor` rounded half away from zero. */
function multiplyDivide(a: number, b: number, divisor: number): number {
  const { quotient, remainder } = divideProduct(Math.abs(a), Math.abs(b), divisor);
  const size = quotient + (remainder * 2 >= divisor ? 1 : 0);
  return Math.sign(a) * Math.sign(b) < 0 ? 0 - size : size;
}

/** `a × b` divided by `divisor`, whole and rest, for whole numbers ≥ 0; plain numbers while the product is exact, else BigInt. */
function divideProduct(a: number, b: number, divisor: number): { quotient: number; remainder: number } {
  requireInteger(a, "amount");
  requireInteger(b, "rate");
  const product = a * b;
  if (Number.isSafeInteger(product)) {
    const remainder = product % divisor;
    return { quotient: (product - remainder) / divisor, remainder };
  }
  const exact = BigInt(a) * BigInt(b);
  const quotient = Number(exact / BigInt(divisor));
  requireInteger(quotient, "result");
  return { quotient, remainder: Number(exact % BigInt(divisor)) };
}

function requireInteger(value: number, what: string): void {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The ${what} must be a whole number, got ${value}`);
  }
}
