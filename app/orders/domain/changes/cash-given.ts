import { inCash } from "#app/values/money/cash-rounding.ts";
import { unitsPerMajor } from "#app/values/money/currency-units.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Cash from the customer, and the change they got. */
export interface CashGiven {
  readonly given: Cents;
  readonly change: Cents;
}

/** The change to return; the total is rounded as cash is. The error is a sentence with the missing amount. */
export function cashGiven(given: Cents, total: Cents, format: MoneyFormat): Result<CashGiven, string> {
  const change = changeOf(given, total, format.currency);
  if (change >= 0) return ok({ given, change });
  const due = inCash(total, format.currency);
  const what = due === total ? "total" : "total in cash";
  return fail(`The ${what} is ${formatMoney(due, format)}: ${formatMoney(0 - change, format)} is missing.`);
}

/** Negative: the missing amount. `currency` in upper or lower case. */
export function changeOf(given: Cents, total: Cents, currency: string): Cents {
  return given - inCash(total, currency);
}

/** For the timeline: "given $20.00, change $6.60". Null if the event has no cash. */
export function cashWords({ given, change }: Readonly<Record<string, unknown>>, format: MoneyFormat): string | null {
  if (typeof given !== "number" || typeof change !== "number") return null;
  return `given ${formatMoney(given, format)}, change ${formatMoney(change, format)}`;
}

/** Banknotes in major units of currencies that do not follow `COMMON_NOTES`. */
const NOTES: Readonly<Record<string, readonly number[]>> = {
  JPY: [1000, 5000, 10_000],
  KRW: [1000, 5000, 10_000, 50_000],
  INR: [10, 20, 50, 100, 200, 500],
  SEK: [20, 50, 100, 200, 500],
  NOK: [50, 100, 200, 500],
  DKK: [50, 100, 200, 500],
  PLN: [10, 20, 50, 100, 200],
};
const COMMON_NOTES: readonly number[] = [5, 10, 20, 50, 100];
/** Buttons next to the field. */
const MOST_QUICK_AMOUNTS = 4;

/** Likely amounts of cash: the exact total, then the next sums of notes. */
export function quickCash(total: Cents, currency: string): readonly Cents[] {
  const due = inCash(total, currency);
  const rounded = notesFor(due, currency).map((note) => Math.ceil(due / note) * note);
  return [...new Set([due, ...rounded])].toSorted((a, b) => a - b).slice(0, MOST_QUICK_AMOUNTS);
}

/** In currencies with small units, notes have more zeros: 135,000 dong are paid with notes of 50,000 and more. */
function notesFor(total: Cents, currency: string): readonly Cents[] {
  const units = unitsPerMajor(currency);
  const listed = NOTES[currency.toUpperCase()];
  if (listed !== undefined) return listed.map((note) => note * units);
  let scale = units;
  while (total > (COMMON_NOTES.at(-1) ?? 1) * scale) scale *= 10;
  return COMMON_NOTES.map((note) => note * scale);
}
