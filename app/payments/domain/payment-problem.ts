/**
 * Why a payment needs a person.
 * - amount_mismatch: what was paid is not what its order asked for.
 * - hold_without_order: a payment that names an order this shop does not know.
 * - capture_failed: an accepted card was not charged; expired_hold: because its hold is gone.
 * - refund_failed: money that was to go back did not.
 * - undo_failed: a hold could not be released, or what it took could not be paid back.
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
