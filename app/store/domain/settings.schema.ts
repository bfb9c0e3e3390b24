import { shopPostalCodeProblem } from "./place/postal-codes.ts";
import { groupedNumber } from "#app/values/number.ts";
import { parseMailServer } from "./mail-server.ts";
import { keysOf, recordOf } from "#app/values/narrow.ts";
import { z } from "zod";
import { MAX_HTML_LENGTH, MAX_RANGES_PER_DAY, MAX_SECRET_LENGTH, MAX_SPECIAL_DAYS } from "#app/values/limits.ts";
import { toPercent, US_DOLLARS, type MoneyFormat } from "#app/values/money.ts";
import { parseStored, plainAmount } from "#app/values/money/stored-amount.ts";
import { parsePercentage } from "#app/values/money/percentage-input.ts";
import { CURRENCIES, LOCALES } from "#app/values/money/currencies.ts";
import { parseHoursRange, WEEKDAY_KEYS } from "./hours/opening-hours.ts";
import { AREA_AMOUNTS } from "./delivery/delivery-areas.ts";
import { phoneField } from "#app/values/form-fields.schema.ts";
import { deliveryAreas, postalPrefixText } from "./delivery/delivery-areas.schema.ts";
import type { Confirmation } from "./confirmation.ts";
import type { SettingDefinition } from "./setting-definition.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { JOURNAL_SETTINGS, journalAccountProblem } from "./journal-accounts.ts";
import { SETTING_KEYS, SETTINGS, type SettingKey, type Settings } from "./settings.ts";
import { components, journalAccount, line, otherRates, presets, stations } from "./setting-lists.schema.ts";
import { taxRateProblem } from "./tax-rates.ts";
import { capitalised, isText, tidyText } from "#app/values/text.ts";
import { isLocalDate, isTimeZone, listTimeZones, parseClockTime, parseInstant } from "#app/values/time.ts";
import { jsonOf, withTextsIn } from "#app/values/json.ts";
import { splitList } from "#app/values/list-text.ts";

/**
 * Parses one setting from a form, the command line or JSON, from plain strings ("" = unset) or typed values. The error is a sentence that
 * says what is valid. Amounts may be in the shop's format. Secrets are checked like text; the data layer encrypts them.
 */
export function parseSetting<Key extends SettingKey>(key: Key, raw: unknown, format = US_DOLLARS): Result<Settings[Key], string> {
  const { kind } = SETTINGS[key];
  const typed = kind === "money" && typeof raw === "number" ? `${format.currency} ${raw}` : raw;
  const text = typeof raw === "string" ? plainText(raw, kind, format) : typed;
  const result = schemas[key].safeParse(text === null || text === undefined ? "" : text);
  if (result.success) return ok(result.data as Settings[Key]);
  const issue = result.error.issues[0];
  return fail(issue === undefined ? "This value is not understood." : describe(issue));
}

/** A typed setting with plain amounts and their currency. */
function plainText(typed: string, kind: SettingDefinition<unknown>["kind"], format: MoneyFormat): string {
  if (kind === "money") return plainAmount(typed, format);
  return kind === "delivery-areas" ? withTextsIn(typed, AREA_AMOUNTS, (text) => plainAmount(text, format)) : typed;
}

export interface SettingProblem {
  readonly key: SettingKey;
  readonly message: string;
  /** False = a warning that does not block saving: keys are often entered one after the other. */
  readonly blocks: boolean;
  /** Saving requires all of these confirmations. */
  readonly confirm?: readonly Confirmation[];
}

/** The problems that a change would cause; existing problems are ignored. */
export function checkChange(before: Settings, after: Settings): SettingProblem[] {
  const existingProblems = checkSettingsTogether(before).map(({ key, message }) => `${key} ${message}`);
  const problems = checkSettingsTogether(after).filter(({ key, message }) => !existingProblems.includes(`${key} ${message}`));
  // A new country may be set before its postal code, for example from the command line.
  return problems.map((problem) =>
    after[problem.key] === before[problem.key] && isAddress(problem) ? { ...problem, blocks: false } : problem,
  );
}

function isAddress({ key }: SettingProblem): boolean {
  return key === "POSTAL_CODE" || key === "ADDRESS_CITY";
}

function addressProblems({ POSTAL_CODE, COUNTRY, ADDRESS_CITY }: Settings): SettingProblem[] {
  const wrongCode = shopPostalCodeProblem(POSTAL_CODE, COUNTRY);
  const problems: SettingProblem[] = wrongCode === null ? [] : [{ key: "POSTAL_CODE", message: wrongCode, blocks: true }];
  if (/\d{4}/.test(ADDRESS_CITY)) problems.push({ key: "ADDRESS_CITY", message: "Enter the city without its postal code.", blocks: true });
  return problems;
}

/** Problems between several settings; each names the setting to change. Empty = none. */
export function checkSettingsTogether(settings: Settings): SettingProblem[] {
  const problems: SettingProblem[] = [];
  if (settings.STORE_OPEN_TIME !== "" && settings.STORE_OPEN_TIME === settings.STORE_CLOSING_TIME) {
    problems.push({
      key: "STORE_CLOSING_TIME",
      message: "Opening and closing time are the same. Choose two different times, or leave both empty to be always open.",
      blocks: true,
    });
  }
  problems.push(...addressProblems(settings));
  for (const problem of [taxRateProblem(settings), journalAccountProblem(settings)])
    if (problem !== null) problems.push({ ...problem, blocks: true });
  const publicMode = stripeMode(settings.STRIPE_PUBLIC_KEY);
  const secretMode = stripeMode(settings.STRIPE_SECRET_KEY);
  if (secretMode !== null && settings.STRIPE_PUBLIC_KEY === "") {
    problems.push({ key: "STRIPE_PUBLIC_KEY", message: "Enter the public key that belongs to the Stripe secret key.", blocks: false });
  } else if (publicMode !== null && secretMode !== null && publicMode !== secretMode) {
    problems.push({
      key: "STRIPE_PUBLIC_KEY",
      message: `One Stripe key is for live payments and the other for tests. Enter two ${secretMode} keys, or clear the other one first.`,
      blocks: true,
    });
  }
  return problems;
}

const clockTime = line.refine(
  (text) => text === "" || parseClockTime(text) !== null,
  "Enter a time as HH:MM, such as 09:30, or leave it empty.",
);
const pictureBaseText = line.refine((text) => text === "" || /^[0-9a-f]{2}\/[0-9a-f]{32}$/.test(text), "Choose a picture.");
const instant = line.refine(
  (text) => text === "" || parseInstant(text) !== null,
  "Enter an instant with its zone, such as 2026-03-08T18:30:00Z, or leave it empty.",
);
const html = z
  .string({ error: "Enter text." })
  .max(MAX_HTML_LENGTH, `Enter at most ${groupedNumber(MAX_HTML_LENGTH)} characters.`)
  .overwrite(tidyText)
  .refine(isText, "Remove the character that is no text.");
const phone = phoneField();
const secret = z
  .string({ error: "Enter text." })
  .trim()
  .max(MAX_SECRET_LENGTH, `Enter at most ${MAX_SECRET_LENGTH} characters.`)
  .regex(/^[\x21-\x7e]*$/, "Enter the key without spaces or line breaks.");

/** Passwords are set by a person or a provider: some are written in groups with spaces. */
const password = z
  .string({ error: "Enter text." })
  .trim()
  .max(MAX_SECRET_LENGTH, `Enter at most ${MAX_SECRET_LENGTH} characters.`)
  .regex(/^\P{Cc}*$/u, "Enter the password without line breaks.")
  .refine(isText, "Remove the character that is no text.");

/** A key in the vendor's format; empty = none. */
const keyLike = (shape: RegExp, sentence: string) => secret.refine((text) => text === "" || shape.test(text), sentence);

const onOff = z.union([z.boolean(), z.string()], { error: "Enter on or off." }).transform((raw, context) => {
  if (typeof raw === "boolean") return raw;
  const word = raw.trim().toLowerCase();
  if (["on", "true", "1", "yes"].includes(word)) return true;
  if (["", "off", "false", "0", "no"].includes(word)) return false;
  return refuse(context, "Enter on or off.");
});

const TAX_RATE_RULE = "Enter a number with at most 4 decimals from 0 to 100.";

function numberSchema(key: SettingKey): z.ZodType {
  const { range, default: initial } = SETTINGS[key] as { range?: { min: number; max: number; decimals: number }; default: unknown };
  const { min, max, decimals } = range ?? { min: 0, max: Number.MAX_SAFE_INTEGER, decimals: 0 };
  const kind = decimals === 0 ? "a whole number" : `a number with at most ${decimals} decimals`;
  const right = `Enter ${kind} from ${groupedNumber(min)} to ${groupedNumber(max)}.`;
  return z.union([z.number(), z.string()], { error: right }).transform((raw, context) => {
    const text = String(raw).trim();
    if (text === "") return initial;
    const match = /^\d{1,9}(?:\.(\d*))?$/.exec(text);
    const value = Number(text);
    const isRight = match !== null && (match[1] ?? "").length <= decimals && value >= min && value <= max;
    return isRight ? value : refuse(context, right);
  });
}

/** Parsed as in the form's preview and the price change: "5%", "5 %" and "5,0" are 5. */
const taxRate = z.union([z.number(), z.string()], { error: TAX_RATE_RULE }).transform((raw, context) => {
  const rate = parsePercentage(raw);
  return rate.ok ? toPercent(rate.value) : refuse(context, TAX_RATE_RULE);
});

function moneySchema(initial: unknown): z.ZodType {
  return z.string({ error: "Enter an amount." }).transform((raw, context) => {
    if (raw.trim() === "") return initial;
    const cents = parseStored(raw);
    if (!cents.ok) return refuse(context, cents.error);
    return cents.value < 0 ? refuse(context, "Enter an amount of 0 or more.") : cents.value;
  });
}

const range = z
  .string({ error: "Enter hours as HH:MM-HH:MM." })
  .transform((text) => text.replace(/\s+/g, "").replace("–", "-"))
  .refine((text) => parseHoursRange(text) !== null, "Enter hours as HH:MM-HH:MM with two different times, such as 11:00-22:00.");

const ranges = z
  .array(range)
  .max(MAX_RANGES_PER_DAY, `Enter at most ${MAX_RANGES_PER_DAY} ranges for a day.`)
  .refine(areApart, "These hours overlap. Enter ranges that follow one another.");

/** Hours by weekday; a missing day is closed. */
export const weeklyHours = z.strictObject(Object.fromEntries(WEEKDAY_KEYS.map((day) => [day, ranges.optional()])));

const localDate = (ifEmpty: string) => z.string().min(1, ifEmpty).refine(isLocalDate, "Enter a date as YYYY-MM-DD.");
const specialDay = z
  .strictObject({
    from: localDate("Choose the first day."),
    to: localDate("Choose the last day."),
    ranges,
    services: z.enum(["all", "pickup", "delivery"]).default("all"),
    message: line.default(""),
  })
  .refine((day) => day.from <= day.to, { path: ["to"], error: "The last day is before the first." });

/** A form sends JSON as text, the API as a value; "" = the default. */
function jsonSchema(schema: z.ZodType, initial: unknown): z.ZodType {
  return z.preprocess((raw, context) => {
    if (typeof raw !== "string") return raw;
    if (raw.trim() === "") return initial;
    const value = jsonOf(raw);
    return value === undefined ? refuse(context, "This is not valid JSON.") : value;
  }, schema);
}

const timeZone = line.transform((name, context) => {
  const listed = listTimeZones().find((zone) => zone.toLowerCase() === name.toLowerCase());
  if (name === "") return SETTINGS.STORE_TIMEZONE.default;
  return listed ?? (isTimeZone(name) ? name : refuse(context, "Choose a time zone from the list."));
});

const currency = line.transform((typed, context) => {
  const code = typed.toUpperCase();
  if (code === "") return SETTINGS.CURRENCY.default;
  return CURRENCIES.includes(code) ? code : refuse(context, "Enter the code of a currency, such as USD or EUR.");
});

const locale = line.transform((typed, context) => {
  if (typed === "") return SETTINGS.LOCALE.default;
  const listed = LOCALES.find((each) => each.toLowerCase() === typed.toLowerCase());
  return listed ?? refuse(context, "Choose a regional format from the list, such as en-US or de-DE.");
});

/** An email domain contains a dot. */
const address = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;
const sender = line.refine(
  (text) => text === "" || address.test(text) || address.test(/^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? ""),
  "Enter one email address, such as orders@example.com.",
);
const recipients = line
  .transform((text) => splitList(text, /[,;]/))
  .refine((parts) => parts.every((part) => address.test(part)), "Enter email addresses separated by commas, such as orders@example.com.")
  .transform((parts) => parts.join(", "));

const mailServer = line.superRefine((text, context) => {
  const server = parseMailServer(text);
  if (text !== "" && !server.ok) context.addIssue({ code: "custom", message: server.error });
});

/** JSON, validated by its own page (app/orders/domain/mail/mail-template.schema.ts). */
const mailWords = z
  .string({ error: "Enter text." })
  .max(MAX_HTML_LENGTH, `Enter at most ${groupedNumber(MAX_HTML_LENGTH)} characters.`)
  .refine(isText, "Remove the character that is no text.");

/** Settings with checks beyond their kind. */
const special: Partial<Record<SettingKey, z.ZodType>> = {
  STORE_TIMEZONE: timeZone,
  CURRENCY: currency,
  LOCALE: locale,
  TAX_RATE: taxRate,
  ORDER_EMAIL_RECIPIENT: recipients,
  ORDER_EMAIL_SENDER: sender,
  TIP_PRESETS: presets,
  TAX_COMPONENTS: components,
  REDUCED_TAX_RATES: otherRates,
  KITCHEN_STATIONS: stations,
  DELIVERY_POSTAL_PREFIXES: postalPrefixText,
  // A secret key pasted into the public field would become public.
  STRIPE_PUBLIC_KEY: secret
    .refine((text) => !/^(?:sk|rk|whsec)_/.test(text), "This is a secret key. Enter the public key, which begins with pk_.")
    .refine((text) => text === "" || /^pk_(?:test|live)_\w+$/.test(text), "Enter the public key, which begins with pk_test_ or pk_live_."),
  STRIPE_SECRET_KEY: keyLike(
    /^(?:sk|rk)_(?:test|live)_\w+$/,
    "Enter the secret key, which begins with sk_test_, sk_live_, rk_test_ or rk_live_.",
  ),
  STRIPE_WEBHOOK_SECRET: keyLike(/^whsec_\S+$/, "Enter the signing secret of the webhook, which begins with whsec_."),
  MAIL_WORDS: mailWords,
  SMTP_HOST: mailServer,
  SMTP_PASSWORD: password,
  SENDGRID_API_KEY: keyLike(/^SG\.\S+$/, "Enter the API key, which begins with SG."),
};

const schemas = recordOf(SETTING_KEYS, (key): z.ZodType => special[key] ?? schemaOfKind(key));
for (const key of keysOf(JOURNAL_SETTINGS)) schemas[key] = journalAccount.transform((text) => text || SETTINGS[key].default);

function schemaOfKind(key: SettingKey): z.ZodType {
  const definition = SETTINGS[key];
  switch (definition.kind) {
    case "switch":
      return onOff;
    case "time":
      return clockTime;
    case "instant":
      return instant;
    case "html":
      return html;
    case "tel":
      return phone;
    case "secret":
      return secret;
    case "number":
      return numberSchema(key);
    case "money":
      return moneySchema(definition.default);
    case "weekly-hours":
      return jsonSchema(weeklyHours.nullable(), null);
    case "special-hours":
      return jsonSchema(z.array(specialDay).max(MAX_SPECIAL_DAYS, `Enter at most ${MAX_SPECIAL_DAYS} entries.`), []);
    case "delivery-areas":
      return jsonSchema(deliveryAreas, []);
    case "dropdown": {
      const values = (definition.options ?? []).map((option) => option.value);
      return line
        .transform((text) => text || definition.default)
        .refine((text) => typeof text === "string" && values.some((value) => value === text), `Choose one of: ${values.join(", ")}.`);
    }
    case "picture":
      return pictureBaseText;
    case "colour":
      return line
        .transform((text) => (text === "" ? definition.default : text.toLowerCase()))
        .refine((text) => typeof text === "string" && /^#[0-9a-f]{6}$/.test(text), "Enter a colour such as #0e5a45.");
    case "text":
      return line.transform((text) => text || definition.default);
  }
}

/** Ranges of a day, including the part after midnight, may touch but not overlap. */
function areApart(texts: readonly string[]): boolean {
  const sorted = texts.flatMap((text) => parseHoursRange(text) ?? []).toSorted((a, b) => a.open - b.open);
  return sorted.every((current, index) => index === 0 || current.open >= (sorted[index - 1]?.close ?? 0));
}

/** Whether a key moves real money; null if it is not a Stripe key. */
export function stripeMode(key: string): "live" | "test" | null {
  if (/^[a-z]+_live_/.test(key)) return "live";
  return /^[a-z]+_test_/.test(key) ? "test" : null;
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** Our own sentence, prefixed by the position in a list ("Saturday 2: …"); never the library's message. */
function describe(issue: z.core.$ZodIssue): string {
  const place = issue.path.map((part) => (typeof part === "number" ? String(part + 1) : String(part))).join(" ");
  const isOwn = issue.message.endsWith(".") || issue.code === "custom";
  const sentence = isOwn ? issue.message : "This value does not have the expected shape.";
  return place === "" ? sentence : `${capitalised(place)}: ${sentence}`;
}
