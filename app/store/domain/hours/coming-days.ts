import { rangesOfDay, specialDayOf, type DayRange, type Service, type StoreHours } from "./opening-hours.ts";
import { addDays, formatMinutes12, localDateOf, MINUTES_PER_DAY, weekdayOf, WEEKDAY_NAMES, type LocalDate } from "#app/values/time.ts";

/** One day of the calendar as customers will find it. */
export interface ComingDay {
  readonly date: LocalDate;
  /** "Fri, Mar 6" */
  readonly label: string;
  /** "11:00 AM – 9:00 PM, …", "Closed", "Open 24 hours". */
  readonly times: string;
  readonly isClosed: boolean;
  /** Where pickup or delivery differ from the rest: "Delivery 5:00 PM – 8:00 PM". */
  readonly others: readonly string[];
  /** Other hours than usual on this date, with what customers read about it ("" = nothing). */
  readonly special: { readonly message: string } | null;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The coming days from today in the shop's zone, by the same rules as the shop itself (docs/rules/opening-hours-and-times.md); pauses aside. */
export function comingDays(hours: StoreHours, now: Date, count: number): readonly ComingDay[] {
  const today = localDateOf(now, hours.timeZone);
  const services: readonly Service[] = hours.deliveryEnabled ? ["pickup", "delivery"] : ["pickup"];
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(today, index);
    const times = timesOf(rangesOfDay(hours, "store", date));
    const special = (["store", ...services] as const).flatMap((service) => specialDayOf(hours, service, date) ?? []);
    const others = services.flatMap((service) => {
      const own = timesOf(rangesOfDay(hours, service, date));
      return own === times ? [] : [`${service === "pickup" ? "Pickup" : "Delivery"} ${own === "Closed" ? "closed" : own}`];
    });
    return {
      date,
      label: dayLabel(date),
      times,
      isClosed: times === "Closed",
      others,
      special: special.length === 0 ? null : { message: special.find(({ message }) => message !== "")?.message ?? "" },
    };
  });
}

/** "Fri, Mar 6" */
export function dayLabel(date: LocalDate): string {
  const [, month, day] = date.split("-").map(Number);
  return `${WEEKDAY_NAMES[weekdayOf(date)].slice(0, 3)}, ${MONTHS[(month ?? 1) - 1]} ${day}`;
}

function timesOf(ranges: readonly DayRange[]): string {
  if (ranges.length === 0) return "Closed";
  return ranges
    .map(({ open, close }) =>
      open % MINUTES_PER_DAY === 0 && close - open === MINUTES_PER_DAY
        ? "Open 24 hours"
        : `${formatMinutes12(open)} – ${formatMinutes12(close % MINUTES_PER_DAY)}${close > MINUTES_PER_DAY ? " (next day)" : ""}`,
    )
    .join(", ");
}
