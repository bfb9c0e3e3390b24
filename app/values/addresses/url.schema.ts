import { z } from "zod";
import { MAX_ID, MAX_PAGE_NUMBER, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { isLocalDate } from "#app/values/time.ts";
import { wireLine } from "#app/values/wire.schema.ts";

/* Building blocks of query strings and path parameters: every value is a text, or a list if the name is repeated. */

/** A whole number in plain digits. */
export function urlInteger(min: number, max: number) {
  const message = `Use a whole number from ${min} to ${max}.`;
  return z
    .string(message)
    .regex(/^(?:0|[1-9]\d{0,9})$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** The id of a product, category or similar record. */
export const urlId = urlInteger(1, MAX_ID);
/** A UUID, the id of carts, their items, orders and emails. */
export const urlKey = z.guid().toLowerCase();
export const urlPage = urlInteger(1, MAX_PAGE_NUMBER).default(1);
export const urlSearch = wireLine("the search", MAX_SEARCH_LENGTH);
export const urlDay = z.string("Use a day such as 2026-03-08.").refine(isLocalDate, "Use a day such as 2026-03-08.");

/** One of these words. */
export function urlWord<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `Use one of ${words.join(", ")}.`);
}

/** A repeatable parameter; each value is checked, and duplicates are removed. */
export function urlList<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(item)).transform((list) => [...new Set(list)]);
}
