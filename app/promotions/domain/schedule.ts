import type { ScheduleWindow } from "./promotion.ts";
import {
  addDays,
  daysBetween,
  formatMinutes12,
  getClockMinutes,
  MINUTES_PER_DAY,
  toWeekday,
  WEEKDAY_NAMES,
  type LocalTime,
} from "#app/values/time.ts";

/** Weekly windows (happy hour) on the wall clock of STORE_TIMEZONE. A window that passes midnight belongs to the day it began. */

/** True inside one of the windows, start included, end excluded; also when there are none. */
export function isInWindows(windows: readonly ScheduleWindow[], local: LocalTime): boolean {
  return windows.length === 0 || minutesLeft(windows, local) !== null;
}

/** How long the window goes on that `local` is in, of several the longest; null outside of all. */
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

/** A moment on the store's wall clock. */
export type WallTime = Pick<LocalTime, "date" | "weekday" | "minutes">;

/** The first moment from `from` on (itself included) inside one of the windows; null when there is none. */
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

/** When something begins, seen from `now`: "5:00 PM today", "Monday 5:00 PM" within the week, else "March 3, 5:00 PM". */
export function whenText(moment: WallTime, now: WallTime): string {
  const days = daysBetween(now.date, moment.date);
  const time = formatMinutes12(moment.minutes);
  if (days === 0) return `${time} today`;
  if (days > 0 && days < 7) return `${WEEKDAY_NAMES[moment.weekday]} ${time}`;
  return `${dayText(moment.date, now.date.slice(0, 4))}, ${time}`;
}

/** "Mon–Thu 3:00–5:00 PM, Fri 10:00 PM–1:00 AM". */
export function windowsText(windows: readonly ScheduleWindow[]): string {
  return windows.map((window) => `${weekdaysText(window.weekdays)} ${rangeText(window.from, window.to)}`).join(", ");
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** "March 3", with the year unless it is `currentYear`. */
export function dayText(date: string, currentYear: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${MONTHS[Number(month) - 1] ?? ""} ${Number(day)}${year === currentYear ? "" : `, ${year}`}`;
}

/** No weekday at all means every day. */
function isOnDay(window: ScheduleWindow, weekday: number): boolean {
  return window.weekdays.length === 0 || window.weekdays.includes(weekday);
}

/** [1, 2, 3, 4] → "Mon–Thu"; weeks are read from Monday; two days in a row are named one by one. */
function weekdaysText(weekdays: readonly number[]): string {
  const fromMonday = [1, 2, 3, 4, 5, 6, 0].filter((weekday) => weekdays.length === 0 || weekdays.includes(weekday));
  if (fromMonday.length === 7) return "daily";
  const order = (weekday: number): number => (weekday + 6) % 7;
  const runs: number[][] = [];
  for (const weekday of fromMonday) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && order(weekday) === order(last) + 1) {
      run.push(weekday);
    } else {
      runs.push([weekday]);
    }
  }
  return runs.map((run) => (run.length > 2 ? `${dayName(run[0])}–${dayName(run.at(-1))}` : run.map(dayName).join(", "))).join(", ");
}

function dayName(weekday: number | undefined): string {
  return (WEEKDAY_NAMES[weekday ?? 0] ?? "").slice(0, 3);
}

/** "3:00–5:00 PM", "11:00 AM–2:00 PM". */
function rangeText(from: string, to: string): string {
  const start = formatMinutes12(getClockMinutes(from));
  const end = formatMinutes12(getClockMinutes(to) % MINUTES_PER_DAY);
  return start.slice(-2) === end.slice(-2) && getClockMinutes(from) < getClockMinutes(to)
    ? `${start.slice(0, -3)}–${end}`
    : `${start}–${end}`;
}
