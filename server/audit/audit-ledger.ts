import { money, sum } from "./arithmetic.ts";
import type { Books, OrderRow } from "./books.ts";

/** A payment at the provider, in the shop's units. */
export interface LedgerPayment {
  readonly id: string;
  /** The order that it names; null = created by another program with the same account. */
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

/** A difference between an order and its payment. */
interface Difference {
  readonly what: string;
  /** Kinds and amounts of open payment problems that already report it. Undefined: none does. */
  readonly by?: { readonly kinds: readonly string[]; readonly amounts: readonly number[] } | undefined;
}

export interface LedgerFindings {
  readonly findings: readonly string[];
  /** Differences that open payment problems already report. */
  readonly known: readonly string[];
}

/** Labels in the shop's list of payment problems. */
const PROBLEM_NAMES: Readonly<Record<string, string>> = {
  amount_mismatch: "Paid amount does not match",
  hold_without_order: "Payment without an order",
  expired_hold: "Card hold ran out",
  refund_failed: "Refund did not arrive",
  undo_failed: "Payment could not be undone",
};

/**
 * Compares the shop's orders with the provider's payments, in both directions. `nameOf` names an order in the report. A difference is known
 * only if an open payment problem is about this payment and this exact amount; all others are findings.
 */
export function auditLedger(books: Books, ledger: ProviderLedger, nameOf: (order: OrderRow) => string): LedgerFindings {
  const wrong: string[] = [];
  const known: string[] = [];
  const problems = Map.groupBy(books.openProblems, ({ intent_id: id }) => id);
  const report = (payment: LedgerPayment, { what, by }: Difference) => {
    const problem = problems
      .get(payment.id)
      ?.find(({ kind, amount_cents: amount }) => by?.kinds.includes(kind) === true && by.amounts.includes(amount));
    if (problem === undefined) wrong.push(what);
    else known.push(`${what} (“${PROBLEM_NAMES[problem.kind] ?? problem.kind}”)`);
  };
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
      for (const { what, ...rest } of comparePayment(order, payment, backOf(payment.id)))
        report(payment, { what: `${nameOf(order)}: ${what}`, ...rest });
    else if (isHeld || net > 0) {
      const [verb, amount] = isHeld ? ["holds", payment.amount] : ["keeps", net];
      report(payment, {
        what: `payment ${payment.id} ${verb} ${money(amount, payment.currency)} and belongs to no order of these`,
        by: { kinds: UNWANTED, amounts: [amount] },
      });
    }
  }
  const paymentsById = new Map(ledger.payments.map((payment) => [payment.id, payment]));
  for (const order of books.orders) {
    if (order.payment_intent_id === null || order.captured_cents + order.refunded_cents === 0) continue;
    if (!paymentsById.has(order.payment_intent_id))
      wrong.push(`${nameOf(order)}: the provider does not know its payment ${order.payment_intent_id}`);
  }
  return { findings: wrong, known };
}

/** Problems of a payment that the shop rejected and could not refund. */
const UNWANTED: readonly string[] = ["hold_without_order", "undo_failed", "amount_mismatch"];

function comparePayment(order: OrderRow, payment: LedgerPayment, back: number): readonly Difference[] {
  const { currency } = order;
  const differences: Difference[] = [];
  if (payment.currency !== currency)
    differences.push({ what: `the order is in ${currency}, its payment in ${payment.currency}`, by: mismatchOf(order, payment) });
  if (order.captured_cents !== payment.received)
    differences.push({
      what: `${money(order.captured_cents, currency)} taken by the order, ${money(payment.received, payment.currency)} by the provider`,
    });
  if (order.refunded_cents !== back)
    differences.push({ what: `${money(order.refunded_cents, currency)} refunded by the order, ${money(back, currency)} by the provider` });
  return [
    ...differences,
    ...compareHold(order, payment),
    ...(SERVED.has(order.status) && order.payment_state !== "none" ? compareCharge(order, payment) : []),
    ...compareKept(order, payment, back),
    ...compareState(order, payment),
  ];
}

/** The problem of a payment that did not match its order, so that the order was not placed. */
function mismatchOf({ status }: OrderRow, { status: paid, amount, received }: LedgerPayment): Difference["by"] {
  const isHeld = paid === "requires_capture";
  return status === "awaiting_payment" ? { kinds: ["amount_mismatch"], amounts: [isHeld ? amount : received] } : undefined;
}

function compareHold(order: OrderRow, payment: LedgerPayment): readonly Difference[] {
  if (payment.status !== "requires_capture") return [];
  const held = money(payment.amount, order.currency);
  const isUnwanted = ENDED.has(order.status) || order.status === "awaiting_payment";
  return [
    ...(isUnwanted
      ? [{ what: `${held} is held for an order that is ${order.status}`, by: { kinds: UNWANTED, amounts: [payment.amount] } }]
      : []),
    ...(order.final_total_cents > payment.amount
      ? [{ what: `${held} is held for an order of ${money(order.final_total_cents, order.currency)}`, by: mismatchOf(order, payment) }]
      : []),
  ];
}

function compareKept(order: OrderRow, payment: LedgerPayment, back: number): readonly Difference[] {
  const over = payment.received - back - order.final_total_cents;
  // A refund that the bank returned is exactly the amount kept.
  const by = mismatchOf(order, payment) ?? { kinds: ["refund_failed"], amounts: [over] };
  return over > 0 ? [{ what: `${money(over, order.currency)} more is kept than the order costs`, by }] : [];
}

function compareState(order: OrderRow, payment: LedgerPayment): readonly Difference[] {
  const isAtPickup = order.payment_state === "none" && payment.received === 0 && payment.status !== "requires_capture";
  if (isAtPickup || STATES[payment.status]?.includes(order.payment_state) === true) return [];
  const isExpired = order.status === "received" && payment.status === "canceled" && order.payment_state === "authorized";
  return [
    {
      what: `its payment is ${payment.status}, the order says ${order.payment_state}`,
      by: isExpired ? { kinds: ["expired_hold"], amounts: [payment.amount, order.final_total_cents] } : undefined,
    },
  ];
}

/** Of an order in progress or completed. */
function compareCharge(order: OrderRow, payment: LedgerPayment): readonly Difference[] {
  if (payment.status === "requires_capture") return [{ what: `the order is ${order.status}, but its payment was never charged` }];
  if (payment.status === "canceled") return [{ what: `the order is ${order.status}, but its payment was released` }];
  const short = order.final_total_cents - payment.received;
  const shortage = `${money(short, order.currency)} less was charged than the order costs`;
  return payment.status === "succeeded" && short > 0
    ? [{ what: shortage, by: { kinds: ["amount_mismatch"], amounts: [payment.received] } }]
    : [];
}
