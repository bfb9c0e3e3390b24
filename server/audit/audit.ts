import { auditLedger, type ProviderLedger } from "./audit-ledger.ts";
import { auditOrder } from "./audit-orders.ts";
import { auditShop, auditTraces } from "./audit-traces.ts";
import type { Books, OrderRow } from "./books.ts";

/*
 * The auditor is independent: it imports no shop code, reads tables and ledger directly, and uses its own arithmetic.
 */

export interface AuditReport {
  readonly orders: number;
  readonly payments: number;
  readonly refunds: number;
  /** The errors, one sentence each. */
  readonly findings: readonly string[];
  /** Open payment problems in the shop's list, which are therefore no errors of the books. */
  readonly known: readonly string[];
}

/** @param ledger null = the provider was not queried */
export function auditBooks(books: Books, ledger: ProviderLedger | null): AuditReport {
  const items = Map.groupBy(books.items, ({ order_id }) => order_id);
  const { findings: ofLedger, known } = ledger === null ? { findings: [], known: [] } : auditLedger(books, ledger, nameOf);
  const findings = [
    ...books.orders.flatMap((order) => auditOrder(order, items.get(order.id) ?? []).map((what) => `${nameOf(order)}: ${what}`)),
    ...auditTraces(books, nameOf),
    ...auditShop(books),
    ...ofLedger,
  ];
  return { orders: books.orders.length, payments: ledger?.payments.length ?? 0, refunds: ledger?.refunds.length ?? 0, findings, known };
}

function nameOf({ number, business_date: day, id }: OrderRow): string {
  return number === null ? `Order without a number (${id})` : `Order ${number} of ${day}`;
}
