import { groupedNumber } from "./number.ts";
import { jsonOf, withTextsIn } from "./json.ts";
import { z } from "zod";
import { MAX_AMOUNT_CENTS, MAX_ID, MAX_PHONE_LENGTH } from "./limits.ts";
import { type Cents, type MoneyFormat } from "./money.ts";
import { amountLike, parseStored, plainAmount, shownAmount, storedAmount } from "./money/stored-amount.ts";
import { isLine, isText, tidyText, withoutRepeats } from "./text.ts";

/*
 * Fields of a record form. Each is a codec between a form control's text and the stored value: one schema provides the default values
 * (encode), checks a submission (decode) and gives the browser its limits. A message is a sentence that says what is valid.
 */

/** One line of text of at most `max` characters; may be empty. */
export function lineField(what: string, max: number) {
  return anyText(what, max).refine(isLine, `Write ${what} in one line of plain text.`);
}

/** One line of text that must not be empty. */
export function requiredLineField(what: string, max: number) {
  return z
    .string(`Enter ${what}.`)
    .overwrite(tidyText)
    .min(1, `Enter ${what}.`)
    .max(max, `Use at most ${groupedNumber(max)} characters for ${what}.`)
    .refine(isLine, `Write ${what} in one line of plain text.`);
}

/** One line of text; empty = none. */
export function optionalLineField(what: string, max: number) {
  return z.codec(lineField(what, max), z.string().nullable(), {
    decode: (text) => (text === "" ? null : text),
    encode: (text) => text ?? "",
  });
}

const PHONE_RULE = "Enter a telephone number with its area code.";
const MIN_PHONE_DIGITS = 7;

/** A telephone number in any notation; letters stand for digits (1-800-FLOWERS). May be empty. */
export function phoneField() {
  return lineField("the telephone number", MAX_PHONE_LENGTH)
    .regex(/^[0-9A-Za-z ()+.,/#*-]*$/, PHONE_RULE)
    .refine((text) => text === "" || text.replace(/[^0-9A-Za-z]/g, "").length >= MIN_PHONE_DIGITS, PHONE_RULE);
}

/** Short comma-separated words, without case-insensitive duplicates: "vegan, hot". */
export function wordListField(what: string, most: number, maxLength: number) {
  return z.codec(lineField(what, most * (maxLength + 2)), z.array(z.string()), {
    decode: (text, context) => {
      const all = text
        .split(",")
        .map(tidyText)
        .filter((word) => word !== "");
      const words = withoutRepeats(all);
      if (words.length > most) return refuse(context, text, `Enter at most ${most} ${what}.`);
      return words.some((word) => word.length > maxLength)
        ? refuse(context, text, `Use at most ${maxLength} characters for each of the ${what}.`)
        : words;
    },
    encode: (words) => words.join(", "),
  });
}

/** Text of any number of lines; may be empty. */
export function textField(what: string, max: number) {
  return anyText(what, max).refine(isText, `Write ${what} as plain text.`);
}

function anyText(what: string, max: number) {
  return z
    .string(`Enter ${what} as text.`)
    .overwrite(tidyText)
    .max(max, `Use at most ${groupedNumber(max)} characters for ${what}.`);
}

/** A switch or checkbox: "on" or nothing. A switch sends "" first, so that "off" differs from a missing field. */
const switched = z.union([z.literal("on"), z.literal(""), z.tuple([z.literal(""), z.literal("on")])], "Choose on or off.");
export const switchField = z.codec(switched.optional(), z.boolean(), {
  decode: (text) => text === "on" || Array.isArray(text),
  encode: (isOn) => (isOn ? ("on" as const) : ("" as const)),
});

/** Whether customers see a record: "shown" or "hidden", stored as `isHidden`. */
export const hiddenField = z.codec(z.enum(["shown", "hidden"], "Choose whether it is shown."), z.boolean(), {
  decode: (text) => text === "hidden",
  encode: (isHidden) => (isHidden ? ("hidden" as const) : ("shown" as const)),
});

/** One of a few values; the control is a select or a set of radio buttons. */
export function choiceField<const Values extends readonly [string, ...string[]]>(message: string, values: Values) {
  return z.enum(values, message);
}

/** Marks fields whose amounts `withPlainAmounts` parses as people type them. */
export const AMOUNT = { isAmount: true };

/**
 * An amount as text, stored in cents, `least` or more. The text is in plain notation: `withPlainAmounts` converts what was typed, and
 * `withShownAmounts` formats it for the form. So one schema serves every currency.
 */
export function moneyField(what: string, most: Cents = MAX_AMOUNT_CENTS, least: Cents = 0) {
  return z
    .codec(z.string(`Enter ${what}.`), z.number(), {
      decode: (text, context) => amountOf(text, what, { least, most }, context),
      encode: storedAmount,
    })
    .meta(AMOUNT);
}

/** An amount as text; empty = none. */
export function optionalMoneyField(what: string, most: Cents = MAX_AMOUNT_CENTS) {
  return z
    .codec(z.string(`Enter ${what}.`), z.number().nullable(), {
      decode: (text, context) => (text.trim() === "" ? null : amountOf(text, what, { least: 0, most }, context)),
      encode: (cents) => (cents === null ? "" : storedAmount(cents)),
    })
    .meta(AMOUNT);
}

/** A whole number as text. */
export function numberField(what: string, min: number, max: number) {
  return z.codec(z.string(`Enter ${what}.`), z.number(), {
    decode: (text, context) => numberOf(text, what, min, max, context),
    encode: String,
  });
}

/** A whole number as text; empty = none. */
export function optionalNumberField(what: string, min: number, max: number) {
  return z.codec(z.string(`Enter ${what}.`), z.number().nullable(), {
    decode: (text, context) => (text.trim() === "" ? null : numberOf(text, what, min, max, context)),
    encode: (number) => (number === null ? "" : String(number)),
  });
}

/** The id of another record; empty = none. */
export function idField(what: string) {
  return optionalNumberField(what, 1, MAX_ID);
}

/** Ids of other records, "12,7,31": in the given order, or sorted if the order does not matter. */
export function idListField(what: string, most: number, order: "kept" | "sorted" = "kept") {
  return z.codec(z.string(`Choose ${what}.`), z.array(z.number()), {
    decode: (text, context) => {
      const ids = text.split(/[\s,]+/).filter((part) => part !== "");
      if (ids.some((id) => !/^[1-9]\d{0,9}$/.test(id) || Number(id) > MAX_ID))
        return refuse(context, text, `Enter the numbers of ${what}, separated by commas.`);
      const unique = [...new Set(ids.map(Number))];
      if (order === "sorted") unique.sort((a, b) => a - b);
      return unique.length > most ? refuse(context, text, `Choose at most ${most} ${what}.`) : unique;
    },
    encode: (ids) => ids.join(","),
  });
}

/** A value that one control sends as JSON, such as hours or a tree, with its own schema. Empty = null. */
export function jsonField<Schema extends z.ZodType>(schema: Schema, message: string) {
  // The schema may normalize its input, which cannot be reversed: encoding writes the value as it is.
  return z.codec(z.string(message), z.custom<z.output<Schema>>(), {
    decode: (text, context) => {
      const parsed = schema.safeParse(jsonOf(text));
      return parsed.success
        ? parsed.data
        : refuse(context, text, parsed.error.issues[0]?.code === "custom" ? parsed.error.issues[0].message : message);
    },
    encode: (value) => (value === null ? "" : JSON.stringify(value)),
  });
}

/** A copy of the form with plain amounts: "1.234,50 €" of a shop in Germany becomes "EUR 1234.50". */
export function withPlainAmounts(form: FormData, schema: z.ZodObject, format: MoneyFormat): FormData {
  const plain = new FormData();
  for (const [name, value] of form) plain.append(name, value);
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = form.get(name);
    if (typeof text === "string" && hasAmounts(field)) plain.set(name, plainText(field, text, format));
  }
  return plain;
}

/** The texts of a record's fields with amounts formatted for the form: the inverse of `withPlainAmounts`. */
export function withShownAmounts(
  texts: Readonly<Record<string, string>>,
  schema: z.ZodObject,
  format: MoneyFormat,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, shownText(schema.shape[name], text, format)]));
}

/** The text of one field with plain amounts. */
export function plainText(field: unknown, text: string, format: MoneyFormat): string {
  return withAmountsOf(field, text, (each) => plainAmount(each, format));
}

/** The text of one field with amounts formatted for the form. */
export function shownText(field: unknown, text: string, format: MoneyFormat): string {
  return withAmountsOf(field, text, (each) => shownAmount(each, format));
}

function withAmountsOf(field: unknown, text: string, write: (amount: string) => string): string {
  if (isAmountField(field)) return write(text);
  const names = amountNamesOf(field);
  return names === undefined ? text : withTextsIn(text, names, write);
}

/** Whether a field is an amount or contains some. */
export function hasAmounts(field: unknown): boolean {
  return isAmountField(field) || amountNamesOf(field) !== undefined;
}

function amountNamesOf(field: unknown): readonly string[] | undefined {
  const names = field instanceof z.ZodType ? field.meta()?.["amountNames"] : undefined;
  return Array.isArray(names) ? names : undefined;
}

/** Marks a JSON field in which texts under these names, or inside objects with these names, are amounts. */
export const amountsNamed = (...amountNames: readonly string[]) => ({ amountNames });

/** A field made by `moneyField` or `optionalMoneyField`. */
function isAmountField(field: unknown): boolean {
  return field instanceof z.ZodType && field.meta()?.["isAmount"] === true;
}

type Refusing = { readonly issues: z.core.$ZodRawIssue[] };

function refuse(context: Refusing, input: unknown, message: string): never {
  context.issues.push({ code: "custom", input, message });
  return z.NEVER;
}

function amountOf(text: string, what: string, { least, most }: { readonly least: Cents; readonly most: Cents }, context: Refusing): Cents {
  // This field has its own limit, checked below.
  const cents = parseStored(text, Number.MAX_SAFE_INTEGER);
  if (!cents.ok) return refuse(context, text, text.trim() === "" ? `Enter ${what}.` : cents.error);
  return cents.value < least || cents.value > most
    ? refuse(context, text, `Enter ${what} from ${least === 0 ? "0" : amountLike(text, least)} to ${amountLike(text, most)}.`)
    : cents.value;
}

function numberOf(text: string, what: string, min: number, max: number, context: Refusing): number {
  const number = /^\s*-?\d{1,12}\s*$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  // A record id: users choose it from a list.
  if (max === MAX_ID) return refuse(context, text, `Choose ${what}.`);
  return refuse(context, text, `Enter ${what} as a whole number from ${groupedNumber(min)} to ${groupedNumber(max)}.`);
}
