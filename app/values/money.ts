import { LANGUAGE } from "#texts/language.ts";
import { decimalsOf, unitsPerMajor } from "./money/currency-units.ts";

/**
 * An amount in integer cents: stored units of the shop's currency, or of the order's (money/currency-units.ts). Hundredths, or whole units in a
 * currency without decimals.
 */
export type Cents = number;
/** A percentage as integer parts per million: 13 % = 130 000, 8.875 % = 88 750. */
export type PartsPerMillion = number;

const MILLION = 1_000_000;

/** The notation of amounts: an ISO 4217 currency code and a BCP 47 locale. */
export interface MoneyFormat {
  readonly currency: string;
  readonly locale: string;
}

/** The default of a new shop. */
export const US_DOLLARS: MoneyFormat = { currency: "USD", locale: "en-US" };

/** Creating a formatter is slow, and a page formats many amounts. */
const formatters = new Map<string, Intl.NumberFormat>();

const percentages = new Map<string, Intl.NumberFormat>();

/** The formatter of a currency in a locale. */
export function formatterOf({ currency, locale }: MoneyFormat, decimals: number = decimalsOf(currency)): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    // Explicit decimals: ICU shows some currencies without the decimals that we store.
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

/** US dollars in English: 123450 → "$1,234.50", -300 → "-$3.00"; yen: 500 → "¥500". Throws RangeError unless whole cents. */
export function formatMoney(amount: Cents, format: MoneyFormat): string {
  return halfWidth(formatterOf(format).format(majorUnits(amount, format.currency)));
}

/** Whole amounts without decimals, as in sentences: 1000 → "$10", 420 → "$4.20". */
export function formatShortMoney(amount: Cents, format: MoneyFormat): string {
  const isWhole = amount % unitsPerMajor(format.currency) === 0;
  return halfWidth(formatterOf(format, isWhole ? 0 : undefined).format(majorUnits(amount, format.currency)));
}

/** The currency sign in the shop's locale: "$", "€", "CHF". */
export function currencySign(format: MoneyFormat): string {
  return halfWidth(partOf(formatterOf(format).formatToParts(0), "currency") ?? format.currency);
}

/** Japanese amounts begin with a full-width yen sign, which neither the shop's fonts nor receipts have. */
export function halfWidth(text: string): string {
  return text.replace("\uffe5", "\u00a5");
}

/** The currency in words, for a label: "dollars", "euros", "Swiss francs". */
export function currencyWords({ currency }: MoneyFormat): string {
  const named = new Intl.NumberFormat(LANGUAGE, { style: "currency", currency, currencyDisplay: "name" });
  return (partOf(named.formatToParts(2), "currency") ?? currency).replace(/^US (?=dollars$)/, "");
}

/** The same notation in another currency, such as that of an order: `code` in any case. */
export function inCurrency(format: MoneyFormat, code: string): MoneyFormat {
  const currency = code.toUpperCase();
  return currency === format.currency ? format : { currency, locale: format.locale };
}

/** The amount in plain digits, for files: 123450 → "1234.50", in yen "123450", in dinars "1234.500". `parseAmount` parses it. */
export function amountText(amount: Cents, currency: string): string {
  requireInteger(amount, "amount in cents");
  const size = String(Math.abs(amount));
  const sign = amount < 0 ? "-" : "";
  if (unitsPerMajor(currency) === 1) return sign + size;
  const digits = size.padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2).padEnd(decimalsOf(currency), "0")}`;
}

/** The amount in the API: a number of major units (dollars, euros, yen) that prints with at most two decimals. */
export function majorUnits(amount: Cents, currency: string): number {
  requireInteger(amount, "amount in cents");
  return amount / unitsPerMajor(currency) + 0;
}

/** Cents from an amount in the API: the inverse of `majorUnits`. */
export function minorUnits(amount: number, currency: string): Cents {
  return Math.round(amount * unitsPerMajor(currency));
}

/** The text of a part of a formatted number. */
export function partOf(parts: readonly Intl.NumberFormatPart[], type: Intl.NumberFormatPart["type"]): string | undefined {
  return parts.find((part) => part.type === type)?.value;
}

/** 88 750 → "8.875%", 130 000 → "13%", in French "8,875 %". Files use the English format. */
export function formatPercentage(rate: PartsPerMillion, { locale }: Pick<MoneyFormat, "locale"> = US_DOLLARS): string {
  let formatter = percentages.get(locale);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 });
    percentages.set(locale, formatter);
  }
  return formatter.format(rate / MILLION);
}

/** The percentage in the API (TAX_RATE): 88 750 → 8.875. */
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
    const threshold = reachedBy(remainders, left, sum);
    let leftAtThreshold = left;
    for (const remainder of remainders) leftAtThreshold -= Number(remainder > threshold);
    for (let index = 0; index < shares.length; index += 1) {
      const remainder = remainders[index] ?? 0;
      if (remainder < threshold || (remainder === threshold && leftAtThreshold === 0)) continue;
      if (remainder === threshold) leftAtThreshold -= 1;
      shares[index] = (shares[index] ?? 0) + 1;
    }
  }
  return total < 0 ? shares.map((share) => 0 - share) : shares;
}

/**
 * The threshold that exactly `count` of the values reach; if ties prevent that, the greatest one that more of them reach. The values are
 * integers from 0 to below `end`. Uses binary search: sorting took most of an allocation's time.
 */
function reachedBy(values: readonly number[], count: number, end: number): number {
  let low = 0;
  let high = end;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    let reaching = 0;
    for (const value of values) reaching += Number(value >= middle);
    if (reaching === count) return middle;
    if (reaching > count) low = middle;
    else high = middle;
  }
  return low;
}

/** `a × b / divisor` rounded half away from zero. */
function multiplyDivide(a: number, b: number, divisor: number): number {
  const { quotient, remainder } = divideProduct(Math.abs(a), Math.abs(b), divisor);
  const size = quotient + (remainder * 2 >= divisor ? 1 : 0);
  return Math.sign(a) * Math.sign(b) < 0 ? 0 - size : size;
}

/** Quotient and remainder of `a × b` divided by `divisor`, for integers ≥ 0; plain numbers while the product is exact, else BigInt. */
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
