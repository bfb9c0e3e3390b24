import { formatHour, weekFrom, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { reasonLabel, REASON_CODES } from "#app/orders/domain/order.ts";
import {
  ANSWER_STEPS,
  ANSWER_WORDS,
  factsOf,
  placeOfHour,
  READY_STEPS,
  READY_WORDS,
  sumOf,
  taxOfKey,
  type Fact,
  type FactKind,
  type PeriodFigures,
  type Sum,
} from "./figures.ts";
import { dayWords, type ReportDays } from "./report-period.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";
import { weekdayOf } from "#app/values/time.ts";

export const REPORT_TABLES = [
  "money",
  "taxes",
  "hours",
  "weekdays",
  "days",
  "items",
  "options",
  "promotions",
  "reasons",
  "answers",
  "ready",
] as const;
export type ReportName = (typeof REPORT_TABLES)[number];

interface ReportRow {
  readonly label: string;
  /** The list of the counted orders. */
  readonly to: string;
  /** One for each column. */
  readonly values: readonly number[];
}

/** One table of a report: shown as chart or list, as a table, and as CSV. */
export interface ReportTable {
  readonly name: ReportName;
  readonly title: string;
  /** The heading of the rows: "Hour". */
  readonly rowTitle: string;
  readonly columns: readonly { readonly title: string; readonly unit: "count" | "cents" }[];
  readonly rows: readonly ReportRow[];
  /** Label of the total of the rows above. */
  readonly sumRow?: string;
  /** A sentence next to it. */
  readonly note: string | null;
}

export interface Report {
  readonly current: PeriodFigures;
  readonly before: PeriodFigures;
  readonly beforeLabel: string;
  readonly days: ReportDays;
  readonly format: MoneyFormat;
  readonly region: RegionFormat;
}

const COUNT = "count" as const;
const CENTS = "cents" as const;
const ORDERS = { title: "Orders", unit: COUNT };
const SALES = { title: "Sales", unit: CENTS };

/** The orders behind a number, of the same days. */
export function ordersBehind(
  { from, to }: ReportDays,
  asked: Readonly<Record<string, string>> = {},
  list: "sold" | "all" | "rejected" = "sold",
): string {
  const path = list === "rejected" ? "/admin/orders/rejected" : "/admin/orders";
  return `${path}?${new URLSearchParams({ ...(list === "rejected" ? {} : { status: list }), ...asked, from, to }).toString()}`;
}

/** One table of the report. */
export function reportTable(name: ReportName, report: Report): ReportTable {
  return TABLES[name](report);
}

const TABLES: Readonly<Record<ReportName, (report: Report) => ReportTable>> = {
  money: ({ current, before, beforeLabel, days, format }) => ({
    name: "money",
    title: "Sales breakdown",
    rowTitle: "Part",
    columns: [{ title: "Amount", unit: CENTS }, ORDERS, { title: beforeLabel, unit: CENTS }],
    rows: MONEY.flatMap(({ sum, label, sign, asked, list, isKeptBack }) => {
      const [now, then] = [sumOf(current, sum), sumOf(before, sum)];
      if (isKeptBack && now.amount === 0 && then.amount === 0) return [];
      return [{ label, to: ordersBehind(days, asked, list), values: [sign * now.amount, now.count, sign * then.amount] }];
    }),
    sumRow: "Sales",
    note: moneyNote(current, format),
  }),
  taxes: ({ current, days, format }) => ({
    name: "taxes",
    title: "Tax by rate",
    rowTitle: "Tax",
    columns: [ORDERS, { title: "Taxed", unit: CENTS }, { title: "Tax amount", unit: CENTS }],
    rows: factsOf(current, "tax")
      .map((fact) => ({ ...fact, ...taxOfKey(fact.key) }))
      .toSorted((a, b) => b.rate - a.rate)
      .map(({ key, label, rate, count, amount }) => ({
        label: taxLabel(label, rate, format),
        to: ordersBehind(days, { tax: key }),
        values: [count, current.facts.find((each) => each.kind === "taxed" && each.key === key)?.amount ?? 0, amount],
      })),
    note: "Of the orders, before refunds.",
  }),
  hours: ({ current, before, beforeLabel, days, region }) => {
    const find = (figures: PeriodFigures, hour: number) => figures.facts.find(({ kind, key }) => kind === "hour" && key === String(hour));
    return {
      name: "hours",
      title: "Orders by hour",
      rowTitle: "Hour",
      columns: [ORDERS, { title: beforeLabel, unit: COUNT }, SALES],
      rows: (sumOf(current, "sold").count + sumOf(before, "sold").count === 0 ? [] : hoursShown(current, before)).map((hour) => ({
        label: formatHour(hour, region),
        to: ordersBehind(days, { hour: String(hour) }),
        values: [find(current, hour)?.count ?? 0, find(before, hour)?.count ?? 0, find(current, hour)?.amount ?? 0],
      })),
      note: null,
    };
  },
  weekdays: ({ current, days, region }) => {
    const count = current.days.length;
    const byWeekday: ReadonlyMap<number, typeof current.days> = Map.groupBy(current.days, ({ day }) => weekdayOf(day));
    return {
      name: "weekdays",
      title: "Sales by weekday",
      rowTitle: "Weekday",
      columns: [SALES, ORDERS, { title: "Sales a day", unit: CENTS }],
      rows: weekFrom(region).map((weekday) => {
        const daysOfWeekday = byWeekday.get(weekday) ?? [];
        const sales = daysOfWeekday.reduce((sum, each) => sum + each.sales, 0);
        return {
          label: WEEKDAY_NAMES[weekday],
          to: ordersBehind(days, { weekday: String(weekday) }),
          values: [
            sales,
            daysOfWeekday.reduce((sum, each) => sum + each.orders, 0),
            daysOfWeekday.length === 0 ? 0 : Math.round(sales / daysOfWeekday.length),
          ],
        };
      }),
      note: count < 14 || count % 7 === 0 ? null : "Not every weekday occurs equally often in this period: “Sales a day” can be compared.",
    };
  },
  days: ({ current, region }) => ({
    name: "days",
    title: "Sales by day",
    rowTitle: "Day",
    columns: [SALES, ORDERS],
    rows: current.days.map(({ day, orders, sales }) => ({
      label: dayWords(day, region),
      to: ordersBehind({ from: day, to: day }),
      values: [sales, orders],
    })),
    note: null,
  }),
  items: listed({
    name: "items",
    kind: "item",
    title: "Top-selling items",
    rowTitle: "Item",
    columns: ["Sold", "Sales"],
    parameter: "product",
  }),
  options: listed({
    name: "options",
    kind: "option",
    title: "Top options",
    rowTitle: "Option",
    columns: ["Chosen", "Extra"],
    parameter: "option",
  }),
  promotions: listed({
    name: "promotions",
    kind: "promotion",
    title: "Discounts by promotion",
    rowTitle: "Promotion",
    columns: ["Orders", "Given"],
    parameter: "promotion",
  }),
  reasons: ({ current, days }) => ({
    name: "reasons",
    title: "Why orders were rejected or cancelled",
    rowTitle: "Reason",
    columns: [ORDERS, { title: "Worth", unit: CENTS }],
    rows: factsOf(current, "reason").map(({ key, count, amount }) => ({
      label: reasonWords(key),
      to: ordersBehind(days, { reason: key }, "rejected"),
      values: [count, amount],
    })),
    note: null,
  }),
  answers: steps({
    name: "answers",
    kind: "answer",
    title: "Time to accept",
    keys: ANSWER_STEPS,
    words: ANSWER_WORDS,
    average: (seconds) => `On average ${durationWords(seconds)}.`,
  }),
  ready: steps({
    name: "ready",
    kind: "ready",
    title: "On-time performance",
    keys: READY_STEPS,
    words: READY_WORDS,
    average: (seconds) =>
      Math.abs(seconds) < 30 ? "On average on time." : `On average ${durationWords(Math.abs(seconds))} ${seconds > 0 ? "late" : "early"}.`,
  }),
};

interface MoneyRow {
  readonly sum: Sum;
  readonly label: string;
  readonly sign: 1 | -1;
  readonly asked: Readonly<Record<string, string>>;
  readonly list?: "rejected";
  /** Shown only if not zero. */
  readonly isKeptBack?: true;
}

/** The parts add up to "Sales" exactly (docs/rules/figures.md); later rows are not included. */
const MONEY: readonly MoneyRow[] = [
  { sum: "items", label: "Items at list price", sign: 1, asked: {} },
  { sum: "discounts", label: "Discounts", sign: -1, asked: { with: "discounts" } },
  { sum: "fees", label: "Delivery fees", sign: 1, asked: { with: "fees" } },
  { sum: "tax", label: "Tax", sign: 1, asked: { with: "tax" }, isKeptBack: true },
  { sum: "tips", label: "Tips", sign: 1, asked: { with: "tips" } },
  { sum: "refunds", label: "Refunds", sign: -1, asked: { with: "refunds" } },
  { sum: "uncharged", label: "Not charged, though ordered", sign: -1, asked: { with: "uncharged" }, isKeptBack: true },
  { sum: "sold", label: "Sales", sign: 1, asked: {} },
  { sum: "kept", label: "Kept from cancelled orders, not in sales", sign: 1, asked: { with: "kept" }, list: "rejected", isKeptBack: true },
];

function moneyNote(current: PeriodFigures, format: MoneyFormat): string {
  const words = "Sales are what customers paid for these orders, with tax, tips and delivery, less what went back to them.";
  const inside = sumOf(current, "taxInside").amount;
  return inside === 0 ? words : `${words} Prices include tax: ${formatMoney(inside, format)} of it.`;
}

/** A table of the most frequent rows; `parameter` links a row to its orders. */
interface ListedFacts {
  readonly name: ReportName;
  readonly kind: FactKind;
  readonly title: string;
  readonly rowTitle: string;
  /** The headings of count and amount. */
  readonly columns: readonly [string, string];
  readonly parameter: string;
}

function listed({ name, kind, title, rowTitle, columns: [count, amount], parameter }: ListedFacts): (report: Report) => ReportTable {
  return ({ current, days }) => ({
    name,
    title,
    rowTitle,
    columns: [
      { title: count, unit: COUNT },
      { title: amount, unit: CENTS },
    ],
    rows: factsOf(current, kind).map((fact) => ({
      label: fact.label,
      to: ordersBehind(days, { [parameter]: fact.key }),
      values: [fact.count, fact.amount],
    })),
    note: null,
  });
}

/** A table of durations in steps. */
interface StepFacts {
  readonly name: ReportName;
  readonly kind: FactKind;
  readonly title: string;
  readonly keys: readonly string[];
  readonly words: Readonly<Record<string, string>>;
  readonly average: (seconds: number) => string;
}

function steps({ name, kind, title, keys, words, average }: StepFacts): (report: Report) => ReportTable {
  return ({ current, days }) => {
    const facts = factsOf(current, kind);
    const total = facts.reduce((sum, fact) => sum + fact.count, 0);
    const find = (key: string): Pick<Fact, "count"> => facts.find((fact) => fact.key === key) ?? { count: 0 };
    return {
      name,
      title,
      rowTitle: title,
      columns: [ORDERS],
      rows:
        total === 0
          ? []
          : keys.map((key) => ({ label: words[key] ?? key, to: ordersBehind(days, { [kind]: key }, "all"), values: [find(key).count] })),
      note: total === 0 ? null : average(facts.reduce((sum, fact) => sum + fact.amount, 0) / total),
    };
  };
}

/** From the first to the last hour with an order, at least lunch to dinner. */
function hoursShown(...periods: readonly PeriodFigures[]): readonly number[] {
  const places = periods.flatMap((figures) => factsOf(figures, "hour")).map(({ key }) => placeOfHour(Number(key)));
  const [first, last] = [Math.min(7, ...places), Math.max(18, ...places)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index + 4) % 24);
}

function reasonWords(key: string): string {
  const code = REASON_CODES.find((known) => known === key);
  return code === undefined ? "No reason given" : reasonLabel(code);
}

/** 95 → "1 min 35 s" */
function durationWords(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.round((whole % 3600) / 60)} min`;
}
