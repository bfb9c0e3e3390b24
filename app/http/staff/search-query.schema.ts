import { z } from "zod";
import { MAX_ORDERED_PRODUCTS } from "#app/values/limits.ts";
import { urlSearch } from "#app/values/addresses/url.schema.ts";
import { PICKER_KINDS } from "#app/staff/domain/search.ts";

const ids = z
  .string("Send numbers separated by commas.")
  .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/, "Send numbers separated by commas.")
  .transform((text) => text.split(",").map(Number))
  .refine((list) => list.length <= MAX_ORDERED_PRODUCTS, `Ask for at most ${MAX_ORDERED_PRODUCTS} at once.`);

/** Pictures by id. */
export const picturesQuery = z.strictObject({ ids });

/** Query of the staff search: part of a name, or ids. */
export const searchQuery = z.strictObject({
  q: urlSearch.default(""),
  kind: z.enum(PICKER_KINDS, "This kind of record is not known.").optional(),
  ids: ids.optional(),
});
