import { z } from "zod";
import { MAX_AMOUNT_CENTS, MAX_EMAIL_LENGTH, MAX_ID } from "./limits.ts";
import { dollarsText, formatUsd, parseDollars, parsePercentage, percentageText, type Cents, type PartsPerMillion } from "./money.ts";
import { fail, ok, type Result } from "./result.ts";
import { clockTimeOf, instantOf, isLocalDate, localTimeOf, parseClockTime, type ClockTime } from "./time.ts";

/*
 * Form fields as Zod codecs: `decode` (parse) turns what a form sends into a domain value, `encode` gives the text the form shows.
 * "" and an absent field mean the same. One schema so serves a submission and the default values of its form. Server only.
 */

type TextIn = z.ZodOptional<z.ZodString>;
type Field<Value> = z.ZodCodec<TextIn, z.ZodType<Value, Value>>;

/** How a text is read: the value, or the sentence that says what would be right. */
type Read<Value> = (text: string) => Result<Value, string>;

/** The form library would turn "" of a `z.string()` into undefined after reading; it leaves a custom type alone. */
const anyText = z.custom<string>((value) => typeof value === "string");

function field<Value>(out: z.ZodType<Value, Value>, read: Read<Value>, write: (value: Value) => string): Field<Value> {
  return z.codec(z.string({ error: "Enter text." }).optional(), out, {
    decode: (text, payload) => {
      const value = read((text ?? "").trim());
      if (value.ok) return value.value;
      payload.issues.push({ code: "custom", message: value.error, input: text });
      return z.NEVER;
    },
    encode: (value) => write(value),
  });
}

/** "" ↔ null around another reading. */
function orNull<Value>(out: z.ZodType<Value, Value>, read: Read<Value>, write: (value: Value) => string): Field<Value | null> {
  return field<Value | null>(
    out.nullable(),
    (text) => (text === "" ? ok(null) : read(text)),
    (value) => (value === null ? "" : write(value)),
  );
}

export interface AmountBounds {
  /** In cents, inclusive; 0 unless given. Negative where a price may be lowered. */
  readonly min?: Cents;
  /** In cents, inclusive. */
  readonly max?: Cents;
}

function readDollars({ min = 0, max = MAX_AMOUNT_CENTS }: AmountBounds): Read<Cents> {
  return (text) => {
    const cents = parseDollars(text);
    if (!cents.ok) return cents;
    return cents.value >= min && cents.value <= max ? cents : fail(`Enter an amount from ${formatUsd(min)} to ${formatUsd(max)}.`);
  };
}

/** "12.50" ↔ 1250 cents; required. */
export function dollarsField(bounds: AmountBounds = {}): Field<Cents> {
  return field(z.int(), readDollars(bounds), dollarsText);
}

/** "12.50" ↔ 1250 cents, "" ↔ null. */
export function optionalDollarsField(bounds: AmountBounds = {}): Field<Cents | null> {
  return orNull(z.int(), readDollars(bounds), dollarsText);
}

/** "8.875" ↔ 88 750 parts per million; required, 0 to 100 with at most four decimals. */
export function percentageField(): Field<PartsPerMillion> {
  return field(z.int(), parsePercentage, percentageText);
}

/** "8.875" ↔ 88 750 parts per million, "" ↔ null. */
export function optionalPercentageField(): Field<PartsPerMillion | null> {
  return orNull(z.int(), parsePercentage, percentageText);
}

export interface NumberBounds {
  readonly min?: number;
  readonly max: number;
}

function readWholeNumber({ min = 0, max }: NumberBounds): Read<number> {
  return (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) + 0 : Number.NaN;
    return value >= min && value <= max ? ok(value) : fail(`Enter a whole number from ${min} to ${max}.`);
  };
}

/** "5" ↔ 5; required. */
export function wholeNumberField(bounds: NumberBounds): Field<number> {
  return field(z.int(), readWholeNumber(bounds), String);
}

/** "5" ↔ 5, "" ↔ null. */
export function optionalWholeNumberField(bounds: NumberBounds): Field<number | null> {
  return orNull(z.int(), readWholeNumber(bounds), String);
}

function readClockTime(text: string): Result<ClockTime, string> {
  return parseClockTime(text) === null ? fail("Enter a time as HH:MM, such as 09:30.") : ok(text);
}

/** "09:30", required. */
export function clockTimeField(): Field<ClockTime> {
  return field(anyText, readClockTime, (time) => time);
}

/** "09:30" ↔ itself, "" ↔ null. */
export function optionalClockTimeField(): Field<ClockTime | null> {
  return orNull(anyText, readClockTime, (time) => time);
}

/** A `datetime-local` input read on the store's clock: "2026-11-20T18:30" ↔ the instant, "" ↔ null. */
export function optionalInstantField(zone: string): Field<Date | null> {
  const read = (text: string): Result<Date, string> => {
    const [date = "", clock = ""] = text.split("T");
    const minutes = parseClockTime(clock.slice(0, 5));
    const isRight = isLocalDate(date) && minutes !== null && /^(?:|:00(?:\.0+)?)$/.test(clock.slice(5));
    return isRight ? ok(instantOf(date, minutes, zone)) : fail("Enter a date and a time, such as 2026-11-20 18:30.");
  };
  const write = (instant: Date): string => {
    const local = localTimeOf(instant, zone);
    return `${local.date}T${clockTimeOf(local.minutes)}`;
  };
  return orNull(z.date(), read, write);
}

/** A checkbox or switch: "on" ↔ true, absent or "" ↔ false. */
export function checkboxField(): Field<boolean> {
  const read = (text: string): Result<boolean, string> => {
    if (["on", "true", "1"].includes(text)) return ok(true);
    return ["", "off", "false", "0"].includes(text) ? ok(false) : fail("Switch this on or off.");
  };
  return field(z.boolean(), read, (isOn) => (isOn ? "on" : ""));
}

function readLine(max: number): Read<string> {
  return (text) => {
    if (text.length > max) return fail(`Enter at most ${max} characters.`);
    return /[\p{Cc}\p{Cs}]/u.test(text) ? fail("Enter one line of plain text.") : ok(text);
  };
}

/** One line of text, trimmed; required. `missing` is the sentence shown when it is empty. */
export function lineField(max: number, missing = "Fill this in."): Field<string> {
  const read = readLine(max);
  return field(
    anyText,
    (text) => (text === "" ? fail(missing) : read(text)),
    (text) => text,
  );
}

/** One line of text, trimmed; "" ↔ null. */
export function optionalLineField(max: number): Field<string | null> {
  return orNull(anyText, readLine(max), (text) => text);
}

/** Text of several lines, trimmed, line ends as \n; may be empty. */
export function paragraphsField(max: number): Field<string> {
  const read = (raw: string): Result<string, string> => {
    const text = raw.replace(/\r\n?/g, "\n");
    if (text.length > max) return fail(`Enter at most ${max} characters.`);
    return /[^\P{Cc}\n\t]|\p{Cs}/u.test(text) ? fail("Enter plain text.") : ok(text);
  };
  return field(anyText, read, (text) => text);
}

/** An e-mail address as a person types it; required. Whether it exists only a mail can tell. */
export function emailField(): Field<string> {
  const read = (text: string): Result<string, string> =>
    text.length <= MAX_EMAIL_LENGTH && /^[^\s@<>(),;:"[\]\\\p{Cc}\p{Cs}]+@[^\s@<>(),;:"[\]\\\p{Cc}\p{Cs}]+$/u.test(text)
      ? ok(text)
      : fail("Enter an e-mail address, such as name@example.com.");
  return field(anyText, read, (text) => text);
}

/** A hidden field that carries JSON of a known shape (menu and template editors); problems keep their path inside the value. */
export function jsonField<Schema extends z.ZodType>(schema: Schema): z.ZodCodec<z.ZodString, Schema> {
  return z.codec(z.string({ error: "This field is missing." }), schema, {
    decode: (text, payload) => {
      try {
        return JSON.parse(text) as z.input<Schema>;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        payload.issues.push({ code: "custom", message: "This is not valid JSON.", input: text });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });
}

/** An id from a path or a form ("12" → 12), or null: digits only, from 1 to the largest the database holds. */
export function parseId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ID ? id : null;
}
