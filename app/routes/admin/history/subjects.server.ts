import { findOrderNumbers } from "#app/orders/data/order-numbers.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { HistoryRow } from "#app/staff/data/history-list.server.ts";

const ORDER = /^order ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** As an act on an order is written down. */
export function orderSubject(id: string): string {
  return `order ${id}`;
}

/** The same rows with subjects as staff know them: an order by its number, all else as it was written down. */
export async function withOrderNumbers(db: Db, rows: readonly HistoryRow[]): Promise<readonly HistoryRow[]> {
  const ids = rows.flatMap(({ subject }) => ORDER.exec(subject)?.[1] ?? []);
  const numbers = await findOrderNumbers(db, ids);
  return rows.map((row) => {
    const number = numbers.get(ORDER.exec(row.subject)?.[1] ?? "");
    return number === undefined ? row : { ...row, subject: `order ${number}` };
  });
}
