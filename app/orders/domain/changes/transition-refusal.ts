/** Why lines cannot be removed after a refund; for screens and responses. */
export const PAID_BACK_ALREADY = "Something of this order was paid back already. Refund what is missing on the order's page instead.";

/** Why staff cannot refund a disputed payment. */
export const PAYMENT_DISPUTED =
  "The customer's bank disputes this payment, so nothing can be paid back here. Answer the dispute at the card provider.";

/** Why a transition is refused. */
export interface TransitionRefusal {
  readonly code:
    | "wrong-status"
    | "wrong-actor"
    | "payment"
    | "payment-busy"
    | "too-early"
    | "too-late"
    | "pickup-only"
    | "delivery-only"
    | "forbidden";
  /** A sentence for the user. */
  readonly message: string;
}
