import { sql, type SQL } from "drizzle-orm";
import { settings } from "./tables.ts";

/** Amounts in different currencies cannot be added up: orders from before a change of CURRENCY are excluded from sums. */
export const SHOP_CURRENCY: SQL = sql`lower(coalesce((select ${settings.value} #>> '{}' from ${settings} where ${settings.key} = 'CURRENCY'), 'usd'))`;
