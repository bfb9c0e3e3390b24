import { daysBetween, formatMinutes12, formatTime12, localTimeOf } from "#app/values/time.ts";
import { parseHoursRange, WEEKDAY_KEYS, type HoursRange, type SpecialDay, type StoreHours } from "./opening-hours.ts";
import { capitalised } from "#app/values/text.ts";

export interface HoursRow {
  /** "Every day", "Monday", "Monday – Friday". */
  readonly days: string;
  /** "11:00 AM – 9:00 PM", several ranges separated by commas, "Closed", "Open 24 hours". */
  readonly times: string;
}

const MONDAY_FIRST = [...WEEKDAY_KEYS.slice(1), ...WEEKDAY_KEYS.slice(0, 1)];

/** The weekly hours for people, 12-hour clock; neighbouring days with equal hours share a row. */
export function hoursRows(hours: Pick<StoreHours, "weekly" | "openTime" | "closingTime">): HoursRow[] {
  if (hours.weekly === null) {
    if (hours.openTime === null && hours.closingTime === null) return [{ days: "Every day", times: "Open 24 hours" }];
    return [{ days: "Every day", times: timesOf([`${hours.openTime ?? "00:00"}-${hours.closingTime ?? "24:00"}`]) }];
  }
  const weekly = hours.weekly;
  const rows: { first: string; last: string; times: string }[] = [];
  for (const key of MONDAY_FIRST) {
    const times = timesOf(weekly[key] ?? []);
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
export function shortMoment(instant: Date, now: Date, zone: string): string {
  const [here, local] = [localTimeOf(now, zone), localTimeOf(instant, zone)];
  const days = daysBetween(here.date, local.date);
  if (days === 0 || (days === 1 && local.minutes < here.minutes)) return formatTime12(instant, zone);
  if (days < 7) return nameOf(WEEKDAY_KEYS[local.weekday] ?? "");
  return new Intl.DateTimeFormat("en-US", { timeZone: zone, month: "short", day: "numeric" }).format(instant);
}

const SERVICE_WORDS = { all: "", pickup: ", pickup", delivery: ", delivery" } as const;

/** "2026-12-24 to 2026-12-26: Closed. Back on Sunday" */
export function specialDayWords({ from, to, ranges, services, message }: SpecialDay): string {
  const days = from === to ? from : `${from} to ${to}`;
  return `${days}${SERVICE_WORDS[services]}: ${timesOf(ranges)}${message === "" ? "" : `. ${message}`}`;
}

function timesOf(ranges: readonly HoursRange[]): string {
  const texts = ranges.flatMap((range) => {
    const parsed = parseHoursRange(range);
    return parsed === null ? [] : [`${formatMinutes12(parsed.open)} – ${formatMinutes12(parsed.close % 1440)}`];
  });
  return texts.length === 0 ? "Closed" : texts.join(", ");
}

function nameOf(key: string): string {
  return capitalised(key);
}

function rangeText(first: string, last: string): string {
  return first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`;
}
