import { CHECKOUT_HOLD_MINUTES } from "#app/values/limits.ts";
import { addMinutes, minutesBetween } from "#app/values/time.ts";

/** For an order as soon as possible: the kitchen begins when it is paid. */
const LINK_MINUTES = 60;
/** For a later one: as long as the customer may take to find the card. */
const LATER_LINK_MINUTES = 24 * 60;
/** However near the time is. */
const LEAST_MINUTES = 15;

interface LinkedOrder {
  readonly requestedFor: Date | null;
  /** The promised time of the order that it goes with; null: it goes with none. */
  readonly promisedWith?: Date | null;
  readonly prepMinutes: number;
  /** Of the products in it; undefined: none. */
  readonly leadUntil?: Date | undefined;
  /** When the shop stops taking orders as soon as possible; null: not today. */
  readonly lastOrders: Date | null;
}

/**
 * Until when a link made now may be paid: an hour, but not past last orders; or a day, if the order is for later. An order for later, or one that goes
 * with another order, is paid while the kitchen can keep its time, lead times included.
 */
export function linkEnd(now: Date, { requestedFor, promisedWith = null, prepMinutes, leadUntil = now, lastOrders }: LinkedOrder): Date {
  const longest = addMinutes(now, requestedFor === null ? LINK_MINUTES : LATER_LINK_MINUTES);
  const readyAt = requestedFor ?? promisedWith;
  if (readyAt === null) return earlier(longest, lastOrders ?? longest);
  const least = addMinutes(now, LEAST_MINUTES);
  const last = earlier(longest, addMinutes(readyAt, -prepMinutes - minutesBetween(now, leadUntil)));
  return last < least ? least : last;
}

/** What an open link gets that is to end at another time: it never ends later than it did. Empty: it stays. */
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

/** How long an order waits to be paid; without a link as a checkout of the shop. `minutes`: what staff chose until it is ready. */
export function linkTerms(hasLink: boolean, now: Date, order: LinkedOrder & { readonly minutes: number | null }) {
  if (!hasLink) return { payBy: null, acceptMinutes: null, holdExpiresAt: addMinutes(now, CHECKOUT_HOLD_MINUTES) };
  const payBy = linkEnd(now, order);
  return { payBy, acceptMinutes: order.requestedFor === null ? order.minutes : null, holdExpiresAt: payBy };
}

/** Whether an order waits for its link to be paid. */
export function isLinkOpen({ status, payBy }: { readonly status: string; readonly payBy: Date | null }, now: Date): boolean {
  return status === "awaiting_payment" && payBy !== null && payBy > now;
}

/**
 * Whether its customer may pay it now: nothing is paid, and no bank is deciding. A bank that asked for a confirmation which never came does not keep
 * the customer from trying again.
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
