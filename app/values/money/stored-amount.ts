import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { amountText, type Cents, type MoneyFormat } from "#app/values/money.ts";
import type { Result } from "#app/values/result.ts";
import { decimalSignOf, fieldAmount, parseAmount, plainDigits, writtenAmount, type DecimalSign } from "./money-input.ts";

/* Amounts in records and settings. Separate from money-input.ts, which the checkout loads. */

/**
 * Converts a typed amount for the schemas of records and settings (`parseStored`). The currency code comes first, so that a schema needs no
 * currency; a comma follows if the shop's messages use a decimal comma. Empty stays empty.
 */
export function plainAmount(input: string, format: MoneyFormat): string {
  const digits = plainDigits(input, format);
  return digits.trim() === "" ? digits : `${format.currency}${decimalSignOf(format).replace(".", "")} ${digits}`;
}

/** The notation of stored amounts, whatever the currency: cents with a point before the last two digits, 500 → "5.00". */
export function storedAmount(amount: Cents): string {
  return amountText(amount, NEUTRAL);
}

/** ISO 4217's code for "no currency": two decimals, for amounts without one. */
const NEUTRAL = "XXX";

/** The currency, the decimal separator and the digits of a `plainAmount` text; a stored amount has no currency. */
function partsOfPlain(text: string): { readonly currency: string; readonly decimal: DecimalSign; readonly digits: string } {
  const [, currency = NEUTRAL, mark, digits = text] = /^([A-Z]{3})(,?) (.*)$/su.exec(text) ?? [];
  return { currency, decimal: mark === "," ? "," : ".", digits };
}

/** Cents from a text of `plainAmount` or `storedAmount`. */
export function parseStored(text: string, most: Cents = MAX_AMOUNT_CENTS): Result<Cents, string> {
  const { currency, decimal, digits } = partsOfPlain(text);
  return parseAmount(digits, currency, most, decimal);
}

/** An amount in the notation of this `plainAmount` text, for limits in messages. */
export function amountLike(text: string, amount: Cents): string {
  const { currency, decimal } = partsOfPlain(text);
  return writtenAmount(amount, currency, decimal);
}

/** A stored amount for a form field, in the shop's number format without grouping: "12.50", "12,50", "1250". Other texts are unchanged. */
export function shownAmount(stored: string, format: MoneyFormat): string {
  const cents = parseStored(stored, Number.MAX_SAFE_INTEGER);
  return cents.ok ? fieldAmount(cents.value, format) : stored;
}

/** Whether an amount field is empty, or zero in any notation. */
export function isNoAmount(text: string): boolean {
  return !/[1-9]/.test(text);
}
