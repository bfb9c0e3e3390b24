import { isOneOf } from "#app/values/narrow.ts";
import { isLocalDate, parseClockTime } from "#app/values/time.ts";
import { WEEKDAY_KEYS, type HoursRange, type SpecialDay, type WeeklyHours } from "./opening-hours.ts";
import { jsonOf, isRecord } from "#app/values/json.ts";

/*
 * Parses hours stored as JSON for a form, including incomplete ones ("11:00-" before the second time is entered). settings.schema.ts
 * decides whether they may be saved.
 */

/** OPENING_HOURS as typed: null = not set, undefined = not a week. */
export function readWeeklyHours(text: string): WeeklyHours | null | undefined {
  const value = readJson(text);
  if (value === null) return null;
  const isWeek = isRecord(value) && Object.entries(value).every(([day, ranges]) => isOneOf(WEEKDAY_KEYS, day) && areRanges(ranges));
  return isWeek ? value : undefined;
}

/** SPECIAL_HOURS as typed; undefined = not a list of days. */
export function readSpecialHours(text: string): readonly SpecialDay[] | undefined {
  const value = readJson(text);
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const days = value.map((day: unknown) => (isRecord(day) ? { services: "all", message: "", ...day } : {}));
  return days.every(isSpecialDay) ? days : undefined;
}

/** null for empty text, undefined for invalid JSON. */
function readJson(text: string): unknown {
  // A form never stores the literal `null`.
  return text.trim() === "" ? null : (jsonOf(text) ?? undefined);
}

function isSpecialDay(day: Readonly<Record<string, unknown>>): day is Readonly<Record<string, unknown>> & SpecialDay {
  const { from, to, ranges, services, message, ...rest } = day;
  return (
    Object.keys(rest).length === 0 &&
    [from, to].every((date) => typeof date === "string" && (date === "" || isLocalDate(date))) &&
    areRanges(ranges) &&
    (services === "all" || services === "pickup" || services === "delivery") &&
    typeof message === "string"
  );
}

function areRanges(value: unknown): value is readonly HoursRange[] {
  return Array.isArray(value) && value.every((range) => typeof range === "string" && isRangeTyped(range));
}

/** "11:00-22:00", where either end may be missing. */
function isRangeTyped(range: string): boolean {
  const ends = range.split("-");
  return ends.length === 2 && ends.every((end) => end === "" || end === "24:00" || parseClockTime(end) !== null);
}
