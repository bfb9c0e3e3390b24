import { z } from "zod";
import { requiredWireLine, wireText } from "#app/values/wire.schema.ts";
import {
  MAX_AMOUNT_CENTS,
  MAX_EMAIL_LENGTH,
  MAX_ID,
  MAX_LONG_TEXT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
} from "#app/values/limits.ts";
import type { Condition, Promotion } from "./promotion.ts";
import { findActionKind } from "./kinds/list.ts";
import { amountSchema, targetSchema } from "./target.schema.ts";
import { parseClockTime } from "#app/values/time.ts";

/** What a promotion must look like to be stored. Every object is strict, every list bounded; messages say what would be right. */

/** `all`, `any` and `none` may stand inside each other this deep. */
const MAX_CONDITION_DEPTH = 4;
const MAX_CONDITIONS_PER_GROUP = 20;
const MAX_CONDITIONS = 50;
const MAX_EMAILS = 1000;
const MAX_DOMAINS = 50;
const MAX_WINDOWS = 20;
const MAX_PRIORITY = 1000;
const MAX_UNITS = 9999;

const clockTimeSchema = z.string().refine((text) => parseClockTime(text) !== null, "Enter a time such as 17:00.");
const weekdaysSchema = z
  .array(z.int().min(0).max(6))
  .min(1, "Choose at least one day.")
  .transform((weekdays) => [...new Set(weekdays)].sort((a, b) => a - b));

const windowShape = { weekdays: weekdaysSchema, from: clockTimeSchema, to: clockTimeSchema };
const differentTimes = {
  check: ({ from, to }: { readonly from: string; readonly to: string }): boolean => from !== to,
  error: { path: ["to"], message: "The end must differ from the start; for the whole day leave the hours out." },
};

/** A weekly window; `to` before `from` passes midnight. */
export const scheduleWindowSchema = z.strictObject(windowShape).refine(differentTimes.check, differentTimes.error);

export const scheduleSchema = z.array(scheduleWindowSchema).max(MAX_WINDOWS, `Add at most ${MAX_WINDOWS} windows.`);

const subtotalSchema = z
  .strictObject({ type: z.literal("subtotal"), target: targetSchema, min: amountSchema.nullable(), max: amountSchema.nullable() })
  .refine(({ min, max }) => min !== null || max !== null, { path: ["min"], message: "Enter a minimum or a maximum." })
  .refine(({ min, max }) => min === null || max === null || max >= min, {
    path: ["max"],
    message: "The maximum is not below the minimum.",
  });

const customerEmailSchema = z
  .strictObject({
    type: z.literal("customer-email"),
    emails: z.array(z.string().trim().toLowerCase().max(MAX_EMAIL_LENGTH).pipe(z.email("Enter e-mail addresses."))).max(MAX_EMAILS),
    domains: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .transform((domain) => domain.replace(/^@/, ""))
          .pipe(
            z
              .string()
              .max(MAX_EMAIL_LENGTH)
              .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "Enter domains such as example.com."),
          ),
      )
      .max(MAX_DOMAINS),
  })
  .refine(({ emails, domains }) => emails.length + domains.length > 0, {
    path: ["emails"],
    message: "Name at least one address or domain.",
  });

const leafSchemas = [
  subtotalSchema,
  z.strictObject({
    type: z.literal("quantity"),
    target: targetSchema,
    min: z.int("Enter a whole number.").min(1, "Enter at least 1.").max(MAX_UNITS),
  }),
  z.strictObject({ type: z.literal("contains"), target: targetSchema }),
  z.strictObject({ type: z.literal("fulfillment"), is: z.enum(["pickup", "delivery"]) }),
  z.strictObject({ type: z.literal("slot"), ...windowShape }).refine(differentTimes.check, differentTimes.error),
  z.strictObject({ type: z.literal("first-order") }),
  customerEmailSchema,
] as const;

/** A condition tree of at most so many levels of groups. Built level by level, so that hostile nesting ends at the last level. */
function conditionSchemaOf(depth: number): z.ZodType<Condition> {
  if (depth === 0) return z.discriminatedUnion("type", leafSchemas);
  const inner = conditionSchemaOf(depth - 1);
  const group = z.strictObject({
    type: z.enum(["all", "any", "none"]),
    of: z.array(inner).max(MAX_CONDITIONS_PER_GROUP, `Put at most ${MAX_CONDITIONS_PER_GROUP} conditions into one group.`),
  });
  return z.discriminatedUnion("type", [group, ...leafSchemas]);
}

export const conditionSchema = conditionSchemaOf(MAX_CONDITION_DEPTH).refine((condition) => countConditions(condition) <= MAX_CONDITIONS, {
  message: `A promotion has at most ${MAX_CONDITIONS} conditions.`,
});

const countLimitSchema = z.int("Enter a whole number.").min(1, "Enter at least 1.").max(MAX_ID).nullable();

export const limitsSchema = z.strictObject({
  totalUses: countLimitSchema,
  perCustomerUses: countLimitSchema,
  budget: amountSchema.nullable(),
});

export const stackingSchema = z.strictObject({
  group: z
    .string()
    .trim()
    .max(MAX_NAME_LENGTH)
    .nullable()
    .transform((group) => (group === "" ? null : group)),
  exclusive: z.boolean(),
  priority: z.int("Enter a whole number.").min(-MAX_PRIORITY).max(MAX_PRIORITY),
});

/** The action with the parameters its kind asks for; issues point into `params`. */
export const actionSchema = z.strictObject({ kind: z.string(), params: z.unknown() }).transform((action, context): Promotion["action"] => {
  const kind = findActionKind(action.kind);
  if (kind === undefined) {
    context.addIssue({ code: "custom", path: ["kind"], message: "Choose what the promotion does.", input: action.kind });
    return z.NEVER;
  }
  const parsed = kind.paramsSchema.safeParse(action.params);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      context.addIssue({ code: "custom", path: ["params", ...path], message, input: action.params });
    }
    return z.NEVER;
  }
  return { kind: kind.code, params: parsed.data };
});

/** Everything staff decide about a promotion; id, uses and spent are the shop's own. */
export const promotionSchema = z
  .strictObject({
    name: requiredWireLine("a name", MAX_TITLE_LENGTH),
    title: requiredWireLine("the title customers see", MAX_TITLE_LENGTH),
    description: wireText("the description", MAX_LONG_TEXT_LENGTH).default(""),
    status: z.enum(["draft", "active", "paused", "archived"]),
    trigger: z.enum(["automatic", "coupon"]),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
    schedule: scheduleSchema,
    condition: conditionSchema,
    action: actionSchema,
    cap: z.int("Enter an amount.").min(1, "Enter an amount above $0.00.").max(MAX_AMOUNT_CENTS).nullable(),
    stacking: stackingSchema,
    limits: limitsSchema,
  })
  .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || endsAt > startsAt, {
    path: ["endsAt"],
    message: "The end must be after the start.",
  });

export type PromotionDraft = z.infer<typeof promotionSchema>;

/** The coupon set's own fields; its codes are made or imported apart (domain/coupons.ts). */
export const couponSetSchema = z.strictObject({
  name: requiredWireLine("a name", MAX_SHORT_TEXT_LENGTH),
  promotionId: z.int("Choose a promotion.").min(1).max(MAX_ID),
});

function countConditions(condition: Condition): number {
  return "of" in condition ? condition.of.reduce((count, child) => count + countConditions(child), 1) : 1;
}
