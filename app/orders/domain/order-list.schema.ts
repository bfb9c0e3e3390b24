import { z } from "zod";
import { ADMIN_ROWS_PER_PAGE, MAX_PAGE_NUMBER, MAX_PER_PAGE, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { ORDER_STATUSES } from "./order.ts";

const wholeNumber = (most: number, message: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number)
    .refine((n) => n <= most, message);

/** The query of the order lists, of the calls and of the pages. */
export const orderListQuery = z.strictObject({
  list: z.enum(["new", "accepted", "rejected", "all"], "list must be new, accepted, rejected or all.").default("all"),
  status: z.enum(ORDER_STATUSES, "This status is not known.").optional(),
  q: z.string().trim().max(MAX_SEARCH_LENGTH, `Search for at most ${MAX_SEARCH_LENGTH} characters.`).default(""),
  page: wholeNumber(MAX_PAGE_NUMBER, "page must be a whole number from 1.").default(1),
  per_page: wholeNumber(MAX_PER_PAGE, `per_page must be a whole number from 1 to ${MAX_PER_PAGE}.`).default(ADMIN_ROWS_PER_PAGE),
});
