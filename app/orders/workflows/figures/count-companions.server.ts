import { countBoughtTogether } from "#app/orders/data/companions.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { addMinutes } from "#app/values/time.ts";

/** Tastes change with the season. */
const DAYS = 90;

/** What is bought together, for the cart's suggestions: added up by a job, never while somebody waits. */
export async function countCompanions(db: Db, now: Date): Promise<number> {
  return inTransaction(db, (tx) => countBoughtTogether(tx, addMinutes(now, -DAYS * 24 * 60)));
}
