import { UNDECIDED_ALERT_MINUTES } from "#app/values/limits.ts";
import { minutesBetween } from "#app/values/time.ts";
import { counted } from "#texts/plural.ts";

/** Quick choices of minutes on Accept. */
export const ACCEPT_MINUTES = [10, 15, 20, 30, 45] as const;
/** Minutes that one tap on Delay adds. */
export const DELAY_MINUTES = [5, 10, 15, 20] as const;
/** Choices when all orders in progress are delayed. */
export const DELAY_ALL_MINUTES = [...DELAY_MINUTES, 30] as const;
/** "Delay all orders in progress" covers orders promised up to this long ago, or requested for at most this long ahead. */
export const DUE_NOW_MINUTES = 90;
export const MOST_DELAYED_AT_ONCE = 200;
/** Rule of thumb: this many orders in the kitchen add five minutes to the next; staff can override it. */
const ORDERS_PER_STEP = 5;
const STEP_MINUTES = 5;
const MOST_LOAD_MINUTES = 30;

export interface KitchenPace {
  /** PREP_MINUTES_PICKUP or PREP_MINUTES_DELIVERY. */
  readonly prepMinutes: number;
  /** BUSY_EXTRA_MINUTES while busy, else 0. */
  readonly busyMinutes: number;
  /** Orders accepted or being prepared right now. */
  readonly inKitchen: number;
}

/** The suggested minutes on Accept: the quote, plus more under load. A multiple of five, at least 5. */
export function suggestMinutes({ prepMinutes, busyMinutes, inKitchen }: KitchenPace): number {
  const load = Math.min(MOST_LOAD_MINUTES, Math.floor(inKitchen / ORDERS_PER_STEP) * STEP_MINUTES);
  return Math.max(STEP_MINUTES, Math.ceil((prepMinutes + busyMinutes + load) / STEP_MINUTES) * STEP_MINUTES);
}

/** The offered minutes with the suggestion, sorted. */
export function acceptChoices(suggested: number): readonly number[] {
  return [...new Set([...ACCEPT_MINUTES, suggested])].toSorted((a, b) => a - b);
}

/** Urgency of an order: `soon` or `late`. */
export type Urgency = "calm" | "soon" | "late";

/** An undecided order becomes urgent with age; one for later only when its preparation must begin. */
export function waitingUrgency(placedAt: Date, cookFrom: Date | null, now: Date): Urgency {
  const waited = minutesBetween(cookFrom !== null && cookFrom > placedAt ? cookFrom : placedAt, now);
  if (waited < UNDECIDED_ALERT_MINUTES) return "calm";
  return waited < UNDECIDED_ALERT_MINUTES * 2 ? "soon" : "late";
}

/** In progress: urgent five minutes before the promise, late after it. */
export function promiseUrgency(promisedAt: Date | null, now: Date): Urgency {
  if (promisedAt === null) return "calm";
  const left = minutesBetween(now, promisedAt);
  if (left < 0) return "late";
  return left <= 5 ? "soon" : "calm";
}

/** "just now", "4 min", "2 h 5 min", "3 days"; negative counts as zero. */
export function formatDuration(minutes: number): string {
  const wholeMinutes = Math.floor(Math.max(0, minutes));
  if (wholeMinutes < 1) return "just now";
  if (wholeMinutes < 60) return `${wholeMinutes} min`;
  if (wholeMinutes < 1440)
    return wholeMinutes % 60 === 0 ? `${Math.floor(wholeMinutes / 60)} h` : `${Math.floor(wholeMinutes / 60)} h ${wholeMinutes % 60} min`;
  const days = Math.floor(wholeMinutes / 1440);
  return counted(days, "day", "days");
}

/** "About" promises a time within this many minutes. */
const PROMISE_GRACE_MINUTES = 5;

/** For customers: more than five minutes past the promise. */
export function isPromiseBroken(promisedAt: Date | null, now: Date): boolean {
  return promisedAt !== null && minutesBetween(promisedAt, now) > PROMISE_GRACE_MINUTES;
}

/** "in 12 min", "now", "6 min late", relative to the promise. */
export function formatDue(promisedAt: Date, now: Date): string {
  const left = minutesBetween(now, promisedAt);
  if (left >= 1) return `in ${formatDuration(left)}`;
  return left > -1 ? "now" : `${formatDuration(-left)} late`;
}
