import { auditLedger, type ProviderLedger } from "./audit-ledger.ts";
import { auditOrder } from "./audit-orders.ts";
import { auditShop, auditTraces } from "./audit-traces.ts";
import type { Books, OrderRow } from "./books.ts";

/*
 * The auditor is a second opinion: it imports nothing of the shop, reads tables and ledger as they are, and adds them up by its own arithmetic.
 */

export interface AuditReport {
  readonly orders: number;
  readonly payments: number;
  readonly refunds: number;
  /** What does not add up, one sentence each. */
  readonly findings: readonly string[];
  /** What the shop lists under payment problems for staff to solve, and therefore is no error of the books. */
  readonly known: readonly string[];
}

/** @param ledger null = the provider was not asked */
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
