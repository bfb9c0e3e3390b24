import * as texts from "#texts/values/fields.ts";
import { z } from "zod";
import { MAX_AMOUNT_CENTS, MAX_ID } from "./limits.ts";
import { amountText, majorUnits } from "./money.ts";
import { exampleAmount, parseAmount } from "./money/money-input.ts";
import { parsePercentage } from "./money/percentage-input.ts";
import { decimalsOf } from "./money/currency-units.ts";
import { isLine, isText, tidyText } from "./text.ts";
import { parseInstant } from "./time.ts";

/**
 * Building blocks of the JSON calls' bodies. Nothing is coerced: a number sent as text, a list of one or "1e3" is an error, because such a
 * client means something else. Every message is a sentence that says what is valid.
 */

/** An object without additional fields; an unknown field is named in the error. */
export function wireObject<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return "Send an object with the fields of this call.";
      const fieldNames = Object.keys(shape).join(", ");
      return `Leave out ${issue.keys.join(", ")}; the fields here are ${fieldNames}.`;
    },
  });
}

/** Multi-line text, normalized by `tidyText`, of at most `max` characters. */
export function wireText(what: string, max: number) {
  return written(what, max).refine(isText, texts.writePlainText(what));
}

/** Single-line text: line ends in a name or an address could forge lines of emails and kitchen tickets. */
export function wireLine(what: string, max: number) {
  return written(what, max).refine(isLine, texts.writeOneLine(what));
}

/** Text that must not be empty. */
export function requiredWireText(what: string, max: number) {
  return wireText(what, max).min(1, texts.enter(what));
}

/** The same in one line. */
export function requiredWireLine(what: string, max: number) {
  return wireLine(what, max).min(1, texts.enter(what));
}

function written(what: string, max: number) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? texts.enter(what) : texts.sendAsText(what)) })
    .overwrite(tidyText)
    .max(max, texts.useAtMost(what, max));
}

/** A whole number from `min` to `max`. */
export function wireInteger(what: string, min: number, max: number) {
  const message = texts.enterWholeNumber(what, min, max);
  return z.int(message).min(min, message).max(max, message);
}

/** The id of a product, template, option and the like. */
export function wireId(what: string) {
  const message = `Send the number of ${what}.`;
  return z.int(message).min(1, message).max(MAX_ID, message);
}

/** A UUID, the id of carts, their items and orders. */
export function wireKey(what: string) {
  return z.guid(`Send the id of ${what} as the shop gave it.`).toLowerCase();
}

const DECIMALS = { 0: texts.enterNoDecimals, 2: texts.enterTwoDecimals, 3: texts.enterThreeDecimals } as const;

/**
 * An amount in major units of a currency (dollars, euros, yen) as a number, 0 or more; parsed exactly into cents. More decimals than the
 * currency has are refused, not rounded.
 */
export function wireMoney(what: string, currency: string) {
  const message = DECIMALS[decimalsOf(currency)](what, exampleAmount(currency));
  return z
    .number(message)
    .min(0, texts.enterZeroOrMore(what))
    .max(majorUnits(MAX_AMOUNT_CENTS, currency), texts.enterAtMost(what, amountText(MAX_AMOUNT_CENTS, currency)))
    .transform((amount, context) => {
      const cents = parseAmount(amount, currency);
      if (cents.ok) return cents.value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

/** Builds schemas with amounts, once per currency. */
export function schemasByCurrency<Schema>(build: (currency: string) => Schema): (currency: string) => Schema {
  const built = new Map<string, Schema>();
  return (currency) => {
    const cached = built.get(currency);
    if (cached !== undefined) return cached;
    const schema = build(currency);
    built.set(currency, schema);
    return schema;
  };
}

/** A percentage above 0 and at most 100 with at most four decimals; read as parts per million. */
export function wirePercentage(what: string) {
  const message = `Enter ${what} as a percentage above 0 and at most 100, such as 10 or 12.5.`;
  return z
    .number(message)
    .gt(0, message)
    .max(100, message)
    .transform((percentage, context) => {
      const rate = parsePercentage(percentage);
      if (rate.ok) return rate.value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

/** An instant in ISO 8601 with its zone ("2026-03-08T18:30:00Z"). */
export function wireInstant(what: string) {
  const message = `Send ${what} as a time with its zone, such as 2026-03-08T18:30:00Z.`;
  return z
    .string(message)
    .max(40, message)
    .transform((text, context) => {
      const instant = parseInstant(text);
      if (instant !== null) return instant;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}
