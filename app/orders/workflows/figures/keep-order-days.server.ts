import type { Db } from "#app/platform/db/database.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { claimDay, findFirstPlaced, insertDay, listKeptDays } from "#app/orders/data/figures/order-facts.server.ts";
import { spansOf } from "#app/orders/domain/figures/report-period.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addDays, businessDay } from "#app/values/time.ts";

/** Limits a run of the job, so a large shop needs several runs. */
const DAYS_PER_ROUND = 400;

/** Precomputes finished business days, newest first, one transaction each. Skips days with changing orders. Returns the number. */
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
