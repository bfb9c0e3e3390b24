import { countByHour, listTopItems, readAttention, readFigures, type Period } from "#app/orders/data/order-figures.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { openSentence } from "#app/store/domain/open-sentence.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/store-hours.ts";
import { addDays, businessDay, instantOf, weekdayOf, WEEKDAY_NAMES } from "#app/values/time.ts";
import type { DaysOfPeriod } from "#app/orders/ui/staff/dashboard/list-behind.ts";

export const RANGES = ["today", "yesterday", "week"] as const;
export type Range = (typeof RANGES)[number];
const TOP_ITEMS = 8;

interface Compared {
  readonly current: Period;
  readonly before: Period;
  readonly label: string;
  readonly beforeLabel: string;
  /** The business days of the current period. */
  readonly days: DaysOfPeriod;
}

/** The period asked for and the one it is measured by: the same weekday a week ago, up to the same time of day. */
export function periodsOf(range: Range, now: Date, zone: string): Compared {
  const today = businessDay(now, zone);
  const start = (date: string) => instantOf(date, BUSINESS_DAY_STARTS_AT_MINUTES, zone);
  if (range === "week") {
    const current = { from: start(addDays(today, -6)), to: now };
    return {
      current,
      before: shift(current, 7),
      label: "Last 7 days",
      beforeLabel: "The 7 days before",
      days: { from: addDays(today, -6), to: today },
    };
  }
  const day = range === "today" ? today : addDays(today, -1);
  const current = { from: start(day), to: range === "today" ? now : start(today) };
  const weekday = WEEKDAY_NAMES[weekdayOf(day)];
  return {
    current,
    before: shift(current, 7),
    label: range === "today" ? "Today" : "Yesterday",
    beforeLabel: `Last ${weekday}`,
    days: { from: day, to: day },
  };

  /** By local days, so that a clock change moves nothing. */
  function shift({ from, to }: Period, days: number): Period {
    const fromDay = businessDay(from, zone);
    const earlier = start(addDays(fromDay, -days));
    return { from: earlier, to: new Date(earlier.getTime() + (to.getTime() - from.getTime())) };
  }
}

/** Everything the dashboard of an administrator shows. */
export async function readDashboard(db: Db, settings: Settings, now: Date, range: Range) {
  const zone = settings.STORE_TIMEZONE;
  const { current, before, label, beforeLabel, days } = periodsOf(range, now, zone);
  const [figures, figuresBefore, hours, hoursBefore, topItems, attention] = await Promise.all([
    readFigures(db, current),
    readFigures(db, before),
    countByHour(db, current, zone),
    countByHour(db, before, zone),
    listTopItems(db, current, TOP_ITEMS),
    readAttention(db, now),
  ]);
  return {
    range,
    label,
    beforeLabel,
    days,
    figures,
    figuresBefore,
    hours,
    hoursBefore,
    topItems,
    attention,
    open: openSentence(storeHours(settings), now),
    missing: missingSettings(settings),
  };
}

/** What a shop should have before it takes real orders, as far as it is not there yet. */
function missingSettings(settings: Settings): readonly { readonly label: string; readonly to: string }[] {
  const wanted = [
    { isThere: settings.STREET_ADDRESS !== "", label: "Enter the address of the shop", to: "/admin/site-settings#store" },
    { isThere: settings.TELEPHONE !== "", label: "Enter a telephone number for customers", to: "/admin/site-settings#store" },
    {
      isThere: settings.ORDER_EMAIL_RECIPIENT !== "",
      label: "Say which address gets a mail for each order",
      to: "/admin/site-settings#mail",
    },
    {
      isThere: settings.STRIPE_PUBLIC_KEY !== "",
      label: "Enter the Stripe keys; until then payments are simulated",
      to: "/admin/site-settings#payment",
    },
  ];
  return wanted.filter((step) => !step.isThere).map(({ label, to }) => ({ label, to }));
}
