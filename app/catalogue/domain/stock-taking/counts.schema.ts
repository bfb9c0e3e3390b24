import { z } from "zod";
import { MAX_ID, MAX_STOCK } from "#app/values/limits.ts";
import { jsonOf } from "#app/values/json.ts";
import { countKey, MAX_COUNTS } from "./stock-taking.ts";

/** Ten years. Ages from a device with a wrong clock are capped, so that only their rows are refused. */
const MAX_AGE_SECONDS = 3650 * 86_400;

const id = z.int().min(1).max(MAX_ID);
const units = z.int().min(0).max(MAX_STOCK);

const count = z.strictObject({
  productId: id,
  variantId: id.nullable(),
  counted: units,
  seen: units,
  movement: z.int().min(0),
  ageSeconds: z.int().overwrite((age) => Math.min(MAX_AGE_SECONDS, Math.max(-1, age))),
  /** Pages of earlier versions do not send it. */
  lastedSeconds: z
    .int()
    .min(0)
    .default(0)
    .overwrite((seconds) => Math.min(MAX_AGE_SECONDS, seconds)),
});

const counts = z.strictObject({
  /** Id of the stock-taking, so that it is applied once even if it is submitted several times. */
  act: z.uuid(),
  counts: z
    .array(count)
    .min(1)
    .max(MAX_COUNTS)
    .refine((all) => new Set(all.map(countKey)).size === all.length),
});

/** The field `counts` of a stock-taking: JSON. */
export const countsField = z
  .string()
  .transform((text) => jsonOf(text))
  .pipe(counts);
export type Counts = z.output<typeof countsField>;
