import { sql, type SQL } from "drizzle-orm";
import { settings } from "./tables.ts";

/** Amounts in other currencies cannot be added up: orders from before a change of CURRENCY are in no sum. */
export const SHOP_CURRENCY: SQL = sql`lower(coalesce((select ${settings.value} #>> '{}' from ${settings} where ${settings.key} = 'CURRENCY'), 'usd'))`;
