import type { Cents } from "#app/values/money.ts";

/** What a fact of a period is about: see docs/rules/figures.md. */
export type FactKind = "sum" | "hour" | "item" | "option" | "promotion" | "reason" | "answer" | "ready";

/** What a period sold, by the time the orders were placed. */
export interface DayFigures {
  readonly orders: number;
  /** Σ finalTotal − refunds, in cents. */
  readonly revenue: Cents;
  readonly average: Cents;
  readonly pickup: number;
  readonly delivery: number;
  readonly rejected: number;
  readonly tips: Cents;
  readonly discounts: Cents;
}

/** What needs somebody now, counted. */
export interface AttentionFigures {
  readonly waiting: number;
  /** Taken on, past the promised time and not ready. */
  readonly late: number;
  readonly soldOut: number;
  readonly failedMails: number;
  readonly paymentProblems: number;
}

export interface HourCount {
  /** 0 to 23, local. */
  readonly hour: number;
  readonly orders: number;
}
