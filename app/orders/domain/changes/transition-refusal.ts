/** Why lines cannot be removed after a refund; for screens and responses. */
export const PAID_BACK_ALREADY = "Something of this order was paid back already. Refund what is missing on the order's page instead.";

/** Why a disputed payment is not refunded, for staff and customers. */
export const PAYMENT_DISPUTED =
  "The customer's bank disputes this payment, so nothing can be paid back here. Answer the dispute at the card provider.";
export const YOUR_PAYMENT_DISPUTED = "Your bank disputes this payment, so the order cannot be cancelled here. Please call us.";

/** Why the customer cannot cancel an accepted order. */
export const ACCEPTED_ALREADY = "We have accepted this order, so it can no longer be cancelled here. Please call us.";

/** Why a customer cannot cancel an order that was paid in the shop. */
export const PAID_IN_SHOP = "You have paid for this order in the shop, so it cannot be cancelled here. Please call us.";

/** Why an order does not move. */
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
  /** A sentence for whoever pressed the button. */
  readonly message: string;
}
