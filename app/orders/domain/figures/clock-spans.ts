import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { addDays, businessDay, daysBetween, instantOf, weekdayOf } from "#app/values/time.ts";

/** End excluded. */
export interface ClockSpan {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface ClockAsked {
  /** 0 to 23 on the shop's clock; null = any. */
  readonly hour: number | null;
  /** Of the business day, 0 = Sunday; null = any. */
  readonly weekday: number | null;
}

/**
 * When it was that hour, that weekday, or both on the shop's clock in the business days from one instant to another, the earliest first and none twice; so
 * many days at least as the two fall into, whole. In the night when the clock is put back, an hour that comes twice is one span.
 */
export function clockSpans(
  { from, to }: { readonly from: Date; readonly to: Date },
  { hour, weekday }: ClockAsked,
  zone: string,
): readonly ClockSpan[] {
  const first = businessDay(from, zone);
  const count = daysBetween(first, businessDay(to, zone)) + 1;
  // The hours after midnight belong to the business day before.
  const starts = hour === null ? BUSINESS_DAY_STARTS_AT_MINUTES : hour * 60 + (hour * 60 < BUSINESS_DAY_STARTS_AT_MINUTES ? 24 * 60 : 0);
  const minutes = hour === null ? 24 * 60 : 60;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index))
    .filter((day) => weekday === null || weekdayOf(day) === weekday)
    .map((day) => ({ startsAt: instantOf(day, starts, zone), endsAt: instantOf(day, starts + minutes, zone) }));
}
