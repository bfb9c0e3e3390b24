import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { addDays, businessDay, daysBetween, instantOf, weekdayOf } from "#app/values/time.ts";

/** End excluded. */
export interface ClockSpan {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface TimeFilter {
  /** 0 to 23 local hour; null: any. */
  readonly hour: number | null;
  /** Weekday of the business day, 0 = Sunday; null: any. */
  readonly weekday: number | null;
}

/**
 * Time spans of that hour and weekday in the local business days of a period, ascending, without duplicates. A repeated hour in autumn is one span.
 * Undefined above `most`, decided before computing, because years of days would block the process.
 */
export function clockSpans(
  { from, to }: { readonly from: Date; readonly to: Date },
  { hour, weekday }: TimeFilter,
  zone: string,
  most: number,
): readonly ClockSpan[] | undefined {
  const start = businessDay(from, zone);
  const first = weekday === null ? start : addDays(start, (weekday - weekdayOf(start) + 7) % 7);
  const step = weekday === null ? 1 : 7;
  const count = Math.max(0, Math.floor(daysBetween(first, businessDay(to, zone)) / step) + 1);
  if (count > most) return undefined;
  // Hours after midnight belong to the previous business day.
  const starts = hour === null ? BUSINESS_DAY_STARTS_AT_MINUTES : hour * 60 + (hour * 60 < BUSINESS_DAY_STARTS_AT_MINUTES ? 24 * 60 : 0);
  const minutes = hour === null ? 24 * 60 : 60;
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index * step);
    return { startsAt: instantOf(day, starts, zone), endsAt: instantOf(day, starts + minutes, zone) };
  });
}
