import { z } from "zod";
import { keepText } from "./text.ts";
import { isLocalDate, type LocalDate } from "./time.ts";
import { ADMIN_ROWS_PER_PAGE, MAX_ID, MAX_PAGE_NUMBER, MAX_PER_PAGE, MAX_SEARCH_LENGTH, MAX_SELECTED } from "./limits.ts";

/** Chosen rows: everything that the search and the filters match, or these ids. */
type Selection = "all" | readonly string[];

const wholeNumber = (most: number, initial: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .refine((number) => number <= most)
    .catch(initial);

const selection = z
  .string()
  .transform((text): Selection => {
    if (text === "all") return "all";
    return [...new Set(text.split(",").filter((id) => /^[\w-]{1,64}$/.test(id)))].slice(0, MAX_SELECTED);
  })
  .catch([]);

/** A filter with these values; "" = any. */
export function listFilter<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(["", ...values]).catch("");
}

/**
 * The days a list can be asked for. No shop has anything older, and a report goes back twice its length from its first day, which has to be a day, too; the last
 * one has a day behind it, where it ends.
 */
const FIRST_DAY: LocalDate = "1970-01-01";
const LAST_DAY: LocalDate = "9998-12-31";

/** One end of a filter by days; "" = no bound. */
export const listDay = z
  .string()
  .refine((text) => isLocalDate(text) && text >= FIRST_DAY && text <= LAST_DAY)
  .catch("");

/** A filter by the number of a record; "" = any. */
export const listIdFilter = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((id) => Number(id) <= MAX_ID)
  .catch("");

/**
 * The one schema of a list: search, sort order, page and filters, read from the address. Invalid values are ignored, so that
 * an old or mistyped link still opens. The first of `sorts` is the order without a choice ("-placed" = newest first).
 */
export function listQuery<Filters extends z.core.$ZodLooseShape>(sorts: readonly [string, ...string[]], filters: Filters) {
  const bare = sorts.map((sort) => sort.replace(/^-/, ""));
  return z.object({
    q: z
      .string()
      .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_SEARCH_LENGTH))
      .catch(""),
    sort: z.enum([...bare, ...bare.map((sort) => `-${sort}`)] as [string, ...string[]]).catch(sorts[0]),
    page: wholeNumber(MAX_PAGE_NUMBER, 1),
    per_page: wholeNumber(MAX_PER_PAGE, ADMIN_ROWS_PER_PAGE),
    selected: selection,
    ...filters,
  });
}
