import { z } from "zod";
import { MAX_STATION_LENGTH } from "#app/values/limits.ts";
import { isLine } from "#app/values/text.ts";

const name = z.string().max(MAX_STATION_LENGTH).refine(isLine);

/** The address of the accepted list as the kitchen's screen; `station` "" = all of them. */
export const kitchenQuery = z.object({
  view: z.enum(["kitchen"]).nullable().catch(null).default(null),
  station: name.catch("").default(""),
});

/** What a button of the kitchen's screen sends beside the steps of an order. */
export const kitchenForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["station-done", "station-back"]), order: z.guid(), station: name.min(1) }),
  z.object({ intent: z.literal("print"), order: z.guid() }),
]);
