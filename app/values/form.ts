import { majorUnits, type MoneyFormat } from "./money.ts";
import { parseMoney } from "./money/money-input.ts";

/*
 * From the fields of a form, which are all texts, to the values of the JSON call that asks for the same: one schema then reads both. What is no
 * number stays the text it is, so that the schema refuses it at its field.
 */

export type Fields = FormData | URLSearchParams;

/** The field's text; undefined when the form does not have it. A file counts as nothing. */
export function fieldText(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === "string" ? value : undefined;
}

/** A number in plain digits, with decimals or without. An empty field is text too: no number was given. */
export function fieldNumber(fields: Fields, name: string): number | string | undefined {
  const text = fieldText(fields, name)?.trim();
  return text !== undefined && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

/** An amount as a person types it ("$12.50", "1,200"), in major units. */
export function fieldMoney(fields: Fields, name: string, format: MoneyFormat): number | string | undefined {
  const text = fieldText(fields, name)?.trim();
  const cents = text === undefined ? null : parseMoney(text, format);
  return cents?.ok === true ? majorUnits(cents.value, format.currency) : text;
}

/** Fields that are called otherwise than in the call. */
const FIELD_OF: Readonly<Record<string, string>> = { tip: "tipAmount", couponCodes: "code" };

/** The form's field for a place in the call's body: ["address", "street"] → "street"; "" = the whole form. */
export function fieldOfPath(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === "string") ?? "";
  return FIELD_OF[name] ?? name;
}
