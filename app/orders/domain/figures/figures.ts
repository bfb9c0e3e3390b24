import type { Cents } from "#app/values/money.ts";
import type { LocalDate } from "#app/values/time.ts";

/** The subject of a fact of a period (docs/rules/figures.md). */
export type FactKind = "sum" | "hour" | "item" | "option" | "promotion" | "tax" | "taxed" | "reason" | "answer" | "ready";

/** One number of a period with its details. */
export interface Fact {
  readonly kind: FactKind;
  /** A product id, hour or reason, unique within its kind. */
  readonly key: string;
  /** Display name, if the key is only a number. */
  readonly label: string;
  readonly count: number;
  /** Cents; seconds in "answer" and "ready". */
  readonly amount: number;
}

const SUMS = [
  "sold",
  "pickup",
  "delivery",
  "items",
  "discounts",
  "fees",
  "tax",
  "taxInside",
  "tips",
  "refunds",
  "uncharged",
  "calledOff",
  "kept",
] as const;
export type Sum = (typeof SUMS)[number];

/** Buckets of minutes to accept, upper bound exclusive; the last is open. */
export const ANSWER_STEPS = ["1", "2", "5", "10", "longer"] as const;
/** Ready on time, up to 5 or 15 minutes late, or later. */
export const READY_STEPS = ["early", "on-time", "late-5", "late-15", "later"] as const;

export const ANSWER_WORDS: Readonly<Record<string, string>> = {
  "1": "Within a minute",
  "2": "1 to 2 minutes",
  "5": "2 to 5 minutes",
  "10": "5 to 10 minutes",
  longer: "10 minutes or longer",
};
export const READY_WORDS: Readonly<Record<string, string>> = {
  early: "More than 5 minutes early",
  "on-time": "On time",
  "late-5": "Up to 5 minutes late",
  "late-15": "5 to 15 minutes late",
  later: "More than 15 minutes late",
};

/** Business days begin at 4 AM, so 1 AM comes after 11 PM. */
export function placeOfHour(hour: number): number {
  return (hour + 20) % 24;
}

/** One business day. */
interface DayOfPeriod {
  readonly day: LocalDate;
  readonly orders: number;
  readonly sales: Cents;
}

/** A period's results, by the time orders were placed. */
export interface PeriodFigures {
  readonly days: readonly DayOfPeriod[];
  readonly facts: readonly Fact[];
}

/** One of the sums; 0 without sales. */
export function sumOf({ facts }: PeriodFigures, sum: Sum): Pick<Fact, "count" | "amount"> {
  return facts.find(({ kind, key }) => kind === "sum" && key === sum) ?? { count: 0, amount: 0 };
}

/** The facts of a kind, largest count first. */
export function factsOf({ facts }: PeriodFigures, kind: FactKind): readonly Fact[] {
  return facts
    .filter((fact) => fact.kind === kind)
    .toSorted((a, b) => b.count - a.count || b.amount - a.amount || (a.key < b.key ? -1 : 1));
}

/** The rate and name in the key of a tax. */
export function taxOfKey(key: string): { readonly rate: number; readonly label: string } {
  const end = key.indexOf(" ");
  return { rate: Number(key.slice(0, end)), label: key.slice(end + 1) };
}

/** Counts of open tasks. */
export interface AttentionFigures {
  readonly waiting: number;
  /** Accepted or waiting, past the promised time and not ready. */
  readonly late: number;
  readonly soldOut: number;
  /** Products at or below their low stock level. */
  readonly lowStock: number;
  readonly failedMails: number;
  readonly paymentProblems: number;
  readonly reviews: number;
}
