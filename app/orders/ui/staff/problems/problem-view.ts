import type { PaymentProblemKind, ProblemRemedy } from "#app/payments/domain/payment-problem.ts";
import type { Cents } from "#app/values/money.ts";

/** An open payment problem as its card shows it. */
export interface ProblemView {
  readonly id: number;
  readonly kind: PaymentProblemKind;
  /** The order to open; null if unknown. */
  readonly orderId: string | null;
  /** "A-042", or "Unpaid order" if never placed. */
  readonly title: string;
  readonly customer: string;
  readonly phone: string;
  readonly amount: Cents;
  /** Lower-case code. */
  readonly currency: string;
  readonly intentId: string | null;
  /** The problem, and the text that the customer sees. */
  readonly what: string;
  readonly told: string;
  readonly openedAt: Date;
  readonly remedies: readonly ProblemRemedy[];
}

export interface RemedyAnswerView {
  readonly problemId: number;
  readonly kind: "done" | "later" | "refused";
  readonly message: string;
  /** The field of the message; null: the whole card. */
  readonly field: "note" | null;
}

export const PROBLEM_LABELS: Readonly<Record<PaymentProblemKind, string>> = {
  amount_mismatch: "Paid amount does not match",
  hold_without_order: "Payment without an order",
  capture_failed: "Card was not charged",
  expired_hold: "Card hold ran out",
  refund_failed: "Refund did not arrive",
  undo_failed: "Payment could not be undone",
  refused: "Payments are refused",
};
