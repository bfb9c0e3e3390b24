import {
  formatClock,
  formatDay,
  formatDayOf,
  formatTime,
  weekFrom,
  type RegionFormat,
  type ShopClock,
} from "#app/values/clock/shop-clock.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";
import * as texts from "#texts/store/hours.ts";
import { daysBetween, localTimeOf, MINUTES_PER_DAY } from "#app/values/time.ts";
import { parseHoursRange, WEEKDAY_KEYS, type HoursRange, type SpecialDay, type StoreHours } from "./opening-hours.ts";

export const OPEN_ALL_DAY = texts.openAllDay;

export interface HoursRow {
  /** texts.everyDay, "Monday", "Monday – Friday". */
  readonly days: string;
  /** "11:00 AM – 9:00 PM", several ranges separated by commas, "Closed", "Open 24 hours". */
  readonly times: string;
}

/** The weekly hours in words; neighbouring days with equal hours share a row. */
export function hoursRows(hours: Pick<StoreHours, "weekly" | "openTime" | "closingTime" | "region">): HoursRow[] {
  if (hours.weekly === null) {
    if (hours.openTime === null && hours.closingTime === null) return [{ days: texts.everyDay, times: texts.openAllDay }];
    return [{ days: texts.everyDay, times: timesOf([`${hours.openTime ?? "00:00"}-${hours.closingTime ?? "24:00"}`], hours.region) }];
  }
  const weekly = hours.weekly;
  const rows: { first: string; last: string; times: string }[] = [];
  for (const weekday of weekFrom(hours.region)) {
    const name = WEEKDAY_NAMES[weekday];
    const times = timesOf(weekly[WEEKDAY_KEYS[weekday]] ?? [], hours.region);
    const previous = rows.at(-1);
    if (previous?.times === times) previous.last = name;
    else rows.push({ first: name, last: name, times });
  }
  return rows.map(({ first, last, times }) => ({
    days: rows.length === 1 ? texts.everyDay : rangeText(first, last),
    times,
  }));
}

/**
 * An opening or closing time in one or two words, for a row that must fit one line on the narrowest phone: "12:30 AM" within 24 hours,
 * "Wednesday" within a week, "Dec 2" after it. The banner shows the full time.
 */
export function shortMoment(instant: Date, now: Date, clock: ShopClock): string {
  const [here, local] = [localTimeOf(now, clock.timeZone), localTimeOf(instant, clock.timeZone)];
  const days = daysBetween(here.date, local.date);
  if (days === 0 || (days === 1 && local.minutes < here.minutes)) return formatTime(instant, clock);
  if (days < 7) return WEEKDAY_NAMES[local.weekday];
  return formatDayOf(instant, clock);
}

const SERVICE_WORDS = { all: "", pickup: ", pickup", delivery: ", delivery" } as const;

/** "2026-12-24 to 2026-12-26: Closed. Back on Sunday" */
export function specialDayWords({ from, to, ranges, services, message }: SpecialDay, region: RegionFormat): string {
  const [first, last] = [from, to].map((date) => formatDay(date, region, { hasYear: true }));
  const days = from === to ? first : `${first} to ${last}`;
  return `${days}${SERVICE_WORDS[services]}: ${timesOf(ranges, region)}${message === "" ? "" : `. ${message}`}`;
}

function timesOf(ranges: readonly HoursRange[], region: RegionFormat): string {
  const written = ranges.flatMap((range) => {
    const parsed = parseHoursRange(range);
    if (parsed === null) return [];
    const isAllDay = parsed.open === 0 && parsed.close === MINUTES_PER_DAY;
    return [isAllDay ? texts.openAllDay : texts.timeRange(formatClock(parsed.open, region), formatClock(parsed.close, region))];
  });
  return written.length === 0 ? texts.closed : texts.timeRanges(written);
}

function rangeText(first: string, last: string): string {
  return first === last ? first : texts.dayRange(first, last);
}
