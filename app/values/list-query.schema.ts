import { z } from "zod";
import { keepText } from "./text.ts";
import { isLocalDate, type LocalDate } from "./time.ts";
import { ADMIN_ROWS_PER_PAGE, MAX_ID, MAX_PAGE_NUMBER, MAX_PER_PAGE, MAX_SEARCH_LENGTH, MAX_SELECTED } from "./limits.ts";

/** Selected rows: all that match the search and filters, or these ids. */
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
 * The range of days that a list accepts. No shop has older records. A report compares with the period before its first day, and its last
 * day needs a following day, where it ends.
 */
const FIRST_DAY: LocalDate = "1970-01-01";
const LAST_DAY: LocalDate = "9998-12-31";

/** One end of a date range; "" = no bound. */
export const listDay = z
  .string()
  .refine((text) => isLocalDate(text) && text >= FIRST_DAY && text <= LAST_DAY)
  .catch("");

/** A filter by a record id; "" = any. */
export const listIdFilter = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((id) => Number(id) <= MAX_ID)
  .catch("");

/**
 * The schema of a list's address: search, sort order, page and filters. Invalid values are ignored, so that an old or mistyped link still
 * opens. The first of `sorts` is the default ("-placed" = newest first).
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
