import * as texts from "#texts/store/times.ts";
import { PROMISE_STEP_MINUTES } from "#app/values/limits.ts";
import {
  deliveryPauseEnd,
  endOfPause,
  formatReopening,
  listOpenings,
  openState,
  type ClosedReason,
  type OpenState,
  type StoreHours,
} from "./opening-hours.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import {
  addDays,
  addMinutes,
  clockReaches,
  laterOf,
  localDateOf,
  localTimeOf,
  roundDownToClock,
  roundUpToClock,
  roundUpToMinutes,
  type LocalDate,
} from "#app/values/time.ts";
import { formatClockRange, formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** The settings that affect a promised time; `orderingSettings` in settings.ts derives them. */
export interface OrderingSettings {
  readonly prepMinutes: Readonly<Record<Fulfillment, number>>;
  readonly busyExtraMinutes: number;
  /** null = the extra minutes apply until they are switched off. */
  readonly busyUntil: Date | null;
  readonly lastOrderMinutes: number;
  readonly allowScheduling: boolean;
  readonly scheduleDaysAhead: number;
  readonly slotIntervalMinutes: number;
  /** 0 = no limit. */
  readonly slotMaxOrders: number;
  /** 0 = no limit. */
  readonly slotMaxItems: number;
}

/** The orders already promised in one slot: held at checkout, received, accepted, preparing or ready. */
export interface SlotLoad {
  readonly orders: number;
  readonly items: number;
}
/** By the slot's start in epoch milliseconds (see `countSlotLoads`); a slot without an entry is empty. */
export type SlotLoads = ReadonlyMap<number, SlotLoad>;

/** A time for which staff accept no more orders; the end is exclusive. */
export interface ClosedSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Whether staff have closed any part of a time, whatever the slot length was then. */
export function isClosedTime(closed: readonly ClosedSlot[], startsAt: Date, endsAt: Date): boolean {
  return closed.some((slot) => slot.startsAt < endsAt && startsAt < slot.endsAt);
}

/** An order that takes longer than the usual preparation. */
export interface LeadTime {
  /** The earliest start of preparation. */
  readonly until: Date;
  /** The reason, as a sentence for the customer. */
  readonly text: string;
}

export interface SlotInput {
  readonly hours: StoreHours;
  readonly settings: OrderingSettings;
  readonly now: Date;
  readonly fulfillment: Fulfillment;
  readonly loads: SlotLoads;
  /** Left out = none. */
  readonly closed?: readonly ClosedSlot[];
  /** Units in the current cart, which must fit below slotMaxItems. */
  readonly items: number;
  /** Whether every item in the cart may be ordered for that time; only such times are offered. Left out = any time. */
  readonly suits?: (at: Date) => boolean;
  /** Excludes "as soon as possible". Left out = none. */
  readonly lead?: LeadTime | undefined;
}

const LEAD_GRACE_MINUTES = 30;

/** A time that customers may choose: the order is promised between start and end. */
export interface Slot {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isFull: boolean;
  /** At least half full. */
  readonly isBusy: boolean;
}

/** Why no time can be promised; the codes are those of the cart's problems. */
export interface TimeProblem {
  readonly code: ClosedReason | "time_unavailable" | "lead_time";
  /** A sentence for the customer that says what to do. */
  readonly message: string;
}

/** The last time for orders as soon as possible; null: not today. */
export function lastOrdersAt({ hours, settings, now, fulfillment }: SlotInput): Date | null {
  const { closesAt } = openState(hours, now, fulfillment);
  return closesAt === null ? null : addMinutes(closesAt, -settings.lastOrderMinutes);
}

/**
 * The promised time of an order placed now: now + preparation + busy minutes, rounded up to 5 minutes, moved to the next slot with
 * capacity. Never earlier than now + preparation. Refused with a lead time, while closed, after last orders, or if no slot before closing
 * has capacity.
 */
export function earliestPromise(input: SlotInput): Result<Date, TimeProblem> {
  const { hours, settings, now, fulfillment, lead } = input;
  if (lead !== undefined) return fail({ code: "lead_time", message: lead.text });
  const state = openState(hours, now, fulfillment);
  if (!state.isOpen) {
    return fail(closedProblem(state, input));
  }
  if (state.closesAt !== null && now >= addMinutes(state.closesAt, -settings.lastOrderMinutes)) {
    const text = formatTime(addMinutes(state.closesAt, -settings.lastOrderMinutes), hours);
    return fail({ code: "closed", message: joined(texts.lastOrdersWere(text), laterHint(settings)) });
  }
  if (input.suits?.(now) === false) {
    return fail({ code: "time_unavailable", message: joined(texts.notEverythingNow, laterHint(settings)) });
  }
  const { slotIntervalMinutes: interval } = settings;
  const latest = state.closesAt ?? addMinutes(now, 1440);
  let promise = roundUpToMinutes(readyAt(input, now), PROMISE_STEP_MINUTES);
  while (isFull(input, roundDownToClock(promise, interval, hours.timeZone))) {
    promise = roundUpToClock(addMinutes(promise, 1), interval, hours.timeZone);
    if (promise > latest) {
      return fail({ code: "time_unavailable", message: joined(texts.noTimeLeft, laterHint(settings)) });
    }
  }
  return ok(promise);
}

/**
 * The slots of a calendar day of the store, including full ones. Empty while scheduling is off. In each opening the first slot is the later
 * of opening + preparation and now (or the end of a pause or lead time) + preparation + busy minutes, on the interval. The last starts
 * before closing and ends by closing. A night past midnight has no second lead time. A time that the clock skips is not offered; one that
 * it repeats is offered twice.
 */
export function listSlots(input: SlotInput, date: LocalDate): Slot[] {
  const { hours, settings, now, fulfillment } = input;
  const { slotIntervalMinutes: interval } = settings;
  const zone = hours.timeZone;
  const today = localDateOf(now, zone);
  const isOffered = settings.allowScheduling && (fulfillment === "pickup" || hours.deliveryEnabled);
  if (!isOffered || date < today || date > addDays(today, settings.scheduleDaysAhead)) return [];
  const slots: Slot[] = [];
  const ready = readyAt(input, laterOf(laterOf(now, endOfPause(hours, fulfillment) ?? now), input.lead?.until ?? now));
  const dayStart = clockReaches(date, 0, zone);
  const dayEnd = clockReaches(date, 1440, zone);
  for (const opening of listOpenings(hours, fulfillment, dayStart, 1)) {
    const lead = addMinutes(opening.from, settings.prepMinutes[fulfillment]);
    let startsAt = roundUpToClock(laterOf(laterOf(lead, ready), dayStart), interval, zone);
    while (startsAt < opening.to && startsAt < dayEnd) {
      const load = input.loads.get(startsAt.getTime());
      const isBusy = load !== undefined && (isHalf(load.orders, settings.slotMaxOrders) || isHalf(load.items, settings.slotMaxItems));
      if (input.suits?.(startsAt) !== false) {
        const end = addMinutes(startsAt, interval);
        slots.push({ startsAt, endsAt: end < opening.to ? end : opening.to, isFull: isFull(input, startsAt), isBusy });
      }
      startsAt = roundUpToClock(addMinutes(startsAt, interval), interval, zone);
    }
  }
  return slots;
}

/** The calendar days with at least one free slot, from today. */
export function listSlotDates(input: SlotInput): LocalDate[] {
  return slotDates(input).filter((date) => listSlots(input, date).some((slot) => !slot.isFull));
}

function slotDates({ now, hours, settings }: SlotInput): LocalDate[] {
  const today = localDateOf(now, hours.timeZone);
  return Array.from({ length: settings.scheduleDaysAhead + 1 }, (_, day) => addDays(today, day));
}

/** Whether any later slot is free. */
export function hasFreeSlot(input: SlotInput): boolean {
  if (!input.settings.allowScheduling) return false;
  return slotDates(input).some((date) => listSlots(input, date).some((slot) => !slot.isFull));
}

/** The promised time for the customer's request: null = as soon as possible, otherwise an offered slot with capacity. */
export function checkTime(input: SlotInput, requestedFor: Date | null): Result<Date, TimeProblem> {
  if (requestedFor === null) return earliestPromise(input);
  const { hours, settings, fulfillment } = input;
  if (fulfillment === "delivery" && !hours.deliveryEnabled) {
    return fail(closedProblem(openState(hours, input.now, fulfillment), input));
  }
  if (!settings.allowScheduling) {
    return fail({ code: "time_unavailable", message: texts.schedulingIsOff });
  }
  // Grace period for filling in the form: the first offered slot is still valid on submit.
  const lead = input.lead === undefined ? undefined : { ...input.lead, until: addMinutes(input.lead.until, -LEAD_GRACE_MINUTES) };
  const offered = listSlots(lead === undefined ? input : { ...input, lead }, localDateOf(requestedFor, hours.timeZone)).find(
    (slot) => slot.startsAt.getTime() === requestedFor.getTime(),
  );
  if (offered === undefined && lead !== undefined && requestedFor < readyAt(input, lead.until)) {
    return fail({ code: "lead_time", message: lead.text });
  }
  if (offered === undefined || offered.isFull) {
    return fail({ code: "time_unavailable", message: texts.timeIsTaken });
  }
  return ok(offered.startsAt);
}

/** Adds up promised orders per slot. `at` = requested or promised time, `items` = units in the order. */
export function countSlotLoads(
  orders: Iterable<{ readonly at: Date; readonly items: number }>,
  settings: OrderingSettings,
  zone: string,
): SlotLoads {
  const loads = new Map<number, SlotLoad>();
  for (const { at, items } of orders) {
    const key = roundDownToClock(at, settings.slotIntervalMinutes, zone).getTime();
    const load = loads.get(key) ?? { orders: 0, items: 0 };
    loads.set(key, { orders: load.orders + 1, items: load.items + items });
  }
  return loads;
}

/** "6:40–6:55 PM", "11:45 AM–12:00 PM", "18:40–18:55". */
export function formatSlot({ startsAt, endsAt }: Slot, { timeZone, region }: ShopClock): string {
  const [from, to] = [startsAt, endsAt].map((at) => localTimeOf(at, timeZone).minutes);
  return formatClockRange(from ?? 0, to ?? 0, region);
}

/** `from` plus preparation, including the extra minutes while they apply. */
function readyAt({ settings, now, fulfillment }: SlotInput, from: Date): Date {
  const isBusy = settings.busyUntil === null || settings.busyUntil > laterOf(now, from);
  return addMinutes(from, settings.prepMinutes[fulfillment] + (isBusy ? settings.busyExtraMinutes : 0));
}

/** Whether a chosen time still has capacity. Hours and preparation were checked when it was chosen. */
export function hasRoom(input: SlotInput, at: Date): boolean {
  return !isFull(input, roundDownToClock(at, input.settings.slotIntervalMinutes, input.hours.timeZone));
}

/** Closed by staff, or out of capacity. An order above the item limit still fits an empty slot; otherwise it could never be placed. */
function isFull({ loads, settings, items, closed = [] }: SlotInput, slotStart: Date): boolean {
  if (isClosedTime(closed, slotStart, addMinutes(slotStart, settings.slotIntervalMinutes))) return true;
  const load = loads.get(slotStart.getTime());
  if (load === undefined) return false;
  const hasTooManyOrders = settings.slotMaxOrders > 0 && load.orders >= settings.slotMaxOrders;
  const hasTooManyItems = settings.slotMaxItems > 0 && load.items > 0 && load.items + items > settings.slotMaxItems;
  return hasTooManyOrders || hasTooManyItems;
}

function isHalf(count: number, limit: number): boolean {
  return limit > 0 && count * 2 >= limit;
}

function closedProblem(state: OpenState, { hours, settings, now }: SlotInput): TimeProblem {
  const code = state.reason ?? "closed";
  const again = state.opensAt === null ? "" : texts.backAt(formatReopening(state.opensAt, now, hours));
  const later = laterHint(settings);
  const messages: Record<ClosedReason, string> = {
    closed: joined(texts.closedNow, again, later),
    paused: joined(state.message ?? texts.notTakingOrders, again, later),
    delivery_off: texts.noDelivery,
    delivery_closed: joined(texts.notDelivering, deliveryAgain(hours, now), texts.choosePickup, later),
  };
  return { code, message: messages[code] };
}

/** The end of a delivery pause; the page shows the delivery hours. */
function deliveryAgain(hours: StoreHours, now: Date): string {
  const until = deliveryPauseEnd(hours, now);
  return until === null ? "" : texts.deliveryPausedUntil(until);
}

function laterHint(settings: OrderingSettings): string {
  return settings.allowScheduling ? texts.chooseLater : "";
}

/** One message of several sentences; "" = none. */
function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
