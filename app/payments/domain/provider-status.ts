/** Statuses of a payment intent, as the provider names them. */
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

/** Statuses of a refund; all but the last two count as money that has left or is leaving. "Succeeded" may still turn to "failed". */
export const REFUND_STATUSES = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The money side of an order from its payment intent; refunds are not seen there. */
export function paymentStateOf(intentStatus: IntentStatus): "pending" | "authorized" | "captured" | "voided" {
  if (intentStatus === "requires_capture") return "authorized";
  if (intentStatus === "succeeded") return "captured";
  return intentStatus === "canceled" ? "voided" : "pending";
}

/** The provider's words for a hold that nobody captured in time. */
const RUN_OUT: ReadonlySet<string | null> = new Set(["expired", "automatic"]);

/**
 * Whether a hold that is gone ran out, as opposed to having been released. `captureBefore` in epoch seconds; null = unknown. `reason`: the
 * provider's reason for the end of the payment; null = it names none.
 */
export function hasRunOut(reason: string | null, captureBefore: number | null, now: Date): boolean {
  return RUN_OUT.has(reason) || (reason === null && captureBefore !== null && captureBefore * 1000 <= now.getTime());
}
