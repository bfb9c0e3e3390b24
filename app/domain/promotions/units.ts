import type { Cents } from "#app/domain/money.ts";
import type { CartFacts, LineSet } from "./cart-facts.ts";
import type { WorkingCart } from "./working-cart.ts";

/** Single units of lines, for rules that consume them (buy X get Y, bundles). Units that cost nothing any more are left out. */

/** Open units of one line that cost the same. A line has at most two such runs, one cent apart. */
export interface UnitRun {
  readonly position: number;
  readonly price: Cents;
  count: number;
}

/** The open units of a line that still cost something. */
export function usableUnits(cart: WorkingCart, position: number): number {
  return Math.min(cart.openUnits[position] ?? 0, cart.openValue[position] ?? 0);
}

/** How many open units of a set still cost something. */
export function countUnits(cart: WorkingCart, set: LineSet): number {
  let units = 0;
  for (const position of set.lines) units += usableUnits(cart, position);
  return units;
}

/** The open units of a set in runs, cheapest first (or dearest first); equal prices in cart order. */
export function listRuns(facts: CartFacts, cart: WorkingCart, set: LineSet, first: "cheapest" | "dearest"): UnitRun[] {
  const runs: UnitRun[] = [];
  const sign = first === "cheapest" ? 1 : -1;
  const lineCount = facts.byPrice.length;
  for (let index = 0; index < lineCount; index += 1) {
    const position = facts.byPrice[first === "cheapest" ? index : lineCount - 1 - index] ?? 0;
    const units = cart.openUnits[position] ?? 0;
    const value = cart.openValue[position] ?? 0;
    if (set.has[position] !== 1 || units === 0 || value === 0) continue;
    const dearer = value % units;
    const price = (value - dearer) / units;
    if (price > 0) insertRun(runs, { position, price, count: units - dearer }, sign);
    if (dearer > 0) insertRun(runs, { position, price: price + 1, count: dearer }, sign);
  }
  return runs;
}

/** Closes up to `count` units of a run and adds their value to `taken`; answers how many. */
export function consume(cart: WorkingCart, run: UnitRun, count: number, taken: Float64Array): number {
  const units = Math.min(count, run.count);
  const value = units * run.price;
  run.count -= units;
  cart.openUnits[run.position] = (cart.openUnits[run.position] ?? 0) - units;
  cart.openValue[run.position] = (cart.openValue[run.position] ?? 0) - value;
  cart.closedValue[run.position] = (cart.closedValue[run.position] ?? 0) + value;
  taken[run.position] = (taken[run.position] ?? 0) + value;
  return units;
}

/** Keeps runs in order of price (`sign` 1 = rising), then position. Lines come nearly sorted, so this moves few. */
function insertRun(runs: UnitRun[], run: UnitRun, sign: number): void {
  let index = runs.length;
  for (; index > 0; index -= 1) {
    const before = runs[index - 1];
    if (before === undefined) break;
    const difference = (before.price - run.price) * sign;
    if (difference < 0 || (difference === 0 && before.position < run.position)) break;
    runs[index] = before;
  }
  runs[index] = run;
}
