import { z } from "zod";
import type { TipChoice } from "./cart.ts";
import { isChoiceField, readChoiceFields } from "#app/catalogue/domain/choice-fields.ts";
import { MAX_OPTION_UNITS } from "#app/catalogue/domain/customization.ts";
import { MAX_TEXT_CHOICE_LENGTH } from "#app/catalogue/domain/customization.ts";
import {
  MAX_CHOICES_PER_LINE,
  MAX_COUPON_CODE_LENGTH,
  MAX_ID,
  MAX_NOTE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_QUANTITY,
  MAX_TIP_PERCENTAGE,
} from "#app/values/limits.ts";
import { parseDollars } from "#app/values/money.ts";
import { parseInstant } from "#app/values/time.ts";
import { FULFILLMENTS } from "#app/store/domain/fulfillment.ts";

/*
 * What the forms of the cart post (`POST /cart`), one schema per intent. Everything arrives as text; the messages are for the customer.
 */

const QUANTITY_MESSAGE = `Enter a whole number from 1 to ${MAX_QUANTITY}.`;

const quantity = z
  .string(QUANTITY_MESSAGE)
  .trim()
  .regex(/^\d{1,3}$/, QUANTITY_MESSAGE)
  .transform(Number)
  .refine((n) => n >= 1 && n <= MAX_QUANTITY, QUANTITY_MESSAGE);

const productId = z
  .string("Choose a product.")
  .regex(/^[1-9]\d{0,9}$/, "Choose a product.")
  .transform(Number)
  .refine((id) => id <= MAX_ID, "Choose a product.");

const itemId = z.guid("This item is no longer in your cart.").toLowerCase();
const note = z.string().trim().max(MAX_NOTE_LENGTH, `Use at most ${MAX_NOTE_LENGTH} characters for the note.`);

const choices = z
  .array(
    z.strictObject({
      templateId: z.int().min(1).max(MAX_ID),
      optionId: z.int().min(1).max(MAX_ID).nullable(),
      quantity: z.int().min(1).max(MAX_OPTION_UNITS),
      text: z.string().trim().max(MAX_TEXT_CHOICE_LENGTH, `Use at most ${MAX_TEXT_CHOICE_LENGTH} characters.`).nullable(),
    }),
    "Choose from the options shown.",
  )
  .max(MAX_CHOICES_PER_LINE, "Choose fewer options.");

const tip = z
  .discriminatedUnion(
    "tip",
    [
      z.object({ tip: z.literal("none") }),
      z.object({ tip: z.literal("percentage"), tipPercentage: z.coerce.number().min(0).max(MAX_TIP_PERCENTAGE).multipleOf(0.01) }),
      z.object({
        tip: z.literal("own"),
        tipAmount: z.string().transform((text, context) => {
          const cents = parseDollars(text.trim() === "" ? "0" : text);
          if (cents.ok && cents.value >= 0) return cents.value;
          context.addIssue({ code: "custom", message: cents.ok ? "A tip is 0 or more." : cents.error });
          return z.NEVER;
        }),
      }),
    ],
    "Choose a tip.",
  )
  .transform((choice): TipChoice => {
    if (choice.tip === "percentage")
      return choice.tipPercentage === 0 ? { kind: "none", isChosen: true } : { kind: "percentage", percentage: choice.tipPercentage };
    if (choice.tip === "own")
      return choice.tipAmount === 0 ? { kind: "none", isChosen: true } : { kind: "fixed", amount: choice.tipAmount };
    return { kind: "none", isChosen: true };
  });

/** "" = as soon as possible. */
const requestedFor = z.string().transform((text, context) => {
  if (text === "") return null;
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  context.addIssue({ code: "custom", message: "Choose one of the times shown." });
  return z.NEVER;
});

const item = { quantity: quantity.default(1), note: note.default(""), choices: choices.default([]) };

const intents = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), productId, ...item }),
  z.object({ intent: z.literal("update"), itemId, productId: productId.optional(), ...item }),
  // `step`: the plus and minus buttons of a page without script.
  z
    .object({ intent: z.literal("quantity"), itemId, quantity, step: z.enum(["-1", "1"]).optional() })
    .transform(({ step, quantity, ...rest }) => ({ ...rest, quantity: Math.min(MAX_QUANTITY, Math.max(1, quantity + Number(step ?? 0))) })),
  z.object({ intent: z.literal("remove"), itemId }),
  z.object({ intent: z.literal("undo"), productId, ...item }),
  z.object({ intent: z.literal("note"), itemId, note }),
  z.object({
    intent: z.literal("coupon-add"),
    code: z
      .string("Enter a coupon code.")
      .trim()
      .min(1, "Enter a coupon code.")
      .max(MAX_COUPON_CODE_LENGTH, `A coupon code has at most ${MAX_COUPON_CODE_LENGTH} characters.`),
  }),
  z.object({ intent: z.literal("coupon-remove"), code: z.string().max(MAX_COUPON_CODE_LENGTH) }),
  z.object({ intent: z.literal("coupon-remove-all") }),
  z.object({ intent: z.literal("tip"), choice: tip }),
  z.object({
    intent: z.literal("fulfillment"),
    fulfillment: z.enum(FULFILLMENTS, "Choose pickup or delivery.").optional(),
    requestedFor: requestedFor.optional(),
    postalCode: z.string().trim().max(MAX_POSTAL_CODE_LENGTH, `A postal code has at most ${MAX_POSTAL_CODE_LENGTH} characters.`).optional(),
  }),
]);

/** A submitted cart form, checked and with its texts read. */
export type CartForm = z.output<typeof intents>;

/** Reads a submitted form of the cart; `error` maps field names to sentences ("" = the whole form). */
export function parseCartForm(
  form: FormData,
): { readonly ok: true; readonly value: CartForm } | { readonly ok: false; readonly errors: Readonly<Record<string, string>> } {
  const parsed = intents.safeParse(shapeOf(form));
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const last = issue.path.findLast((part) => typeof part === "string");
    const field = last === undefined || last === "intent" ? "" : last;
    errors[field] ??= field === "" ? "This form could not be understood. Reload the page and try again." : issue.message;
  }
  return { ok: false, errors };
}

function shapeOf(form: FormData): Record<string, unknown> {
  const shape: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || isChoiceField(name)) continue;
    // What PostgreSQL cannot store is no text of a customer.
    shape[name] = value.toWellFormed().replaceAll("\u0000", "");
  }
  if (shape.intent === "tip") return { intent: "tip", choice: shape };
  const chosen = readChoiceFields(form);
  return chosen.length === 0 ? shape : { ...shape, choices: chosen };
}
