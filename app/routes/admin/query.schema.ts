import { z } from "zod";
import { parseNext } from "#app/staff/domain/permissions.ts";
import { urlWord } from "#app/values/url.schema.ts";
import { RANGES } from "./dashboard-figures.server.ts";

/** The address of the dashboard. */
export const dashboardQuery = z.object({ range: urlWord(RANGES).default("today") });

/** The address of the sign-in page: where to go on to, a path of the staff area. */
export const loginQuery = z.object({ next: z.string().transform(parseNext).nullable().default(null) });
