import { z } from "zod";
import { DELAY_ALL_MINUTES, MOST_DELAYED_AT_ONCE } from "./order-pace.ts";
import { MAX_ID, MAX_MINUTES_SETTING, MAX_SHORT_TEXT_LENGTH } from "#app/values/limits.ts";
import { addMinutes, parseInstant } from "#app/values/time.ts";
import { wireInteger, wireKey, wireObject, wireText } from "#app/values/wire.schema.ts";

/** Maximum slot interval in the settings. */
const MAX_SLOT_MINUTES = 120;

const NOT_AN_INSTANT = "Send the time as an ISO 8601 instant, such as 2026-11-20T18:30:00Z, or null.";
// Aborts, so that rules about two times see instants only.
const instant = z.iso.datetime({ offset: true, error: NOT_AN_INSTANT, abort: true }).transform((text, context) => {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: NOT_AN_INSTANT });
  return z.NEVER;
});

/** "Delay all orders in progress": the orders on screen, each in the version that was shown. */
const delaySchema = wireObject({
  minutes: z.literal(DELAY_ALL_MINUTES, `Choose ${DELAY_ALL_MINUTES.slice(0, -1).join(", ")} or ${DELAY_ALL_MINUTES.at(-1)} minutes.`),
  orders: z
    .array(
      wireObject({ id: wireKey("each order"), version: wireInteger("the version of each order", 0, MAX_ID) }),
      "Send the orders as a list, each with its id and version.",
    )
    .min(1, "Send at least one order.")
    .max(MOST_DELAYED_AT_ONCE, `Delay at most ${MOST_DELAYED_AT_ONCE} orders at once.`),
});
export type OrderDelay = z.output<typeof delaySchema>;

/** PUT /admin/api/orders/live: controls during service. Only included parts change. `paused_until`, `delivery_paused_until` null: resume; `busy_minutes` 0: not busy. */
export const liveControlsSchema = wireObject({
  paused_until: instant.nullable().optional(),
  delivery_paused_until: instant.nullable().optional(),
  pause_message: wireText("the message", MAX_SHORT_TEXT_LENGTH).optional(),
  busy_minutes: wireInteger("the extra minutes", 0, MAX_MINUTES_SETTING).optional(),
  busy_until: instant.nullable().optional(),
  slots: z
    .array(
      wireObject({
        starts_at: instant,
        ends_at: instant,
        is_closed: z.boolean("Send is_closed as true or false."),
      }).refine((slot) => slot.starts_at < slot.ends_at && slot.ends_at <= addMinutes(slot.starts_at, MAX_SLOT_MINUTES), {
        error: `A time ends after it begins, at most ${MAX_SLOT_MINUTES} minutes later.`,
      }),
      "Send slots as a list.",
    )
    .max(50, "Change at most 50 at once.")
    .optional(),
  sold_out: z
    .array(
      wireObject({
        kind: z.enum(["product", "option"], "kind must be product or option."),
        id: wireInteger("the id", 1, MAX_ID),
        is_sold_out: z.boolean("Send is_sold_out as true or false."),
        until: instant.nullable().default(null),
      }),
      "Send sold_out as a list.",
    )
    .max(50, "Change at most 50 at once.")
    .optional(),
  delay: delaySchema.optional(),
});
export type LiveControls = z.output<typeof liveControlsSchema>;
