import { UNDECIDED_ALERT_MINUTES, UNHEARD_ALERT_SECONDS } from "#app/values/limits.ts";
import { addMinutes, laterOf } from "#app/values/time.ts";

/** The promise on Accept: never before the requested time, never sooner than the chosen minutes. */
export function promiseOf(requestedFor: Date | null, now: Date, minutes: number): Date {
  const soonest = addMinutes(now, minutes);
  return requestedFor === null ? soonest : laterOf(requestedFor, soonest);
}

/** The promise after a delay; a past one counts from now. */
export function delayedPromise(promisedAt: Date | null, now: Date, minutes: number): Date {
  return addMinutes(promisedAt === null ? now : laterOf(promisedAt, now), minutes);
}

/** Inputs of the decision deadline. */
export interface UndecidedOrder {
  readonly placedAt: Date;
  readonly requestedFor: Date | null;
  readonly prepMinutes: number | null;
}

/**
 * When an undecided order is rejected automatically (ORDER_AUTO_REJECT_MINUTES; 0 = never = null). The clock of an order placed while
 * closed starts at the opening; an order for later may wait until its preparation must begin, if that is later.
 *
 * @param opensAt the first opening after the order was placed; null when the shop was open
 */
export function decisionDeadline(order: UndecidedOrder, autoRejectMinutes: number, opensAt: Date | null): Date | null {
  return autoRejectMinutes === 0 ? null : undecidedUntil(order, autoRejectMinutes, opensAt);
}

/** Time of the second alert; runs like the deadline. */
export function secondAlertAt(order: UndecidedOrder, opensAt: Date | null): Date {
  return undecidedUntil(order, UNDECIDED_ALERT_MINUTES, opensAt);
}

/** Time of the email when no device listens; runs like the deadline. */
export function unheardAlertAt(order: UndecidedOrder, opensAt: Date | null): Date {
  return undecidedUntil(order, UNHEARD_ALERT_SECONDS / 60, opensAt);
}

function undecidedUntil(order: UndecidedOrder, minutes: number, opensAt: Date | null): Date {
  const deadline = addMinutes(opensAt === null ? order.placedAt : laterOf(order.placedAt, opensAt), minutes);
  return order.requestedFor === null ? deadline : laterOf(deadline, addMinutes(order.requestedFor, -(order.prepMinutes ?? 0)));
}
