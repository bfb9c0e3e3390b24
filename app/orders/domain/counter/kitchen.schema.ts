import { z } from "zod";
import { MAX_STATION_LENGTH } from "#app/values/limits.ts";
import { isLine } from "#app/values/text.ts";

const name = z.string().max(MAX_STATION_LENGTH).refine(isLine);

/** The address of the accepted list as the kitchen's screen; `station` "" = all of them. */
export const kitchenQuery = z.object({
  view: z.enum(["kitchen"]).nullable().catch(null).default(null),
  station: name.catch("").default(""),
});

/** What buttons send beside the steps of an order: parts of stations, and tickets on paper. */
export const kitchenForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["station-done", "station-back"]), order: z.guid(), station: name.min(1) }),
  /** `claim`: the screen's own key for this ticket, the same when it asks again because it got no answer. */
  z.object({ intent: z.literal("print"), order: z.guid(), claim: z.guid() }),
  z.object({ intent: z.literal("reprint"), order: z.guid() }),
  z.object({ intent: z.enum(["print-again", "print-seen"]), ticket: z.guid() }),
]);
