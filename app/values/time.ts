import { BUSINESS_DAY_STARTS_AT_MINUTES } from "./limits.ts";
import { toldOffset, type ZoneOffsets } from "./zone-offsets.ts";

/**
 * Clock times, local dates and instants. The only domain module that creates `Date` values, and it never reads the clock: `now` is always
 * an argument. It uses only `Intl`, because the browser computes the store's open state with it.
 */

/** Wall-clock time "HH:MM", 00:00 to 23:59, as settings store it. */
export type ClockTime = string;
/** A day of the calendar, "YYYY-MM-DD". */
export type LocalDate = string;
/** 0 = Sunday … 6 = Saturday. */
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const MINUTES_PER_DAY = 1440;

/** The wall-clock time of an instant in a zone. */
export interface LocalTime {
  readonly date: LocalDate;
  readonly weekday: Weekday;
  /** Whole minutes since midnight on the clock, 0 to 1439. */
  readonly minutes: number;
  /** 0 to 59. */
  readonly seconds: number;
}

/** Minutes since midnight, or null unless the text is a time "HH:MM" from 00:00 to 23:59. */
export function parseClockTime(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/** Minutes since midnight of a validated time. Throws RangeError for anything else. */
export function getClockMinutes(time: ClockTime): number {
  const minutes = parseClockTime(time);
  if (minutes === null) {
    throw new RangeError(`Not a time HH:MM: ${time}`);
  }
  return minutes;
}

/** The wall-clock time in the zone at the instant. Throws RangeError for an unknown zone. */
export function localTimeOf(instant: Date, zone: string): LocalTime {
  const wall = new Date(instant.getTime() + offsetMs(instant.getTime(), zone));
  return {
    date: wall.toISOString().slice(0, 10),
    weekday: toWeekday(wall.getUTCDay()),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    seconds: wall.getUTCSeconds(),
  };
}

/** The calendar day in the zone at the instant. */
export function localDateOf(instant: Date, zone: string): LocalDate {
  return localTimeOf(instant, zone).date;
}

/** 7 is the Sunday after 6. */
export function toWeekday(day: number): Weekday {
  return WEEKDAYS[day % WEEKDAYS.length] ?? 0;
}

/** The weekday of a calendar day. */
export function weekdayOf(date: LocalDate): Weekday {
  return toWeekday(new Date(utcMidnight(date)).getUTCDay());
}

/** The calendar day `days` after (or before) another. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(utcMidnight(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from one calendar day to another: negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / 86_400_000);
}

/** True for a real day written "YYYY-MM-DD". */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/**
 * The instant of a wall-clock time on that day in the zone. `minutes` counts from 00:00 and may exceed 1440 (the next day). Ambiguity is
 * resolved as in Temporal's "compatible": a skipped time moves later by the length of the gap, a repeated one is the earlier. Throws
 * RangeError for an unknown zone or day.
 */
export function instantOf(date: LocalDate, minutes: number, zone: string): Date {
  return new Date(resolveWall(utcMidnight(date) + minutes * 60_000, zone).time);
}

/**
 * The first instant at which a wall clock in the zone shows that time of that day, or later: opening hours begin and end there. It differs
 * from `instantOf` only for a skipped time, which is reached at the moment the clock jumps over it.
 */
export function clockReaches(date: LocalDate, minutes: number, zone: string): Date {
  const wanted = utcMidnight(date) + minutes * 60_000;
  const { time, skippedBy } = resolveWall(wanted, zone);
  let reached = time;
  let notYet = time - skippedBy;
  while (reached - notYet > 1000) {
    const middle = notYet + Math.floor((reached - notYet) / 2000) * 1000;
    if (middle + offsetMs(middle, zone) >= wanted) reached = middle;
    else if (middle > notYet) notYet = middle;
    else break;
  }
  return new Date(reached);
}

/**
 * The instant of a wall-clock time (both as epoch milliseconds), and how far the clock jumps over it: 0 unless skipped. The offsets a day
 * before and a day after enclose any single clock change.
 */
function resolveWall(wall: number, zone: string): { readonly time: number; readonly skippedBy: number } {
  const before = wall - offsetMs(wall - 86_400_000, zone);
  const after = wall - offsetMs(wall + 86_400_000, zone);
  if (before === after) return { time: before, skippedBy: 0 };
  const real = [before, after].filter((time) => time + offsetMs(time, zone) === wall);
  return real.length > 0 ? { time: Math.min(...real), skippedBy: 0 } : { time: before, skippedBy: before - after };
}

/** The business day: sales until 04:00 local time belong to the day before (reports, "sold out today"). */
export function businessDay(instant: Date, zone: string): LocalDate {
  const local = localTimeOf(instant, zone);
  return local.minutes < BUSINESS_DAY_STARTS_AT_MINUTES ? addDays(local.date, -1) : local.date;
}

/** The instant `minutes` of real time later (earlier when negative). */
export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

/** Real minutes from one instant to another, with fraction; negative when `to` is earlier. */
export function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000;
}

/** The next instant that lies on a whole multiple of `step` minutes of the hour (UTC); itself when it does. */
export function roundUpToMinutes(instant: Date, step: number): Date {
  const size = step * 60_000;
  return new Date(Math.ceil(instant.getTime() / size) * size);
}

/** The next instant whose wall-clock time in the zone is a multiple of `step` minutes since midnight; itself when it is. */
export function roundUpToClock(instant: Date, step: number, zone: string): Date {
  const whole = roundUpToMinutes(instant, 1);
  const past = localTimeOf(whole, zone).minutes % step;
  return past === 0 ? whole : addMinutes(whole, step - past);
}

/** The last instant at or before this one whose wall-clock time in the zone is a multiple of `step` minutes since midnight. */
export function roundDownToClock(instant: Date, step: number, zone: string): Date {
  const whole = new Date(Math.floor(instant.getTime() / 60_000) * 60_000);
  return addMinutes(whole, -(localTimeOf(whole, zone).minutes % step));
}

/** The later of two instants. */
export function laterOf(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}

/** An instant from ISO 8601 with a zone ("2026-03-08T07:30:00Z", "…+01:00"), or null. A time without zone is refused. */
export function parseInstant(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (match === null || !isLocalDate(match[1] ?? "")) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time);
}

/** IANA zones for the STORE_TIMEZONE dropdown, in alphabetical order, "UTC" included. */
export function listTimeZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();
}

/** True for a zone name this runtime knows, aliases included ("US/Eastern"); bare offsets such as "+05:00" are not zones here. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    formatterFor(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Creating a formatter costs far more than using it; there is one per zone, and zones are few. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", timeZoneName: "longOffset" });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** The zone's offsets for the given number of days after an instant. */
export function listZoneOffsets(zone: string, from: Date, days: number): ZoneOffsets {
  const start = from.getTime();
  const changes: [number, number][] = [[start, offsetMs(start, zone)]];
  for (let day = 1; day <= days; day += 1) {
    let after = start + day * 86_400_000;
    const offset = offsetMs(after, zone);
    if (offset === changes.at(-1)?.[1]) continue;
    for (let before = after - 86_400_000; after - before > 1000;) {
      const middle = before + Math.floor((after - before) / 2000) * 1000;
      if (offsetMs(middle, zone) === offset) after = middle;
      else before = middle;
    }
    changes.push([after, offset]);
  }
  return { zone, changes, until: start + days * 86_400_000 };
}

/** The zone's UTC offset at the instant, in milliseconds. Parses "2026, GMT-05:00"; UTC is plain "GMT". */
function offsetMs(time: number, zone: string): number {
  const storedOffset = toldOffset(time, zone);
  if (storedOffset !== undefined) return storedOffset;
  const text = formatterFor(zone).format(time);
  const match = /GMT(?:([+\-\u2212])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (match === null) {
    throw new Error(`This platform writes the offset of ${zone} as "${text}", which is not understood`);
  }
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === undefined || sign === "+" ? size : -size;
}

function utcMidnight(date: LocalDate): number {
  if (!isLocalDate(date)) {
    throw new RangeError(`Not a day YYYY-MM-DD: ${date}`);
  }
  return Date.parse(`${date}T00:00:00Z`);
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

/** An instant in a file for a spreadsheet, in the shop's zone: "2026-11-22 09:41:07"; "" for none. */
export function fileTime(at: Date | null, zone: string): string {
  if (at === null) return "";
  const { date, minutes, seconds } = localTimeOf(at, zone);
  return `${date} ${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}:${pad(seconds, 2)}`;
}
