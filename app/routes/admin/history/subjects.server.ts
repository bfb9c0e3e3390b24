import { findNamedOrders } from "#app/orders/data/order-numbers.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { HistoryRow } from "#app/staff/data/history-list.server.ts";

const ORDER = /^order ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** As an act on an order is written down. */
export function orderSubject(id: string): string {
  return `order ${id}`;
}

/** A row as staff read it: an order by its number, all else as it was written down. */
export interface NamedRow extends HistoryRow {
  /** Of the order that it is about, whose amounts are in it; null: that of the shop. */
  readonly currency: string | null;
}

/** The same rows with the numbers and currencies of their orders. */
export async function withOrders(db: Db, rows: readonly HistoryRow[]): Promise<readonly NamedRow[]> {
  const ids = rows.flatMap(({ subject }) => ORDER.exec(subject)?.[1] ?? []);
  const orders = await findNamedOrders(db, ids);
  return rows.map((row) => {
    const { number = null, currency = null } = orders.get(ORDER.exec(row.subject)?.[1] ?? "") ?? {};
    return { ...row, currency, subject: number === null ? row.subject : `order ${number}` };
  });
}
