import type { Db } from "#app/platform/db/database.server.ts";
import { listCodesAfter } from "#app/promotions/data/coupon-sets.server.ts";
import { csvOf } from "#app/values/csv.ts";
import { fileTime } from "#app/values/time.ts";

const PART = 2000;
const HEAD = ["code", "status", "uses", "max_uses", "per_customer_uses", "expires_at"];

/** Every code of a set with its uses as CSV, in pieces: memory does not grow with their number. */
export async function* listCodesCsv(db: Db, setId: number, zone: string): AsyncGenerator<string> {
  yield csvOf([HEAD]);
  let after = 0;
  for (;;) {
    const rows = await listCodesAfter(db, setId, after, PART);
    yield csvOf(
      rows.map(({ code, status, uses, maxUses, perCustomerUses, expiresAt }) => [
        code,
        status,
        String(uses),
        String(maxUses ?? ""),
        String(perCustomerUses ?? ""),
        fileTime(expiresAt, zone),
      ]),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < PART) return;
    after = last.id;
  }
}
