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
