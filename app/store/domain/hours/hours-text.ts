import {
  formatClock,
  formatDay,
  formatDayOf,
  formatTime,
  weekFrom,
  type RegionFormat,
  type ShopClock,
} from "#app/values/clock/shop-clock.ts";
import { daysBetween, localTimeOf, MINUTES_PER_DAY, WEEKDAY_NAMES } from "#app/values/time.ts";
import { parseHoursRange, WEEKDAY_KEYS, type HoursRange, type SpecialDay, type StoreHours } from "./opening-hours.ts";
import { capitalised } from "#app/values/text.ts";

export const OPEN_ALL_DAY = "Open 24 hours";

export interface HoursRow {
  /** "Every day", "Monday", "Monday – Friday". */
  readonly days: string;
  /** "11:00 AM – 9:00 PM", several ranges separated by commas, "Closed", "Open 24 hours". */
  readonly times: string;
}

/** The weekly hours for people; neighbouring days with equal hours share a row. */
export function hoursRows(hours: Pick<StoreHours, "weekly" | "openTime" | "closingTime" | "region">): HoursRow[] {
  if (hours.weekly === null) {
    if (hours.openTime === null && hours.closingTime === null) return [{ days: "Every day", times: OPEN_ALL_DAY }];
    return [{ days: "Every day", times: timesOf([`${hours.openTime ?? "00:00"}-${hours.closingTime ?? "24:00"}`], hours.region) }];
  }
  const weekly = hours.weekly;
  const rows: { first: string; last: string; times: string }[] = [];
  for (const weekday of weekFrom(hours.region)) {
    const key = WEEKDAY_KEYS[weekday];
    const times = timesOf(weekly[key] ?? [], hours.region);
    const previous = rows.at(-1);
    if (previous?.times === times) previous.last = key;
    else rows.push({ first: key, last: key, times });
  }
  return rows.map(({ first, last, times }) => ({
    days: rows.length === 1 ? "Every day" : rangeText(first, last),
    times,
  }));
}

/**
 * An opening or closing in one short word or two, for a row that must stay one line on the narrowest phone: "12:30 AM" until the clock shows
 * what it shows now again, "Wednesday" within a week, "Dec 2" after it. The banner says the same moment in full.
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
  const texts = ranges.flatMap((range) => {
    const parsed = parseHoursRange(range);
    if (parsed === null) return [];
    const isAllDay = parsed.open === 0 && parsed.close === MINUTES_PER_DAY;
    return [isAllDay ? OPEN_ALL_DAY : `${formatClock(parsed.open, region)} – ${formatClock(parsed.close, region)}`];
  });
  return texts.length === 0 ? "Closed" : texts.join(", ");
}

function nameOf(key: string): string {
  return capitalised(key);
}

function rangeText(first: string, last: string): string {
  return first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`;
}
