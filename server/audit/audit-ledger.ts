import { money, sum } from "./arithmetic.ts";
import type { Books, OrderRow } from "./books.ts";

/** A payment as the provider has it, in the shop's units. */
export interface LedgerPayment {
  readonly id: string;
  /** The order it names; null = made by another program with the same account. */
  readonly orderId: string | null;
  readonly status: string;
  /** Lower-case code. */
  readonly currency: string;
  readonly amount: number;
  readonly received: number;
}

export interface LedgerRefund {
  readonly paymentId: string | null;
  /** Lower-case code. */
  readonly currency: string;
  readonly amount: number;
  readonly status: string;
}

export interface ProviderLedger {
  readonly payments: readonly LedgerPayment[];
  readonly refunds: readonly LedgerRefund[];
}

export const ENDED: ReadonlySet<string> = new Set(["abandoned", "rejected", "cancelled"]);
/** The card is charged when an order is accepted. */
const SERVED: ReadonlySet<string> = new Set(["accepted", "preparing", "ready", "out_for_delivery", "completed"]);
const NOT_PAID_BACK: ReadonlySet<string> = new Set(["failed", "canceled"]);

const STATES: Readonly<Record<string, readonly string[]>> = {
  requires_payment_method: ["pending", "failed"],
  requires_confirmation: ["pending", "failed"],
  requires_action: ["pending"],
  processing: ["pending"],
  requires_capture: ["authorized"],
  succeeded: ["captured", "partially_refunded", "refunded"],
  canceled: ["voided"],
};

/** Compares the shop's orders with the provider's payments, both ways. `nameOf` names an order in the report. */
export function auditLedger(books: Books, ledger: ProviderLedger, nameOf: (order: OrderRow) => string): readonly string[] {
  const wrong: string[] = [];
  const orders = new Map(books.orders.map((order) => [order.id, order]));
  const returned = Map.groupBy(
    ledger.refunds.filter(({ status }) => !NOT_PAID_BACK.has(status)),
    ({ paymentId }) => paymentId,
  );
  const backOf = (id: string) => sum((returned.get(id) ?? []).map(({ amount }) => amount));
  for (const payment of ledger.payments) {
    if (payment.orderId === null) continue;
    const order = orders.get(payment.orderId);
    const isHeld = payment.status === "requires_capture";
    const net = payment.received - backOf(payment.id);
    if (order?.payment_intent_id === payment.id)
      wrong.push(...comparePayment(order, payment, backOf(payment.id)).map((what) => `${nameOf(order)}: ${what}`));
    else if (isHeld) wrong.push(`payment ${payment.id} holds ${money(payment.amount, payment.currency)} and belongs to no order of these`);
    else if (net > 0) wrong.push(`payment ${payment.id} keeps ${money(net, payment.currency)} and belongs to no order of these`);
  }
  const paymentsById = new Map(ledger.payments.map((payment) => [payment.id, payment]));
  for (const order of books.orders) {
    if (order.payment_intent_id === null || order.captured_cents + order.refunded_cents === 0) continue;
    if (!paymentsById.has(order.payment_intent_id))
      wrong.push(`${nameOf(order)}: the provider does not know its payment ${order.payment_intent_id}`);
  }
  return wrong;
}

function comparePayment(order: OrderRow, payment: LedgerPayment, back: number): readonly string[] {
  const wrong: string[] = [];
  const isEnded = ENDED.has(order.status);
  const isHeld = payment.status === "requires_capture";
  if (payment.currency !== order.currency) wrong.push(`the order is in ${order.currency}, its payment in ${payment.currency}`);
  if (order.captured_cents !== payment.received)
    wrong.push(
      `${money(order.captured_cents, order.currency)} taken by the order, ${money(payment.received, payment.currency)} by the provider`,
    );
  if (order.refunded_cents !== back)
    wrong.push(`${money(order.refunded_cents, order.currency)} refunded by the order, ${money(back, order.currency)} by the provider`);
  if (isHeld && (isEnded || order.status === "awaiting_payment"))
    wrong.push(`${money(payment.amount, order.currency)} is held for an order that is ${order.status}`);
  if (isHeld && payment.amount !== order.final_total_cents && order.final_total_cents > payment.amount)
    wrong.push(`${money(payment.amount, order.currency)} is held for an order of ${money(order.final_total_cents, order.currency)}`);
  if (SERVED.has(order.status) && order.payment_state !== "none") wrong.push(...compareCharge(order, payment));
  const over = payment.received - back - order.final_total_cents;
  if (over > 0) wrong.push(`${money(over, order.currency)} more is kept than the order costs`);
  const isAtPickup = order.payment_state === "none" && payment.received === 0 && !isHeld;
  if (!isAtPickup && STATES[payment.status]?.includes(order.payment_state) !== true)
    wrong.push(`its payment is ${payment.status}, the order says ${order.payment_state}`);
  return wrong;
}

/** Of an order that is being served, or was. */
function compareCharge(order: OrderRow, payment: LedgerPayment): readonly string[] {
  if (payment.status === "requires_capture") return [`the order is ${order.status}, but its payment was never charged`];
  if (payment.status === "canceled") return [`the order is ${order.status}, but its payment was released`];
  const short = order.final_total_cents - payment.received;
  return payment.status === "succeeded" && short > 0 ? [`${money(short, order.currency)} less was charged than the order costs`] : [];
}
