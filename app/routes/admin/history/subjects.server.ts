import { findOrderNumbers } from "#app/orders/data/orders.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { HistoryRow } from "#app/staff/data/history-list.server.ts";

const ORDER = /^order ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** What each row is about, as staff know it: an order by its number, all else as it was written down. */
export async function subjectsOf(db: Db, rows: readonly HistoryRow[]): Promise<readonly string[]> {
  const ids = rows.map(({ subject }) => ORDER.exec(subject)?.[1]);
  const numbers = await findOrderNumbers(
    db,
    ids.filter((id) => id !== undefined),
  );
  return rows.map(({ subject }, at) => {
    const number = numbers.get(ids[at] ?? "");
    return number === undefined ? subject : `order ${number}`;
  });
}
