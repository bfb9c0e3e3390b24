import { fieldNumber, type Fields } from "#app/values/form.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { plainDigits } from "./money-input.ts";

/* Separate from values/form.ts, whose code the checkout loads. */

/** A typed number with optional decimals in the shop's number format: "1,25" with a decimal comma; "1.25" everywhere. */
export function fieldDecimal(fields: Fields, name: string, format: MoneyFormat): number | string | undefined {
  const typed = fieldNumber(fields, name);
  if (typeof typed !== "string") return typed;
  const plain = plainDigits(typed, format);
  return /^-?(?=[\d.])\d{0,12}(?:\.\d{1,6})?$/.test(plain) ? Number(plain) : typed;
}
