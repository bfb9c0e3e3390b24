import { parseHoursRange, type HoursRange } from "./opening-hours.ts";

const FIRST_RANGE: HoursRange = "11:00-21:00";
const DAY = 1440;
/** Minutes between two ranges of a day. */
const BREAK = 60;
const MAX_LENGTH = 240;
const MIN_LENGTH = 60;

/** The initial hours of a weekday: the usual opening and closing time ("" = none). */
export function usualRange(openTime: string, closingTime: string): HoursRange {
  if (openTime === "" && closingTime === "") return FIRST_RANGE;
  const range = `${openTime || "00:00"}-${closingTime || "24:00"}`;
  return parseHoursRange(range) === null ? FIRST_RANGE : range;
}

/** Another range for a day: after the last one, or before the first one if the day has no room left. */
export function proposedRange(ranges: readonly HoursRange[]): HoursRange {
  const taken = ranges.flatMap((range) => parseHoursRange(range) ?? []);
  if (taken.length === 0) return FIRST_RANGE;
  const from = Math.max(...taken.map(({ close }) => close)) + BREAK;
  if (from + MIN_LENGTH <= DAY) return rangeOf(from, Math.min(from + MAX_LENGTH, DAY));
  const to = Math.min(...taken.map(({ open }) => open)) - BREAK;
  return to >= MIN_LENGTH ? rangeOf(Math.max(0, to - MAX_LENGTH), to) : FIRST_RANGE;
}

function rangeOf(from: number, to: number): HoursRange {
  return `${clockOf(from)}-${clockOf(to)}`;
}

function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
