import { findNamedOrders } from "#app/orders/data/order-numbers.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { HistoryRow } from "#app/staff/data/history-list.server.ts";

const ORDER = /^order ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The stored subject of an order event. */
export function orderSubject(id: string): string {
  return `order ${id}`;
}

/** The row's subject for staff: the order's number for an order, otherwise the stored text. */
export interface NamedRow extends HistoryRow {
  /** Currency of the order, which its amounts use; null: the shop's currency. */
  readonly currency: string | null;
}

/** The same rows with order numbers and currencies. */
export async function withOrders(db: Db, rows: readonly HistoryRow[]): Promise<readonly NamedRow[]> {
  const ids = rows.flatMap(({ subject }) => ORDER.exec(subject)?.[1] ?? []);
  const orders = await findNamedOrders(db, ids);
  return rows.map((row) => {
    const { number = null, currency = null } = orders.get(ORDER.exec(row.subject)?.[1] ?? "") ?? {};
    return { ...row, currency, subject: number === null ? row.subject : `order ${number}` };
  });
}
