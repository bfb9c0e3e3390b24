import { majorUnits, type MoneyFormat } from "./money.ts";
import { parseMoney } from "./money/money-input.ts";

/*
 * Converts form fields, which are all texts, into the values of the equivalent JSON call, so that one schema validates both. Invalid
 * numbers stay texts, so that the schema reports them at their field.
 */

export type Fields = FormData | URLSearchParams;

/** The field's text; undefined when the form does not have it. A file counts as nothing. */
export function fieldText(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === "string" ? value : undefined;
}

/** A number in plain digits, with or without decimals. An empty field stays a text: no number was given. */
export function fieldNumber(fields: Fields, name: string): number | string | undefined {
  const text = fieldText(fields, name)?.trim();
  return text !== undefined && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

/** A typed amount ("$12.50", "1,200"), in major units. */
export function fieldMoney(fields: Fields, name: string, format: MoneyFormat): number | string | undefined {
  const text = fieldText(fields, name)?.trim();
  const cents = text === undefined ? null : parseMoney(text, format);
  return cents?.ok === true ? majorUnits(cents.value, format.currency) : text;
}

/** Form fields whose name differs from the call's. */
const FIELD_OF: Readonly<Record<string, string>> = { tip: "tipAmount", couponCodes: "code" };

/** The form's field for a path in the call's body: ["address", "street"] → "street"; "" = the whole form. */
export function fieldOfPath(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === "string") ?? "";
  return FIELD_OF[name] ?? name;
}
