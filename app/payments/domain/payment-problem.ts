/**
 * Why a payment needs staff.
 * - amount_mismatch: the paid amount differs from the order's total.
 * - hold_without_order: a payment that names an order this shop does not have.
 * - capture_failed: an accepted card was not charged; expired_hold: because its authorization expired.
 * - refund_failed: a refund did not arrive.
 * - undo_failed: an authorization could not be released, or its capture could not be refunded.
 * - refused: the provider takes no payments from this shop.
 */
export const PAYMENT_PROBLEM_KINDS = [
  "amount_mismatch",
  "hold_without_order",
  "capture_failed",
  "expired_hold",
  "refund_failed",
  "undo_failed",
  "refused",
] as const;
export type PaymentProblemKind = (typeof PAYMENT_PROBLEM_KINDS)[number];

/** Remedies that staff can choose. */
export const PROBLEM_REMEDIES = ["retry_capture", "release_hold", "refund_again", "accept_at_pickup", "by_hand"] as const;
export type ProblemRemedy = (typeof PROBLEM_REMEDIES)[number];
