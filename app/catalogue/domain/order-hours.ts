import * as texts from "#texts/catalogue/order-hours.ts";
import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import { hoursRows, OPEN_ALL_DAY } from "#app/store/domain/hours/hours-text.ts";
import { openState, type WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { hasFreeSlot, type SlotInput } from "#app/store/domain/hours/slots.ts";
import { ancestorIds } from "./category.ts";
import type { OrderHoursNote } from "./order-hours-note.ts";

/**
 * Order hours: for each category its own and its ancestors' hours, plus the product's own, must all be open. One open category suffices; no hours
 * means always.
 */
export type OrderHours = readonly (readonly WeeklyHours[])[];

interface CategoryHours {
  readonly id: number;
  readonly parentId: number | null;
  readonly hours: WeeklyHours | null;
}

/** Combined order hours; null: always. */
export function orderHoursOf(ownIds: readonly number[], rows: readonly CategoryHours[], own: WeeklyHours | null = null): OrderHours | null {
  const ways = ownIds.map((id) => [...ancestorIds(rows, id), id].flatMap((each) => rows.find((row) => row.id === each)?.hours ?? []));
  const isFree = ways.length === 0 || ways.some((hours) => hours.length === 0);
  if (own === null) return isFree ? null : ways;
  return isFree ? [[own]] : ways.map((way) => [...way, own]);
}

/** Whether an order for that time may contain it. */
export function mayBeOrderedAt(hours: OrderHours | null, at: Date, timeZone: string): boolean {
  return hours === null || hours.some((way) => way.every((weekly) => isOpen(weekly, at, timeZone)));
}

/** Whether an offered later time lies within the hours. */
export function mayBeOrderedLater(hours: OrderHours, slots: SlotInput): boolean {
  return hasFreeSlot({ ...slots, suits: (at) => mayBeOrderedAt(hours, at, slots.hours.timeZone) });
}

export function orderHoursNote(hours: OrderHours, slots: SlotInput): OrderHoursNote {
  const isNow = mayBeOrderedAt(hours, slots.now, slots.hours.timeZone);
  return { text: orderHoursText(hours, slots.hours.region), isNow, isLater: !isNow && mayBeOrderedLater(hours, slots) };
}

/** "Monday – Friday 7:00 AM – 11:00 AM; Saturday 8:00 AM – 12:00 PM" by alternative. */
export function orderHoursText(hours: OrderHours, region: RegionFormat): string {
  const ways = hours.map((way) => texts.allOfHours(way.map((weekly) => weeklyText(weekly, region))));
  return texts.oneOfHours([...new Set(ways)]);
}

/** Order hours text above or instead of the form; null: none. */
export function hoursSaidInstead(product: { readonly isSoldOut: boolean; readonly hours: OrderHoursNote | null }): string | null {
  return product.isSoldOut || product.hours === null || product.hours.isNow ? null : product.hours.text;
}

/** Drops hours already shown above the list: "" if shared, own text if different. */
export function withHoursSaidAbove<P extends { readonly hours: OrderHoursNote | null }>(
  products: readonly P[],
  said: string,
): readonly P[] {
  return products.map((product) => (product.hours?.text === said ? { ...product, hours: { ...product.hours, text: "" } } : product));
}

/** Hours of a category without closed days. */
export function weeklyText(weekly: WeeklyHours, region: RegionFormat): string {
  const rows = hoursRows({ weekly, openTime: null, closingTime: null, region }).filter((row) => row.times !== "Closed");
  return rows.length === 0
    ? texts.never
    : rows
        .map(({ days, times }) =>
          texts.daysAndTimes(days === "Every day" ? texts.everyDay : days, times === OPEN_ALL_DAY ? texts.allDay : times),
        )
        .join("; ");
}

/** The refusal outside the hours. */
export function notNowText(name: string, hours: OrderHours, region: RegionFormat): string {
  return texts.canBeOrdered(name, orderHoursText(hours, region));
}

function isOpen(weekly: WeeklyHours, at: Date, timeZone: string): boolean {
  const hours = {
    timeZone,
    weekly,
    openTime: null,
    closingTime: null,
    special: [],
    deliveryEnabled: false,
    deliveryClosingTime: null,
    deliveryPausedUntil: null,
    pausedUntil: null,
    pauseMessage: "",
  };
  return openState(hours, at).isOpen;
}
