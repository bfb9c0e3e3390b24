import { z } from "zod";
import {
  choiceField,
  jsonField,
  optionalMoneyField,
  optionalLineField,
  optionalNumberField,
  numberField,
  requiredLineField,
  switchField,
  textField,
} from "#app/values/form-fields.schema.ts";
import { MAX_LONG_TEXT_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { isLocalDate, parseClockTime } from "#app/values/time.ts";
import { conditionSchema } from "./conditions/list.ts";
import { findActionKind } from "./kinds/list.ts";
import { windowShape } from "./target.schema.ts";

const ENDS_TOO_EARLY = "It must end after it starts.";
export const MAX_WINDOWS = 14;
export const MAX_USES = 10_000_000;
export const MAX_PRIORITY = 1000;

/** An action with parameters that its kind takes. */
export const actionSchema = z.strictObject({ kind: z.string(), params: z.unknown() }).transform(({ kind: code, params }, context) => {
  const kind = findActionKind(code);
  const parsed = kind?.paramsSchema.safeParse(params);
  if (parsed?.success === true) return { kind: code, params: parsed.data };
  const [issue] = parsed?.error.issues ?? [];
  const field = kind?.fields.find(({ name }) => name === issue?.path[0])?.label;
  const message = `${field === undefined ? "" : `${field}: `}${issue?.message ?? "Choose what it does."}`;
  context.issues.push({ code: "custom", input: params, message });
  return z.NEVER;
});

/** The hours in which a promotion runs; none: always. */
export const scheduleSchema = z.array(z.strictObject(windowShape)).max(MAX_WINDOWS);

/** Whether a text is a moment on the shop's clock, "2026-11-20T15:00". */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && isLocalDate(text.slice(0, 10)) && parseClockTime(text.slice(11)) !== null;
}

/** A moment on the shop's clock; empty = none. */
function momentField(what: string) {
  return optionalLineField(what, 16).refine((text) => text === null || isMoment(text), `Enter ${what} as a day and a time.`);
}

/** The form of a promotion, new or stored. */
export const promotionForm = z
  .object({
    name: requiredLineField("a name", MAX_TITLE_LENGTH),
    title: requiredLineField("a title for customers", MAX_TITLE_LENGTH),
    description: textField("the description", MAX_LONG_TEXT_LENGTH),
    status: choiceField("Choose a status.", ["draft", "active", "paused", "archived"]),
    trigger: choiceField("Choose who gets it.", ["automatic", "coupon"]),
    startsAt: momentField("the start"),
    endsAt: momentField("the end"),
    schedule: jsonField(scheduleSchema, "Enter hours such as 15:00 to 17:00."),
    condition: jsonField(conditionSchema, "One of the conditions is not complete."),
    action: jsonField(actionSchema, "Choose what it does."),
    cap: optionalMoneyField("the most it takes off"),
    group: optionalLineField("the group", MAX_TITLE_LENGTH),
    isExclusive: switchField,
    priority: numberField("the priority", -MAX_PRIORITY, MAX_PRIORITY),
    totalUses: optionalNumberField("the uses", 1, MAX_USES),
    perCustomerUses: optionalNumberField("the uses per customer", 1, MAX_USES),
    budget: optionalMoneyField("the budget"),
  })
  .refine((form) => endsTooEarly(form) === undefined, { path: ["endsAt"], message: ENDS_TOO_EARLY });

/** The error of an end before the start; undefined if there is none. */
export function endsTooEarly({ startsAt, endsAt }: { readonly startsAt: string | null; readonly endsAt: string | null }) {
  return startsAt === null || endsAt === null || startsAt < endsAt ? undefined : { endsAt: ENDS_TOO_EARLY };
}

/** The query of the list of promotions. */
export const promotionList = listQuery(["-id", "name", "uses", "discount", "revenue"], {
  range: listFilter("week", "30-days", "90-days"),
  state: listFilter("draft", "scheduled", "active", "paused", "ended"),
  trigger: listFilter("automatic", "coupon"),
});
export type PromotionListQuery = z.output<typeof promotionList>;
