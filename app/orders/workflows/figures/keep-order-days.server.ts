import type { Db } from "#app/platform/db/database.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { claimDay, findFirstPlaced, insertDay, listKeptDays } from "#app/orders/data/order-facts.server.ts";
import { spansOf } from "#app/orders/domain/figures/report-period.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addDays, businessDay } from "#app/values/time.ts";

/** The job comes again soon: a shop of many years gets its days kept in several rounds, and a round ends. */
const DAYS_PER_ROUND = 400;

/**
 * Adds up every business day that is over and not kept, the newest first, one transaction each. A day whose orders somebody is changing is left
 * for the next time. Answers how many days were added up.
 */
export async function keepOrderDays(db: Db, now: Date): Promise<number> {
  const first = await findFirstPlaced(db);
  if (first === null) return 0;
  const { STORE_TIMEZONE: zone } = await readSettings(db);
  const [from, to] = [businessDay(first, zone), addDays(businessDay(now, zone), -1)];
  if (from > to) return 0;
  const kept = await listKeptDays(db);
  const missing = spansOf({ from, to }, zone).filter(
    ({ startsAt, endsAt }) => kept.get(startsAt.getTime())?.getTime() !== endsAt.getTime(),
  );
  let count = 0;
  for (const span of missing.toReversed().slice(0, DAYS_PER_ROUND)) {
    const isKept = await inTransaction(db, async (tx) => {
      if (!(await claimDay(tx, span))) return false;
      await insertDay(tx, span, zone);
      return true;
    });
    if (isKept) count += 1;
  }
  return count;
}
