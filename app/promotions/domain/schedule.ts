import * as texts from "#texts/promotions/offers.ts";
import type { ScheduleWindow } from "./promotion.ts";
import { formatClock, formatClockRange, formatDay, shortWeekday, weekFrom, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";
import {
  addDays,
  daysBetween,
  getClockMinutes,
  MINUTES_PER_DAY,
  toWeekday,
  type LocalDate,
  type LocalTime,
  type Weekday,
} from "#app/values/time.ts";

/** Weekly windows (happy hour) on the wall clock of STORE_TIMEZONE. A window that passes midnight belongs to the day it began. */

/** True inside one of the windows, start included, end excluded; also when there are none. */
export function isInWindows(windows: readonly ScheduleWindow[], local: LocalTime): boolean {
  return windows.length === 0 || minutesLeft(windows, local) !== null;
}

/** The remaining minutes of the window that contains `local`, of several the longest; null outside of all. */
export function minutesLeft(windows: readonly ScheduleWindow[], local: LocalTime): number | null {
  const yesterday = (local.weekday + 6) % 7;
  const left = windows.flatMap((window) => {
    const from = getClockMinutes(window.from);
    const to = getClockMinutes(window.to);
    const end = from < to ? to : to + MINUTES_PER_DAY;
    const began = isOnDay(window, local.weekday) && local.minutes >= from ? [end - local.minutes] : [];
    const beganYesterday = isOnDay(window, yesterday) ? [end - MINUTES_PER_DAY - local.minutes] : [];
    return [...began, ...beganYesterday].filter((minutes) => minutes > 0);
  });
  return left.length === 0 ? null : Math.max(...left);
}

/** A moment in the store's local time. */
export type WallTime = Pick<LocalTime, "date" | "weekday" | "minutes">;

/** The first moment at or after `from` inside one of the windows; null when there is none. */
export function nextOpening(windows: readonly ScheduleWindow[], from: LocalTime): WallTime | null {
  if (isInWindows(windows, from)) return from;
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const weekday = toWeekday(from.weekday + ahead);
    const starts = windows
      .filter((window) => isOnDay(window, weekday))
      .map((window) => getClockMinutes(window.from))
      .filter((start) => ahead > 0 || start > from.minutes);
    if (starts.length > 0) return { date: addDays(from.date, ahead), weekday, minutes: Math.min(...starts) };
  }
  return null;
}

/** True when the first moment is not before the second. */
export function isNotBefore(moment: WallTime, other: WallTime): boolean {
  return moment.date === other.date ? moment.minutes >= other.minutes : moment.date > other.date;
}

/** When an offer or window begins, relative to `now`: "5:00 PM today", "Monday 5:00 PM" within the week, else "March 3, 5:00 PM". */
export function whenText(moment: WallTime, now: WallTime, region: RegionFormat): string {
  const days = daysBetween(now.date, moment.date);
  const time = formatClock(moment.minutes, region);
  if (days === 0) return texts.today(time);
  if (days > 0 && days < 7) return texts.weekdayAt(WEEKDAY_NAMES[moment.weekday], time);
  return texts.dayAt(dayText(moment.date, now.date.slice(0, 4), region), time);
}

/** "Mon–Thu 3:00–5:00 PM, Fri 10:00 PM–1:00 AM". */
export function windowsText(windows: readonly ScheduleWindow[], region: RegionFormat): string {
  const rangeText = ({ from, to }: ScheduleWindow) => formatClockRange(getClockMinutes(from), getClockMinutes(to), region);
  return texts.hours(windows.map((window) => texts.daysAndTimes(weekdaysText(window.weekdays, region), rangeText(window))));
}

/** "March 3", with the year unless it is `currentYear`. */
export function dayText(date: LocalDate, currentYear: string, region: RegionFormat): string {
  return formatDay(date, region, { month: "long", hasYear: !date.startsWith(`${currentYear}-`) });
}

/** No weekdays means every day. */
function isOnDay(window: ScheduleWindow, weekday: number): boolean {
  return window.weekdays.length === 0 || window.weekdays.includes(weekday);
}

/** [1, 2, 3, 4] → "Mon–Thu", [5, 6, 0] → "Fri–Sun" whatever the first day of the week; two days in a row are named separately. */
function weekdaysText(weekdays: readonly number[], region: RegionFormat): string {
  const week = weekFrom(region);
  const runs: Weekday[][] = [];
  for (const [place, weekday] of week.entries()) {
    if (weekdays.length > 0 && !weekdays.includes(weekday)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === week[place - 1]) run.push(weekday);
    else runs.push([weekday]);
  }
  if (runs[0]?.length === week.length) return texts.daily;
  return texts.days(
    joinedOverWeekEnd(runs, week).flatMap((run) =>
      run.length > 2 ? texts.dayRange(shortWeekday(run[0] ?? 0), shortWeekday(run.at(-1) ?? 0)) : run.map(shortWeekday),
    ),
  );
}

/** Consecutive days across the end of the week are one run. */
function joinedOverWeekEnd(runs: readonly Weekday[][], week: readonly Weekday[]): readonly Weekday[][] {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || first === last) return runs;
  if (first[0] !== week[0] || last.at(-1) !== week.at(-1)) return runs;
  return [...runs.slice(1, -1), [...last, ...first]];
}
