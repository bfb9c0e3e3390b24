import { NEAR_CLOSING_MINUTES, OPENING_HORIZON_DAYS, STORE_CHECK_MS, STORE_CHECK_NEAR_CLOSING_MS } from "#app/values/limits.ts";
import * as texts from "#texts/store/hours.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";
import {
  addDays,
  addMinutes,
  clockReaches,
  daysBetween,
  getClockMinutes,
  localTimeOf,
  minutesBetween,
  parseClockTime,
  weekdayOf,
  type ClockTime,
  type LocalDate,
} from "#app/values/time.ts";
import { formatClock, formatDay, type ShopClock } from "#app/values/clock/shop-clock.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** "HH:MM-HH:MM". A close before the open ("18:00-02:00") is the next day; "24:00" may end a day. */
export type HoursRange = string;

export const WEEKDAY_KEYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
type WeekdayKey = (typeof WEEKDAY_KEYS)[number];
/** Setting OPENING_HOURS: the ranges of each weekday; an empty list or a missing weekday is a closed day. */
export type WeeklyHours = Readonly<Partial<Record<WeekdayKey, readonly HoursRange[]>>>;

/** One entry of setting SPECIAL_HOURS: replaces the usual hours from `from` to `to`, both included. */
export interface SpecialDay {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Empty = closed. */
  readonly ranges: readonly HoursRange[];
  readonly services: "all" | Fulfillment;
  /** For customers; may be empty. */
  readonly message: string;
}

/** The input for the open state. */
export interface OpeningRules {
  readonly timeZone: string;
  readonly openTime: ClockTime | null;
  readonly closingTime: ClockTime | null;
  readonly weekly: WeeklyHours | null;
  readonly special: readonly SpecialDay[];
  readonly deliveryEnabled: boolean;
  readonly deliveryClosingTime: ClockTime | null;
  readonly pausedUntil: Date | null;
  /** Delivery alone is paused until then; pickup is not affected. */
  readonly deliveryPausedUntil: Date | null;
  readonly pauseMessage: string;
}

/** The opening rules and the time format; `storeHours` in store-hours.ts derives them from the settings. */
export interface StoreHours extends OpeningRules, ShopClock {}

/** `store` is the shop as a whole (the banner); pickup and delivery may have their own hours. */
export type Service = "store" | Fulfillment;
/** Same codes as the cart problems. `delivery_closed`: the shop is open, but delivery has ended or not begun. */
export type ClosedReason = "closed" | "paused" | "delivery_off" | "delivery_closed";

export interface OpenState {
  readonly isOpen: boolean;
  /** null while open. */
  readonly reason: ClosedReason | null;
  /** The next opening; null while open, and if there is none within 62 days. */
  readonly opensAt: Date | null;
  /** The end of the current opening; null while closed, and if it is more than two weeks away (always open). */
  readonly closesAt: Date | null;
  /** The staff's message for customers: that of the pause, or of today's special hours. */
  readonly message: string | null;
}

/** A period in which a service is open, end excluded. Adjacent ranges are one opening. */
export interface Opening {
  readonly from: Date;
  readonly to: Date;
}

/** Minutes since the business day's midnight; `close` may exceed 1440. */
export interface DayRange {
  readonly open: number;
  readonly close: number;
}

/** Openings longer than this have no meaningful end. */
const ENDLESS_DAYS = 14;

/** Minutes of a range, or null unless it is "HH:MM-HH:MM" with different ends. A close before the open is the next day. */
export function parseHoursRange(range: HoursRange): { readonly open: number; readonly close: number } | null {
  const [from = "", to = "", ...rest] = range.split("-");
  const open = parseClockTime(from);
  const close = to === "24:00" ? 1440 : parseClockTime(to);
  if (open === null || close === null || rest.length > 0 || open === close) return null;
  return { open, close: close > open ? close : close + 1440 };
}

/**
 * Whether a service is open at `now` and the next change (docs/rules/opening-hours-and-times.md). Without store times and weekly hours the
 * shop is always open; otherwise from opening (inclusive) to closing (exclusive) in STORE_TIMEZONE. A range past midnight belongs to the
 * day it started, so a closed holiday does not cut the night before it. A pause closes every service; a delivery pause closes only
 * delivery.
 */
export function openState(hours: OpeningRules, now: Date, service: Service = "store"): OpenState {
  if (service === "delivery" && !hours.deliveryEnabled) {
    return { isOpen: false, reason: "delivery_off", opensAt: null, closesAt: null, message: null };
  }
  const present = findOpening(hours, service, now);
  const message = specialDayOf(hours, service, localTimeOf(now, hours.timeZone).date)?.message || null;
  const pausedUntil = endOfPause(hours, service);
  const isPaused = pausedUntil !== null && pausedUntil > now;
  if (present !== undefined && !isPaused) {
    const isEndless = minutesBetween(now, present.to) > ENDLESS_DAYS * 1440;
    return { isOpen: true, reason: null, opensAt: null, closesAt: isEndless ? null : present.to, message };
  }
  const resume = isPaused ? pausedUntil : now;
  const next = findNextOpening(hours, service, now, resume);
  const opensAt = next === undefined ? null : laterOf(next.from, resume);
  if (present !== undefined && hours.pausedUntil !== null && hours.pausedUntil > now) {
    return { isOpen: false, reason: "paused", opensAt, closesAt: null, message: hours.pauseMessage || null };
  }
  const reason = service === "delivery" && findOpening(hours, "store", now) !== undefined ? "delivery_closed" : "closed";
  return { isOpen: false, reason, opensAt, closesAt: null, message };
}

/** The end of the pause that applies to a service, past or future; null: none. */
export function endOfPause({ pausedUntil, deliveryPausedUntil }: OpeningRules, service: Service): Date | null {
  if (service !== "delivery" || deliveryPausedUntil === null) return pausedUntil;
  return pausedUntil === null ? deliveryPausedUntil : laterOf(pausedUntil, deliveryPausedUntil);
}

/**
 * The openings of a service that end after `from`, in order, until `days` later. Pauses are ignored. Adjacent ranges are joined:
 * 18:00–24:00 and 00:00–02:00 of the next day are one opening.
 */
export function listOpenings(hours: OpeningRules, service: Service, from: Date, days: number): Opening[] {
  const today = localTimeOf(from, hours.timeZone).date;
  const openings: Opening[] = [];
  for (let day = -1; day <= days; day += 1) {
    for (const opening of openingsOfDay(hours, service, addDays(today, day))) {
      const last = openings.at(-1);
      if (last !== undefined && opening.from <= last.to) {
        openings[openings.length - 1] = { from: last.from, to: opening.to > last.to ? opening.to : last.to };
      } else {
        openings.push(opening);
      }
    }
  }
  return openings.filter((opening) => opening.to > from);
}

/** Milliseconds until the open state is computed again: 5 minutes while more than 5 minutes remain before closing, otherwise 10 seconds. */
export function nextCheckDelay(state: OpenState, now: Date): number {
  if (!state.isOpen) return STORE_CHECK_NEAR_CLOSING_MS;
  const isFar = state.closesAt === null || minutesBetween(now, state.closesAt) > NEAR_CLOSING_MINUTES;
  return isFar ? STORE_CHECK_MS : STORE_CHECK_NEAR_CLOSING_MS;
}

/**
 * The next opening for the banner: "11:00 AM", "11:00 AM tomorrow", "Monday 11:00 AM", from a week ahead "Monday, December 7, 11:00 AM".
 */
export function formatReopening(opensAt: Date, now: Date, clock: ShopClock): string {
  const { timeZone, region } = clock;
  const opening = localTimeOf(opensAt, timeZone);
  const time = formatClock(opening.minutes, region);
  const days = daysBetween(localTimeOf(now, timeZone).date, opening.date);
  if (days === 0) return time;
  if (days === 1) return texts.tomorrowAt(time);
  if (days < 7) return texts.weekdayAt(WEEKDAY_NAMES[opening.weekday], time);
  return texts.dayAt(formatDay(opening.date, region, { weekday: "long", month: "long" }), time);
}

/** The end of a delivery pause in words; null: not paused. */
export function deliveryPauseEnd(hours: StoreHours, now: Date): string | null {
  const { deliveryPausedUntil: until } = hours;
  return until !== null && until > now ? formatReopening(until, now, hours) : null;
}

/** The yellow banner's sentence, or null while open. */
export function closedBanner(state: OpenState, now: Date, clock: ShopClock): string | null {
  if (state.isOpen) return null;
  return state.opensAt === null ? texts.storeClosedNoTime : texts.storeClosed(formatReopening(state.opensAt, now, clock));
}

/** The current opening. Its end is exact unless it is more than ENDLESS_DAYS away. */
function findOpening(hours: OpeningRules, service: Service, now: Date): Opening | undefined {
  if (isAlwaysOpen(hours, service)) return { from: now, to: addMinutes(now, (ENDLESS_DAYS + 1) * 1440) };
  const soon = listOpenings(hours, service, now, 1).find((opening) => opening.from <= now);
  if (soon === undefined || minutesBetween(now, soon.to) < 1440) return soon;
  return listOpenings(hours, service, now, ENDLESS_DAYS + 1).find((opening) => opening.from <= now);
}

/** The opening at `resume`, or the first after it. Most shops open again within a week, so that is tried first. */
function findNextOpening(hours: OpeningRules, service: Service, now: Date, resume: Date): Opening | undefined {
  if (minutesBetween(now, resume) > OPENING_HORIZON_DAYS * 1440) return undefined;
  return listOpenings(hours, service, resume, 7)[0] ?? listOpenings(hours, service, resume, OPENING_HORIZON_DAYS)[0];
}

/** No hours are set: the demo shop and many others need no calendar. */
function isAlwaysOpen(hours: OpeningRules, service: Service): boolean {
  const hasNoHours = hours.openTime === null && hours.closingTime === null && hours.weekly === null && hours.special.length === 0;
  return hasNoHours && (service !== "delivery" || hours.deliveryClosingTime === null);
}

function openingsOfDay(hours: OpeningRules, service: Service, date: LocalDate): Opening[] {
  return rangesOfDay(hours, service, date)
    .map(({ open, close }) => ({ from: clockReaches(date, open, hours.timeZone), to: clockReaches(date, close, hours.timeZone) }))
    .filter((opening) => opening.from < opening.to)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

/** Special hours for the day, else the weekday's, else the store times; delivery also ends at DELIVERY_CLOSING_TIME. */
export function rangesOfDay(hours: OpeningRules, service: Service, date: LocalDate): DayRange[] {
  const special = specialDayOf(hours, service, date);
  const ranges = special === undefined ? usualRanges(hours, date) : parseRanges(special.ranges);
  // Special hours for delivery already define its end.
  const endsEarlier = service === "delivery" && hours.deliveryClosingTime !== null && special?.services !== "delivery";
  return endsEarlier && hours.deliveryClosingTime !== null ? cutAt(ranges, getClockMinutes(hours.deliveryClosingTime)) : ranges;
}

function usualRanges(hours: OpeningRules, date: LocalDate): DayRange[] {
  if (hours.weekly !== null) {
    const key = WEEKDAY_KEYS[weekdayOf(date)];
    return parseRanges((key === undefined ? undefined : hours.weekly[key]) ?? []);
  }
  const open = hours.openTime === null ? 0 : getClockMinutes(hours.openTime);
  const close = hours.closingTime === null ? 1440 : getClockMinutes(hours.closingTime);
  // The form refuses equal times. Inclusive to exclusive, they are never open.
  if (hours.openTime !== null && open === close) return [];
  return [{ open, close: close > open ? close : close + 1440 }];
}

function parseRanges(ranges: readonly HoursRange[]): DayRange[] {
  return ranges.flatMap((range) => parseHoursRange(range) ?? []).toSorted((a, b) => a.open - b.open);
}

/** An end at or before the day's first opening is after midnight: 01:00 ends a night that started at 18:00. */
function cutAt(ranges: readonly DayRange[], end: number): DayRange[] {
  const first = ranges[0]?.open ?? 0;
  const limit = end > first ? end : end + 1440;
  return ranges.map(({ open, close }) => ({ open, close: Math.min(close, limit) })).filter(({ open, close }) => open < close);
}

/** An entry for the service takes precedence over one for all, a shorter span over a longer one, a later entry over an earlier one. */
export function specialDayOf(hours: OpeningRules, service: Service, date: LocalDate): SpecialDay | undefined {
  const rank = (entry: SpecialDay): number => (entry.services === "all" ? 1 : 0);
  return hours.special
    .filter((entry) => entry.from <= date && date <= entry.to && (entry.services === "all" || entry.services === service))
    .toReversed()
    .toSorted((a, b) => rank(a) - rank(b) || daysBetween(a.from, a.to) - daysBetween(b.from, b.to))[0];
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}
