import { CHECKOUT_HOLD_MINUTES } from "#app/values/limits.ts";
import { addMinutes } from "#app/values/time.ts";

/** For an order as soon as possible: the kitchen begins when it is paid. */
export const LINK_MINUTES = 60;
/** For a later one: as long as the customer may take to find the card. */
const LATER_LINK_MINUTES = 24 * 60;

/** Until when the customer may pay a link that is made now: an hour, or a day for an order for later that leaves the kitchen its time. */
export function linkEnd(
  now: Date,
  { requestedFor, prepMinutes }: { readonly requestedFor: Date | null; readonly prepMinutes: number },
): Date {
  const soon = addMinutes(now, LINK_MINUTES);
  if (requestedFor === null) return soon;
  const longest = addMinutes(now, LATER_LINK_MINUTES);
  const cookFrom = addMinutes(requestedFor, -prepMinutes);
  const last = cookFrom < longest ? cookFrom : longest;
  return last < soon ? soon : last;
}

/** The page where the customer pays; `publicUrl` without a trailing slash. */
export function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/pay-order?order=${encodeURIComponent(token)}`;
}

/** How long an order waits to be paid; null times: it has no link. `minutes`: what staff chose until it is ready. */
export function linkTerms(
  hasLink: boolean,
  now: Date,
  order: { readonly requestedFor: Date | null; readonly prepMinutes: number; readonly minutes: number | null },
) {
  if (!hasLink) return { payBy: null, acceptMinutes: null, holdExpiresAt: addMinutes(now, CHECKOUT_HOLD_MINUTES) };
  const payBy = linkEnd(now, order);
  return { payBy, acceptMinutes: order.minutes, holdExpiresAt: payBy };
}

/** Whether an order waits for its link to be paid. */
export function isLinkOpen({ status, payBy }: { readonly status: string; readonly payBy: Date | null }, now: Date): boolean {
  return status === "awaiting_payment" && payBy !== null && payBy > now;
}
