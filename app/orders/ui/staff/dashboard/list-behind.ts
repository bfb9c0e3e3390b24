import type { LocalDate } from "#app/values/time.ts";
import type { DayFigures } from "#app/orders/domain/figures.ts";

/** The business days of a period, both included. */
export interface DaysOfPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The list whose orders a figure counts or adds up, of the same days. */
export function listBehind(figure: keyof DayFigures, { from, to }: DaysOfPeriod): string {
  const days = new URLSearchParams({ from, to }).toString();
  if (figure === "rejected") return `/admin/orders/rejected?${days}`;
  const fulfillment = figure === "pickup" || figure === "delivery" ? `&fulfillment=${figure}` : "";
  return `/admin/orders?status=sold${fulfillment}&${days}`;
}
