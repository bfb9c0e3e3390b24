import { z } from "zod";
import { parseNext } from "#app/staff/domain/permissions.ts";
import { urlId, urlWord } from "#app/values/addresses/url.schema.ts";
import { RANGES } from "#app/orders/domain/figures/report-period.ts";
import { REPORT_TABLES } from "#app/orders/domain/figures/report-tables.ts";
import { listDay } from "#app/values/list-query.schema.ts";

/** The address of the dashboard: a period by name, or days of one's own. */
export const dashboardQuery = z.object({ range: urlWord(RANGES).default("today"), from: listDay.default(""), to: listDay.default("") });

/** What a new page begins with. */
export const newPageQuery = z.object({ template: z.literal("accessibility").nullable().default(null) });

/** The period of what promotions and coupon sets gave. */
export const givenQuery = z.object({ range: urlWord(RANGES).default("30-days"), from: listDay.default(""), to: listDay.default("") });

/** Which of its tables is sent as a file. */
export const figuresCsvQuery = z.object({ table: urlWord(REPORT_TABLES).default("days") });

/** Whose figures are sent as a file: of one promotion, of one coupon set, or of all promotions. */
export const givenCsvQuery = z.object({ promotion: urlId.nullable().default(null), set: urlId.nullable().default(null) });

/** Whether a configuration file has coupon codes in it. */
export const configurationQuery = z.object({ codes: z.literal("1").nullable().default(null) });

/** The address of the sign-in page: where to go on to, a path of the staff area; a link that sets a password; or the wish for one. */
export const loginQuery = z.object({
  next: z.string().transform(parseNext).nullable().default(null),
  link: z
    .string()
    .regex(/^[\w-]{43}$/)
    .nullable()
    .default(null),
  forgotten: z.literal("1").nullable().default(null),
  done: z.literal("asked").nullable().default(null),
  /** The browser had a session, which has ended. */
  ended: z.literal("1").nullable().default(null),
});
