import { CHECKOUT_HOLD_MINUTES } from "#app/values/limits.ts";
import { addMinutes, minutesBetween } from "#app/values/time.ts";

/** For an order as soon as possible, whose preparation begins when it is paid. */
const LINK_MINUTES = 60;
/** For an order for later. */
const LATER_LINK_MINUTES = 24 * 60;
/** The minimum, however near the time is. */
const LEAST_MINUTES = 15;

interface LinkedOrder {
  readonly requestedFor: Date | null;
  /** The promised time of the order that it was added to; null: not an add-on. */
  readonly promisedWith?: Date | null;
  readonly prepMinutes: number;
  /** The end of its products' lead times; undefined: none. */
  readonly leadUntil?: Date | undefined;
  /** When the shop stops taking orders as soon as possible; null: not today. */
  readonly lastOrders: Date | null;
}

/**
 * The deadline of a payment link created now: an hour, but not past last orders; for an order for later, a day. An order for later, or an
 * add-on, must be paid while the kitchen can still make it in time, lead times included.
 */
export function linkEnd(now: Date, { requestedFor, promisedWith = null, prepMinutes, leadUntil = now, lastOrders }: LinkedOrder): Date {
  const longest = addMinutes(now, requestedFor === null ? LINK_MINUTES : LATER_LINK_MINUTES);
  const readyAt = requestedFor ?? promisedWith;
  if (readyAt === null) return earlier(longest, lastOrders ?? longest);
  const least = addMinutes(now, LEAST_MINUTES);
  const last = earlier(longest, addMinutes(readyAt, -prepMinutes - minutesBetween(now, leadUntil)));
  return last < least ? least : last;
}

/** The new deadline of an open link, if it is earlier than the current one. Empty: unchanged. */
export function shortened(payBy: Date, end: Date): { readonly payBy?: Date; readonly holdExpiresAt?: Date } {
  return end < payBy ? { payBy: end, holdExpiresAt: end } : {};
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/** The page where the customer pays; `publicUrl` without a trailing slash. */
export function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/pay-order?order=${encodeURIComponent(token)}`;
}

/** Payment terms of an order: with a link its deadline, otherwise those of a checkout. `minutes`: the minutes until ready that staff chose. */
export function linkTerms(hasLink: boolean, now: Date, order: LinkedOrder & { readonly minutes: number | null }) {
  if (!hasLink) return { payBy: null, acceptMinutes: null, holdExpiresAt: addMinutes(now, CHECKOUT_HOLD_MINUTES) };
  const payBy = linkEnd(now, order);
  return { payBy, acceptMinutes: order.requestedFor === null ? order.minutes : null, holdExpiresAt: payBy };
}

/** Whether an order waits for the payment of its link. */
export function isLinkOpen({ status, payBy }: { readonly status: string; readonly payBy: Date | null }, now: Date): boolean {
  return status === "awaiting_payment" && payBy !== null && payBy > now;
}

/**
 * Whether its customer may pay it now: it is unpaid, and no bank is deciding. A bank confirmation that never arrived does not block another attempt.
 */
export function isPayableByLink(order: LinkState, now: Date): boolean {
  const isUnderway = order.paymentIntent !== null && UNDERWAY.has(order.paymentIntent.status);
  return isLinkOpen(order, now) && order.paymentProblem === null && !isUnderway;
}

const UNDERWAY: ReadonlySet<string> = new Set(["processing", "requires_capture", "succeeded"]);

interface LinkState {
  readonly status: string;
  readonly payBy: Date | null;
  readonly paymentIntent: { readonly status: string } | null;
  readonly paymentProblem: string | null;
}
