import { z } from "zod";
import { MAX_STATION_LENGTH } from "#app/values/limits.ts";
import { isLine } from "#app/values/text.ts";

const name = z.string().max(MAX_STATION_LENGTH).refine(isLine);

/** The URL of the kitchen screen; `station` "" = all. */
export const kitchenQuery = z.object({
  view: z.enum(["kitchen"]).nullable().catch(null).default(null),
  station: name.catch("").default(""),
});

/** Actions besides order transitions: station parts and tickets. */
export const kitchenForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["station-done", "station-back"]), order: z.guid(), station: name.min(1) }),
  /** `claim`: the screen's key for this ticket, the same on a retry. */
  z.object({ intent: z.literal("print"), order: z.guid(), claim: z.guid() }),
  z.object({ intent: z.literal("reprint"), order: z.guid() }),
  z.object({ intent: z.enum(["print-again", "print-seen"]), ticket: z.guid() }),
]);
