import { MONTH_NAMES, SHORT_MONTH_NAMES, SHORT_WEEKDAY_NAMES, WEEKDAY_NAMES } from "#texts/calendar.ts";
import { localDateOf, localTimeOf, MINUTES_PER_DAY, weekdayOf, type LocalDate, type Weekday } from "#app/values/time.ts";

/**
 * Readable dates and times: the words come from the catalogue of texts, order and clock from a region. Built by string concatenation,
 * because the texts of `Intl` differ between server and browser.
 */

/** The date and time format of a region; `regionFormat` in region-format.ts derives it from a locale. */
export interface RegionFormat {
  /** "March 6, 2026", "6 March 2026", "2026 March 6". */
  readonly dateOrder: "mdy" | "dmy" | "ymd";
  /** The suffixes of times before and after noon; null: a 24-hour clock. */
  readonly dayPeriods: readonly [am: string, pm: string] | null;
  /** The first day of the week in lists and calendars. */
  readonly firstWeekday: Weekday;
}

/** For the default locale, as `regionFormat` reads it from `Intl`. */
export const US_REGION: RegionFormat = { dateOrder: "mdy", dayPeriods: ["AM", "PM"], firstWeekday: 0 };

/** The input of every text with a date or time; `shopClock` in the module store derives it from the settings. */
export interface ShopClock {
  readonly timeZone: string;
  readonly region: RegionFormat;
}

/** The optional parts of a day besides "Mar 6". */
interface DayStyle {
  readonly weekday?: "short" | "long";
  readonly month?: "short" | "long";
  readonly hasYear?: boolean;
}

/** Minutes since midnight on the region's clock: 660 → "11:00 AM" or "11:00", 1440 → "12:00 AM" or "00:00". */
export function formatClock(minutes: number, { dayPeriods }: RegionFormat): string {
  const inDay = ((minutes % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const hour = Math.floor(inDay / 60);
  const past = String(inDay % 60).padStart(2, "0");
  return dayPeriods === null ? `${String(hour).padStart(2, "0")}:${past}` : `${hour % 12 || 12}:${past} ${dayPeriods[hour < 12 ? 0 : 1]}`;
}

/** A whole hour, shorter where the clock allows it: 17 → "5 PM" or "17:00". */
export function formatHour(hour: number, region: RegionFormat): string {
  return formatClock(hour * 60, region).replace(/:00 /, " ");
}

/** Two times of a clock: "3:00–5:00 PM", "11:00 AM–2:00 PM", "15:00–17:00". A range that ends the next day names both halves of the day. */
export function formatClockRange(from: number, to: number, region: RegionFormat): string {
  const [start, end] = [formatClock(from, region), formatClock(to, region)];
  const [time = "", period] = start.split(" ");
  return period !== undefined && end.endsWith(` ${period}`) && from < to ? `${time}–${end}` : `${start}–${end}`;
}

/** The time of day of an instant: "6:45 PM", "18:45". */
export function formatTime(instant: Date, { timeZone, region }: ShopClock): string {
  return formatClock(localTimeOf(instant, timeZone).minutes, region);
}

/** A day of the calendar: "Mar 6", "6 Mar"; "Fri, Mar 6, 2026", "Fri, 6 Mar 2026", "Fri, 2026 Mar 6". */
export function formatDay(date: LocalDate, { dateOrder }: RegionFormat, style: DayStyle = {}): string {
  const [year = "", month, day] = date.split("-");
  const name = (style.month === "long" ? MONTH_NAMES : SHORT_MONTH_NAMES)[Number(month) - 1] ?? "";
  const monthAndDay = dateOrder === "dmy" ? `${Number(day)} ${name}` : `${name} ${Number(day)}`;
  const withYear = { mdy: `${monthAndDay}, ${year}`, dmy: `${monthAndDay} ${year}`, ymd: `${year} ${monthAndDay}` };
  const text = style.hasYear === true ? withYear[dateOrder] : monthAndDay;
  if (style.weekday === undefined) return text;
  const weekday = weekdayOf(date);
  return `${(style.weekday === "long" ? WEEKDAY_NAMES : SHORT_WEEKDAY_NAMES)[weekday]}, ${text}`;
}

/** "Mon" */
export function shortWeekday(weekday: Weekday): string {
  return SHORT_WEEKDAY_NAMES[weekday];
}

/** The calendar day of an instant in the shop's zone. */
export function formatDayOf(instant: Date, { timeZone, region }: ShopClock, style: DayStyle = {}): string {
  return formatDay(localDateOf(instant, timeZone), region, style);
}

/** Day and time of an instant: "Mar 6, 6:00 PM", "6 Mar, 18:00". */
export function formatDayAndTime(instant: Date, clock: ShopClock, style: DayStyle = {}): string {
  return `${formatDayOf(instant, clock, style)}, ${formatTime(instant, clock)}`;
}

/** Month and year: "May 2026". */
export function formatMonth(instant: Date, { timeZone }: ShopClock): string {
  const [year = "", month] = localDateOf(instant, timeZone).split("-");
  return `${MONTH_NAMES[Number(month) - 1] ?? ""} ${year}`;
}

/** A day and time for staff: "Nov 22, 9:41 AM"; with the year if it is not that of `now`: "Dec 24, 2027, 6:00 PM". */
export function formatInstant(at: Date, clock: ShopClock, now: Date): string {
  const [year, current] = [at, now].map((each) => localDateOf(each, clock.timeZone).slice(0, 4));
  return formatDayAndTime(at, clock, { hasYear: year !== current });
}

/** The seven weekdays, starting with the region's first. */
export function weekFrom({ firstWeekday }: RegionFormat): readonly Weekday[] {
  return [...WEEK.slice(firstWeekday), ...WEEK.slice(0, firstWeekday)];
}

const WEEK: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
