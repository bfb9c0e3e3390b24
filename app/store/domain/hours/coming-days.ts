import { rangesOfDay, specialDayOf, type DayRange, type Service, type StoreHours } from "./opening-hours.ts";
import { formatClock, formatDay, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import { addDays, localDateOf, MINUTES_PER_DAY, type LocalDate } from "#app/values/time.ts";

/** One calendar day as customers see it. */
export interface ComingDay {
  readonly date: LocalDate;
  /** "Fri, Mar 6" */
  readonly label: string;
  /** "11:00 AM – 9:00 PM, …", "Closed", "Open 24 hours". */
  readonly times: string;
  readonly isClosed: boolean;
  /** Services with different hours: "Delivery 5:00 PM – 8:00 PM". */
  readonly others: readonly string[];
  /** Special hours on this date, with the message for customers ("" = none). */
  readonly special: { readonly message: string } | null;
}

/** The coming days from today in the shop's zone, by the shop's own rules (docs/rules/opening-hours-and-times.md), without pauses. */
export function comingDays(hours: StoreHours, now: Date, count: number): readonly ComingDay[] {
  const today = localDateOf(now, hours.timeZone);
  const services: readonly Service[] = hours.deliveryEnabled ? ["pickup", "delivery"] : ["pickup"];
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(today, index);
    const times = timesOf(rangesOfDay(hours, "store", date), hours.region);
    const special = (["store", ...services] as const).flatMap((service) => specialDayOf(hours, service, date) ?? []);
    const others = services.flatMap((service) => {
      const own = timesOf(rangesOfDay(hours, service, date), hours.region);
      return own === times ? [] : [`${service === "pickup" ? "Pickup" : "Delivery"} ${own === "Closed" ? "closed" : own}`];
    });
    return {
      date,
      label: formatDay(date, hours.region, { weekday: "short" }),
      times,
      isClosed: times === "Closed",
      others,
      special: special.length === 0 ? null : { message: special.find(({ message }) => message !== "")?.message ?? "" },
    };
  });
}

function timesOf(ranges: readonly DayRange[], region: RegionFormat): string {
  if (ranges.length === 0) return "Closed";
  return ranges
    .map(({ open, close }) =>
      open % MINUTES_PER_DAY === 0 && close - open === MINUTES_PER_DAY
        ? "Open 24 hours"
        : `${formatClock(open, region)} – ${formatClock(close, region)}${close > MINUTES_PER_DAY ? " (next day)" : ""}`,
    )
    .join(", ");
}
