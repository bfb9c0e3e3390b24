/** Provider statuses of a payment intent. */
export const INTENT_STATUSES = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "canceled",
] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** Provider statuses of a refund; all but the last two count as refunded. "Succeeded" may still become "failed". */
export const REFUND_STATUSES = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The order's payment state from its intent; refunds are not included. */
export function paymentStateOf(intentStatus: IntentStatus): "pending" | "authorized" | "captured" | "voided" {
  if (intentStatus === "requires_capture") return "authorized";
  if (intentStatus === "succeeded") return "captured";
  return intentStatus === "canceled" ? "voided" : "pending";
}

/** The provider's reason for an expired authorization. */
const RUN_OUT: ReadonlySet<string | null> = new Set(["expired", "automatic"]);

/**
 * Whether a missing authorization expired or was released. `captureBefore` in epoch seconds, null if unknown. `reason`: the provider's cancellation
 * reason or null.
 */
export function hasRunOut(reason: string | null, captureBefore: number | null, now: Date): boolean {
  return RUN_OUT.has(reason) || (reason === null && captureBefore !== null && captureBefore * 1000 <= now.getTime());
}
