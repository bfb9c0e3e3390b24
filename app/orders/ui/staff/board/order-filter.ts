import { instantOf, type LocalDate } from "#app/values/time.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** What the rows of an order list are narrowed to; it stands in the address. */
export interface OrderFilterView {
  readonly q: string;
  /** Business days of the shop, both included; null = no bound. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly fulfillment: Fulfillment | null;
  /** Only orders that were taken on: what the dashboard counts. */
  readonly isSold: boolean;
}

/** The filter as it stands in an address; what is not set is left out. */
export function filterParams({ q, from, to, fulfillment }: Omit<OrderFilterView, "isSold">): Record<string, string> {
  return {
    ...(q === "" ? {} : { q }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(fulfillment === null ? {} : { fulfillment }),
  };
}

/** "“ana”, pickup, placed from Nov 13 to Nov 20"; "" when nothing is narrowed. */
export function filterWords({ q, from, to, fulfillment, isSold }: OrderFilterView): string {
  return [q === "" ? null : `“${q}”`, fulfillment, isSold ? "without rejected and cancelled ones" : null, placedWords(from, to)]
    .filter((part) => part !== null)
    .join(", ");
}

function placedWords(from: LocalDate | null, to: LocalDate | null): string | null {
  if (from !== null && from === to) return `placed on ${dayWords(from)}`;
  if (from !== null && to !== null) return `placed from ${dayWords(from)} to ${dayWords(to)}`;
  if (from !== null) return `placed since ${dayWords(from)}`;
  return to === null ? null : `placed until ${dayWords(to)}`;
}

/** "Fri, Nov 20, 2026": the year too, because a list may go back for years. */
function dayWords(date: LocalDate): string {
  const noon = instantOf(date, 720, "UTC");
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short", month: "short", day: "numeric", year: "numeric" }).format(
    noon,
  );
}
