import type { Db } from "#app/platform/db/database.server.ts";
import { listCodesAfter } from "#app/promotions/data/coupon-sets.server.ts";
import type { CsvRows } from "#app/values/csv.ts";
import { fileTime } from "#app/values/time.ts";

const PART = 2000;
const HEAD = ["code", "status", "uses", "max_uses", "per_customer_uses", "expires_at"];

/** The rows of all codes of a set with their uses, read in batches: memory does not grow with their number. */
export async function* listCodesCsv(db: Db, setId: number, zone: string): AsyncGenerator<CsvRows> {
  yield [HEAD];
  let after = 0;
  for (;;) {
    const rows = await listCodesAfter(db, setId, after, PART);
    yield rows.map(({ code, status, uses, maxUses, perCustomerUses, expiresAt }) => [
      code,
      status,
      String(uses),
      String(maxUses ?? ""),
      String(perCustomerUses ?? ""),
      fileTime(expiresAt, zone),
    ]);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PART) return;
    after = last.id;
  }
}
