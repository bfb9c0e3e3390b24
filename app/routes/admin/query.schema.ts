import { z } from "zod";
import { parseNext } from "#app/staff/domain/permissions.ts";
import { urlId, urlWord } from "#app/values/addresses/url.schema.ts";
import { RANGES } from "#app/orders/domain/figures/report-period.ts";
import { REPORT_TABLES } from "#app/orders/domain/figures/report-tables.ts";
import { listDay } from "#app/values/list-query.schema.ts";

/** The dashboard's query parameters: a named period, or custom days. */
export const dashboardQuery = z.object({ range: urlWord(RANGES).default("today"), from: listDay.default(""), to: listDay.default("") });

/** The initial content of a new page. */
export const newPageQuery = z.object({ template: z.literal("accessibility").nullable().default(null) });

/** The period of the discounts of promotions and coupon sets. */
export const givenQuery = z.object({ range: urlWord(RANGES).default("30-days"), from: listDay.default(""), to: listDay.default("") });

/** The dashboard table to export. */
export const figuresCsvQuery = z.object({ table: urlWord(REPORT_TABLES).default("days") });

/** The report to export: one promotion, one coupon set, or all promotions. */
export const givenCsvQuery = z.object({ promotion: urlId.nullable().default(null), set: urlId.nullable().default(null) });

/** Whether a configuration file includes coupon codes. */
export const configurationQuery = z.object({ codes: z.literal("1").nullable().default(null) });

/** The sign-in page's query parameters: the next page in the staff area, a link that sets a password, or the request for such a link. */
export const loginQuery = z.object({
  next: z.string().transform(parseNext).nullable().default(null),
  link: z
    .string()
    .regex(/^[\w-]{43}$/)
    .nullable()
    .default(null),
  forgotten: z.literal("1").nullable().default(null),
  done: z.literal("asked").nullable().default(null),
  /** The browser had a session that has ended. */
  ended: z.literal("1").nullable().default(null),
});
