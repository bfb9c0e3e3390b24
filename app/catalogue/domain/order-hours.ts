import { hoursRows } from "#app/store/domain/hours/hours-text.ts";
import { openState, type WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { hasFreeSlot, type SlotInput } from "#app/store/domain/hours/slots.ts";
import { ancestorIds } from "./category.ts";
import type { OrderHoursNote } from "./order-hours-note.ts";

/**
 * When a product may be ordered: in each of its categories the hours of that category and of those above it, and the product's own, all of
 * which must be open. One category that is open is enough; one without hours is always open.
 */
export type OrderHours = readonly (readonly WeeklyHours[])[];

interface CategoryHours {
  readonly id: number;
  readonly parentId: number | null;
  readonly hours: WeeklyHours | null;
}

/** The order hours that follow from a product's own categories and from its own hours; null = always. */
export function orderHoursOf(ownIds: readonly number[], rows: readonly CategoryHours[], own: WeeklyHours | null = null): OrderHours | null {
  const ways = ownIds.map((id) => [...ancestorIds(rows, id), id].flatMap((each) => rows.find((row) => row.id === each)?.hours ?? []));
  const isFree = ways.length === 0 || ways.some((hours) => hours.length === 0);
  if (own === null) return isFree ? null : ways;
  return isFree ? [[own]] : ways.map((way) => [...way, own]);
}

/** Whether an order for that moment may hold the product. */
export function mayBeOrderedAt(hours: OrderHours | null, at: Date, timeZone: string): boolean {
  return hours === null || hours.some((way) => way.every((weekly) => isOpen(weekly, at, timeZone)));
}

/** Whether the shop offers a time for later that lies within the hours. */
export function mayBeOrderedLater(hours: OrderHours, slots: SlotInput): boolean {
  return hasFreeSlot({ ...slots, suits: (at) => mayBeOrderedAt(hours, at, slots.hours.timeZone) });
}

export function orderHoursNote(hours: OrderHours, slots: SlotInput): OrderHoursNote {
  const isNow = mayBeOrderedAt(hours, slots.now, slots.hours.timeZone);
  return { text: orderHoursText(hours), isNow, isLater: !isNow && mayBeOrderedLater(hours, slots) };
}

/** "Monday – Friday 7:00 AM – 11:00 AM; Saturday 8:00 AM – 12:00 PM", inside of a sentence: the days with hours, of each way. */
export function orderHoursText(hours: OrderHours): string {
  const texts = hours.map((way) => way.map(weeklyText).join(" and "));
  return [...new Set(texts)].join(", or ");
}

/** What a product's page says above or in place of its form about when it can be ordered; other dishes there need not say the same. null = nothing. */
export function hoursSaidInstead(product: { readonly isSoldOut: boolean; readonly hours: OrderHoursNote | null }): string | null {
  return product.isSoldOut || product.hours === null || product.hours.isNow ? null : product.hours.text;
}

/** Products of a place whose hours stand above them: who shares these hours need not repeat them ("" = said above), who has others says so. */
export function withHoursSaidAbove<P extends { readonly hours: OrderHoursNote | null }>(
  products: readonly P[],
  said: string,
): readonly P[] {
  return products.map((product) => (product.hours?.text === said ? { ...product, hours: { ...product.hours, text: "" } } : product));
}

/** The hours of one category, days without any left out. */
export function weeklyText(weekly: WeeklyHours): string {
  const rows = hoursRows({ weekly, openTime: null, closingTime: null }).filter((row) => row.times !== "Closed");
  return rows.length === 0 ? "never" : rows.map((row) => `${row.days.replace("Every", "every")} ${row.times}`).join("; ");
}

/** The sentence for somebody who wants it at another time. */
export function notNowText(name: string, hours: OrderHours): string {
  return `${name} can be ordered ${orderHoursText(hours)}.`;
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
    pausedUntil: null,
    pauseMessage: "",
  };
  return openState(hours, at).isOpen;
}
