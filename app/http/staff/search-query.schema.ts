import { z } from "zod";
import { MAX_ORDERED_PRODUCTS } from "#app/values/limits.ts";
import { urlSearch } from "#app/values/url.schema.ts";
import { HIT_KINDS } from "#app/staff/domain/search.ts";

/** The query of the staff search: a part of a name, or records by number. */
export const searchQuery = z.strictObject({
  q: urlSearch.default(""),
  kind: z.enum(HIT_KINDS, "This kind of record is not known.").optional(),
  ids: z
    .string()
    .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/, "Send numbers separated by commas.")
    .transform((text) => text.split(",").map(Number))
    .refine((ids) => ids.length <= MAX_ORDERED_PRODUCTS, `Ask for at most ${MAX_ORDERED_PRODUCTS} at once.`)
    .optional(),
});
