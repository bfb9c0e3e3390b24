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

/** The settings that move a promised time; `orderingSettings` in settings.ts makes it. */
export interface OrderingSettings {
  readonly prepMinutes: Readonly<Record<Fulfillment, number>>;
  readonly busyExtraMinutes: number;
  /** null = the extra minutes hold until they are switched off. */
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

/** What is already promised in one slot: orders held at checkout, received, accepted, preparing or ready. */
export interface SlotLoad {
  readonly orders: number;
  readonly items: number;
}
/** By the slot's start in epoch milliseconds, as `countSlotLoads` makes it; a slot without an entry is empty. */
export type SlotLoads = ReadonlyMap<number, SlotLoad>;

/** A time for which staff take no further orders; the end is not included. */
export interface ClosedSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Whether staff have closed any part of a time; what was closed on one grid of times holds on every other. */
export function isClosedTime(closed: readonly ClosedSlot[], startsAt: Date, endsAt: Date): boolean {
  return closed.some((slot) => slot.startsAt < endsAt && startsAt < slot.endsAt);
}

/** What takes longer than the usual preparation. */
export interface LeadTime {
  /** Preparation begins no earlier. */
  readonly until: Date;
  /** Why, as a sentence for the customer. */
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
  /** Units in the cart that asks; they must fit below slotMaxItems. */
  readonly items: number;
  /** Whether everything in the cart may be ordered for that moment; only such times are offered. Left out = any time. */
  readonly suits?: (at: Date) => boolean;
  /** With one, nothing is promised as soon as possible. Left out = none. */
  readonly lead?: LeadTime | undefined;
}

const LEAD_GRACE_MINUTES = 30;

/** A time a customer may choose: the order is promised between start and end. */
export interface Slot {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isFull: boolean;
  /** At least half of its room is taken. */
  readonly isBusy: boolean;
}

/** Why an order cannot be promised; the codes are those of the cart's problems. */
export interface TimeProblem {
  readonly code: ClosedReason | "time_unavailable" | "lead_time";
  /** A sentence for the customer that says what would help. */
  readonly message: string;
}

/** When the shop stops taking orders as soon as possible; null: not today. */
export function lastOrdersAt({ hours, settings, now, fulfillment }: SlotInput): Date | null {
  const { closesAt } = openState(hours, now, fulfillment);
  return closesAt === null ? null : addMinutes(closesAt, -settings.lastOrderMinutes);
}

/**
 * When an order placed now is promised: now + preparation + busy minutes, rounded up to 5 minutes, moved to the next slot with room.
 * Never earlier than now + preparation. Refused with a lead time, while closed, after last orders, or when no slot before closing has room.
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
 * The times offered on a calendar day of the store, full ones included. Empty while scheduling is off. In each opening the first is
 * the later of opening + preparation and now (or the end of a pause or lead time) + preparation + busy minutes, on the interval; the last begins
 * before closing and ends with it at the latest. A night that passes midnight has no second lead time; a time the clock skips is not offered, one it repeats is
 * offered twice.
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

/** The calendar days, today first, on which at least one time is free. */
export function listSlotDates(input: SlotInput): LocalDate[] {
  return slotDates(input).filter((date) => listSlots(input, date).some((slot) => !slot.isFull));
}

function slotDates({ now, hours, settings }: SlotInput): LocalDate[] {
  const today = localDateOf(now, hours.timeZone);
  return Array.from({ length: settings.scheduleDaysAhead + 1 }, (_, day) => addDays(today, day));
}

/** Whether any time for later is free. */
export function hasFreeSlot(input: SlotInput): boolean {
  if (!input.settings.allowScheduling) return false;
  return slotDates(input).some((date) => listSlots(input, date).some((slot) => !slot.isFull));
}

/** The promised time for what the customer asks: null = as soon as possible, otherwise one of the offered times that has room. */
export function checkTime(input: SlotInput, requestedFor: Date | null): Result<Date, TimeProblem> {
  if (requestedFor === null) return earliestPromise(input);
  const { hours, settings, fulfillment } = input;
  if (fulfillment === "delivery" && !hours.deliveryEnabled) {
    return fail(closedProblem(openState(hours, input.now, fulfillment), input));
  }
  if (!settings.allowScheduling) {
    return fail({ code: "time_unavailable", message: texts.schedulingIsOff });
  }
  // Half an hour to fill in the form: the first time offered is still right when it is sent.
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

/** Preparation from `from` on, with the extra minutes while they hold. */
function readyAt({ settings, now, fulfillment }: SlotInput, from: Date): Date {
  const isBusy = settings.busyUntil === null || settings.busyUntil > laterOf(now, from);
  return addMinutes(from, settings.prepMinutes[fulfillment] + (isBusy ? settings.busyExtraMinutes : 0));
}

/** Whether a chosen time still has capacity. Hours and preparation were checked then, and are not checked again. */
export function hasRoom(input: SlotInput, at: Date): boolean {
  return !isFull(input, roundDownToClock(at, input.settings.slotIntervalMinutes, input.hours.timeZone));
}

/** Closed by staff, or its room is taken. An order larger than the item limit still fits an empty slot; otherwise it could never be placed. */
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

/** When a pause of delivery ends; hours of delivery stand on the page. */
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
