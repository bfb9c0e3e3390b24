import { hasKey } from "#app/values/narrow.ts";

/** Events of an order's history, for staff. */
const WHAT: Readonly<Record<string, string>> = {
  payment_authorized: "Order placed",
  placed: "Order placed",
  payment_link: "Payment link made",
  abandon: "Ended without a payment",
  accept: "Accepted",
  reject: "Rejected",
  time_out: "Rejected: nobody answered in time",
  cancel: "Cancelled",
  hold_expired: "Cancelled",
  edit: "Changed",
  first_ended: "The order it goes with has ended",
  preparing: "Started preparing",
  ready: "Ready",
  out: "Out for delivery",
  complete: "Completed",
  delay: "Promised later",
  undo: "One step back",
  refund: "Refunded",
  note: "Note",
  message: "Message to the customer",
  arrived: "The customer is here",
  disputed: "The customer's bank disputes the payment",
  dispute_ended: "The dispute has ended for the shop",
  refund_failed: "A refund did not arrive",
  payment_changed: "Changed at the card provider",
  not_done: "Not carried out",
  provider_silent: "The card provider does not answer; it is asked again",
};

/** An event of an order's history. */
export function eventWords(event: string): string {
  return WHAT[event] ?? event.replaceAll("_", " ");
}

/** What a refund that nobody gave a reason for followed from; stored with it. */
const FOLLOWED: Readonly<Record<string, string>> = {
  edit: "The order was changed",
  reject: "The order was rejected",
  cancel: "The order was cancelled",
  time_out: "Nobody answered the order in time",
  hold_expired: "The order was cancelled",
  ended: "The order has ended",
};

/** Why money went back: as staff wrote it, or what it followed from. "edit: the rest had been paid back" */
export function refundReason(stored: string): string {
  const [event = "", ...rest] = stored.split(": ");
  return hasKey(FOLLOWED, event) ? [FOLLOWED[event], ...rest].join(": ") : stored;
}
