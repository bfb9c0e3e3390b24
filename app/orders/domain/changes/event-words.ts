import * as texts from "#texts/orders/events.ts";
import { hasKey } from "#app/values/narrow.ts";

/** Events of an order's history, for staff and in the file of all data about a customer. */
const WHAT: Readonly<Record<string, string>> = {
  payment_authorized: texts.placed,
  placed: texts.placed,
  payment_link: texts.paymentLink,
  abandon: texts.abandoned,
  accept: texts.accepted,
  reject: texts.rejected,
  time_out: texts.timedOut,
  cancel: texts.cancelled,
  hold_expired: texts.cancelled,
  edit: texts.edited,
  first_ended: texts.firstEnded,
  left_to_staff: texts.leftToStaff,
  preparing: texts.preparing,
  ready: texts.ready,
  out: texts.out,
  complete: texts.completed,
  delay: texts.delayed,
  undo: texts.undone,
  refund: texts.refunded,
  note: texts.note,
  message: texts.message,
  arrived: texts.arrived,
  disputed: texts.disputed,
  dispute_ended: texts.disputeEnded,
  refund_failed: texts.refundFailed,
  payment_changed: texts.paymentChanged,
  not_done: texts.notDone,
  provider_silent: texts.providerSilent,
};

/** The text of an event in an order's history. */
export function eventWords(event: string): string {
  return WHAT[event] ?? event.replaceAll("_", " ");
}

/** The cause of a refund without a reason by staff; stored with it. */
const FOLLOWED: Readonly<Record<string, string>> = {
  edit: texts.orderWasChanged,
  reject: texts.orderWasRejected,
  cancel: texts.orderWasCancelled,
  time_out: texts.nobodyAnswered,
  hold_expired: texts.orderWasCancelled,
  ended: texts.orderHasEnded,
};

/** The reason of a refund: staff's text, or its cause. */
export function refundReason(stored: string): string {
  const [event = "", ...rest] = stored.split(": ");
  return hasKey(FOLLOWED, event) ? [FOLLOWED[event], ...rest].join(": ") : stored;
}
