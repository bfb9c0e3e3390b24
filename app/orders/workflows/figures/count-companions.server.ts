import { countBoughtTogether } from "#app/orders/data/figures/companions.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { addMinutes } from "#app/values/time.ts";

/** Only recent orders, because tastes change with the season. */
const DAYS = 90;

/** Products bought together, for suggestions in the cart; computed by a job. */
export async function countCompanions(db: Db, now: Date): Promise<number> {
  return inTransaction(db, (tx) => countBoughtTogether(tx, addMinutes(now, -DAYS * 24 * 60)));
}
