import type { Db } from "#app/platform/db/database.server.ts";
import { listCodesAfter } from "#app/promotions/data/coupon-sets.server.ts";
import { csvOf } from "#app/values/csv.ts";
import { fileTime } from "#app/values/time.ts";

const PART = 2000;
const HEAD = ["code", "status", "uses", "max_uses", "per_customer_uses", "expires_at"];

/** Every code of a set with its uses as CSV, read and sent in parts: memory does not grow with their number. */
export function streamCodes(db: Db, setId: number, zone: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  let isFirst = true;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await listCodesAfter(db, setId, after, PART);
      const head = isFirst ? [HEAD] : [];
      isFirst = false;
      const lines = rows.map((row) => [
        row.code,
        row.status,
        String(row.uses),
        String(row.maxUses ?? ""),
        String(row.perCustomerUses ?? ""),
        fileTime(row.expiresAt, zone),
      ]);
      controller.enqueue(encoder.encode(csvOf([...head, ...lines])));
      after = rows.at(-1)?.id ?? after;
      if (rows.length < PART) controller.close();
    },
  });
}
