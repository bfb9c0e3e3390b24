import { formatDay, type RegionFormat, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";
import { addDays, addMinutes, businessDay, daysBetween, instantOf, minutesBetween, weekdayOf, type LocalDate } from "#app/values/time.ts";

export const RANGES = ["today", "yesterday", "week", "30-days", "90-days"] as const;
export type Range = (typeof RANGES)[number];

/** Maximum days of a report: a leap year. */
export const MAX_REPORT_DAYS = 366;

/** Business days, both included. */
export interface ReportDays {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** One business day as instants, end excluded. */
export interface DaySpan {
  readonly day: LocalDate;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface ReportPeriod {
  /** null = custom days. */
  readonly range: Range | null;
  readonly label: string;
  readonly days: ReportDays;
  readonly spans: readonly DaySpan[];
  /** The comparison period: as many days, with the last one cut like today. */
  readonly before: { readonly label: string; readonly spans: readonly DaySpan[] };
}

interface PeriodAsked {
  readonly range: Range;
  /** "" = not given; a single value sets both. In any order. */
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/**
 * The requested and the comparison period: for one day the same weekday a week before, otherwise the same number of days before. Future
 * days are left out, and at most a year is read.
 */
export function reportPeriod(asked: PeriodAsked, now: Date, { timeZone: zone, region }: ShopClock): ReportPeriod {
  const today = businessDay(now, zone);
  const customDays = ownDays(asked, today);
  const days = customDays ?? daysOfRange(asked.range, today);
  const count = daysBetween(days.from, days.to) + 1;
  const back = count === 1 ? 7 : count;
  const spans = spansOf(days, zone);
  const before = spansOf({ from: addDays(days.from, -back), to: addDays(days.to, -back) }, zone);
  return {
    range: customDays === null ? asked.range : null,
    label: customDays === null ? RANGE_WORDS[asked.range] : daysWords(days, region),
    days,
    spans,
    before: {
      label: count === 1 ? `${WEEKDAY_NAMES[weekdayOf(days.from)]} before` : `The ${count} days before`,
      spans: days.to === today ? upToSameTime(before, spans, now) : before,
    },
  };
}

const RANGE_WORDS: Readonly<Record<Range, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  week: "Last 7 days",
  "30-days": "Last 30 days",
  "90-days": "Last 90 days",
};

/** The business days from one to another as instants. */
export function spansOf({ from, to }: ReportDays, zone: string): readonly DaySpan[] {
  const count = daysBetween(from, to) + 1;
  const starts = Array.from({ length: Math.max(0, count) + 1 }, (_, index) => {
    const day = addDays(from, index);
    return { day, at: instantOf(day, BUSINESS_DAY_STARTS_AT_MINUTES, zone) };
  });
  return starts.slice(1).map((next, index) => {
    const { day, at } = starts[index] ?? next;
    return { day, startsAt: at, endsAt: next.at };
  });
}

function daysOfRange(range: Range, today: LocalDate): ReportDays {
  if (range === "today") return { from: today, to: today };
  if (range === "yesterday") return { from: addDays(today, -1), to: addDays(today, -1) };
  const days = { week: 7, "30-days": 30, "90-days": 90 }[range];
  return { from: addDays(today, 1 - days), to: today };
}

function ownDays({ from, to }: PeriodAsked, today: LocalDate): ReportDays | null {
  const [first, last] = [from === "" ? to : from, to === "" ? from : to].toSorted();
  if (first === undefined || last === undefined || first === "" || first > today) return null;
  const end = last > today ? today : last;
  const earliest = addDays(end, 1 - MAX_REPORT_DAYS);
  return { from: first < earliest ? earliest : first, to: end };
}

/** The comparison's last day ends at the same time of day as now, independent of clock changes. */
function upToSameTime(before: readonly DaySpan[], spans: readonly DaySpan[], now: Date): readonly DaySpan[] {
  const [last, today] = [before.at(-1), spans.at(-1)];
  if (last === undefined || today === undefined) return before;
  const endsAt = addMinutes(last.startsAt, minutesBetween(today.startsAt, now));
  return [...before.slice(0, -1), { ...last, endsAt: endsAt < last.endsAt ? endsAt : last.endsAt }];
}

/** "Fri, Nov 20, 2026", "Fri, Nov 20, 2026 to Sun, Nov 22, 2026" */
export function daysWords({ from, to }: ReportDays, region: RegionFormat): string {
  return from === to ? dayWords(from, region) : `${dayWords(from, region)} to ${dayWords(to, region)}`;
}

/** "Fri, Nov 20, 2026" */
export function dayWords(day: LocalDate, region: RegionFormat): string {
  return formatDay(day, region, { weekday: "short", hasYear: true });
}
