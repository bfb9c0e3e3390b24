import { MAX_AMOUNT_CENTS } from "./limits.ts";
import { fail, ok, type Result } from "./result.ts";

/** An amount in integer cents of the store's currency (US dollars). */
export type Cents = number;
/** A percentage as integer parts per million: 13 % = 130 000, 8.875 % = 88 750. */
export type PartsPerMillion = number;

const MILLION = 1_000_000;

/** US dollar format: 123450 → "$1,234.50", -300 → "-$3.00". Throws RangeError unless whole cents. */
export function formatUsd(amount: Cents): string {
  return `${amount < 0 ? "-" : ""}$${groupThousands(dollarsText(Math.abs(amount)))}`;
}

/** The amount as a form field shows it, without sign of currency or grouping: 123450 → "1234.50". `parseDollars` reads it back. */
export function dollarsText(amount: Cents): string {
  requireInteger(amount, "amount in cents");
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amount as the wire carries it: a number of dollars that prints with at most two decimals. */
export function centsToDollars(amount: Cents): number {
  requireInteger(amount, "amount in cents");
  return amount / 100 + 0;
}

/**
 * Cents from what a person typed ("12.5", "$1,234.50", "-3") or a wire number of dollars. Exact: more than two decimals are
 * refused, not rounded. The error is a sentence that says what would be right.
 */
export function parseDollars(input: string | number, most: Cents = MAX_AMOUNT_CENTS): Result<Cents, string> {
  const text = typeof input === "number" ? String(input) : input.trim();
  const match = /^([+-]?)\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(text);
  const [, sign = "", whole = "", decimals = ""] = match ?? [];
  if (match === null || (whole === "" && decimals === "")) {
    return fail("Enter an amount in dollars, such as 12.50.");
  }
  if (decimals.length > 2) {
    return fail("Enter an amount with at most two decimals, such as 12.50.");
  }
  const cents = Number(whole.replaceAll(",", "") + decimals.padEnd(2, "0"));
  if (cents > most) {
    return fail(`Enter an amount of at most ${formatUsd(most)}.`);
  }
  return ok(sign === "-" && cents !== 0 ? -cents : cents);
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

/** The tax inside a gross amount: `gross × rate / (1 + rate)`, rounded once, half away from zero. `rate` ≥ 0. */
export function includedTax(gross: Cents, rate: PartsPerMillion): Cents {
  if (rate < 0) {
    throw new RangeError(`A tax rate is not negative: ${rate}`);
  }
  return multiplyDivide(gross, rate, MILLION + rate);
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

function groupThousands(text: string): string {
  return text.replace(/\B(?=(?:\d{3})+(?!\d))/g, ",");
}

function requireInteger(value: number, what: string): void {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The ${what} must be a whole number, got ${value}`);
  }
}
