import * as texts from "#texts/orders/answers.ts";
import type { OrderActor, OrderEventName, OrderStatus } from "#app/orders/domain/order.ts";

/** What happened to an order before the late request; `at` null: happening now. */
export interface EarlierEvent {
  readonly event: string | null;
  readonly actor: OrderActor;
  /** The staff member's name; "" for others. */
  readonly name: string;
  readonly at: Date | null;
}

/** "Ana accepted this 5 s ago": for the user whose request came second. */
export function conflictForStaff(earlier: EarlierEvent | undefined, now: Date): string {
  const past = PAST[earlier?.event ?? ""];
  if (earlier === undefined || past === undefined) return "This order has changed. This is its current state.";
  const who = earlier.name || (earlier.actor === "guest" ? "The customer" : "The shop");
  const when = earlier.at === null ? "just now" : ago(now.getTime() - earlier.at.getTime());
  return `${who} ${past} ${when}. This is the order's current state.`;
}

/** For staff who act on an order before its payment link is used. */
export const NOT_PAID_YET = "This order waits for its payment. Change it when it is paid, or cancel it on its page.";

function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min ago` : "a while ago";
}

const PAST: Readonly<Record<string, string>> = {
  accept: "accepted this",
  reject: "rejected this",
  time_out: "rejected this",
  cancel: "cancelled this",
  hold_expired: "cancelled this",
  edit: "changed this order",
  preparing: "started preparing this",
  ready: "marked this ready",
  out: "sent this out",
  complete: "completed this",
  delay: "delayed this",
  undo: "took a step back",
  refund: "refunded this",
  note: "wrote a note",
  message: "wrote to the customer",
  arrived: "arrived",
};

/** Why a guest's request is not possible: by order state, without naming staff. `isBusy`: a payment step is in progress. */
export function conflictForGuest(event: OrderEventName, status: OrderStatus, isBusy: boolean): string {
  if (status === "rejected") return texts.notTaken;
  if (status === "cancelled") return texts.cancelledAlready;
  if (status === "completed") return texts.handedOver;
  if (event === "arrived" && status === "received") return texts.notConfirmedYet;
  if (isBusy) return texts.shopIsBusy;
  if (event === "cancel") return texts.acceptedAlready;
  return texts.onItsWay;
}

/** For guests when the order's payment blocks the action; staff read the reason. */
export function paymentFailureForGuest(kind: "payment" | "pending"): string {
  return kind === "pending" ? texts.noResponse : texts.notGivenBack;
}
