import type { Cents } from "#app/values/money.ts";
import type { LineSet } from "./cart-facts.ts";
import type { RunOrder, WorkingCart } from "./working-cart.ts";

/**
 * Single units of lines, for rules that consume them (buy X get Y, bundles). Units that cost nothing at list price are no
 * part of it; those that another offer made free are. Open units of one line that cost the same are a run; a line has at most two, one cent apart.
 */

/** How many units of a set may still be used. */
export function countUnits(cart: WorkingCart, set: LineSet): number {
  const { unitLines, openUnits } = cart;
  let units = 0;
  for (let index = 0; index < unitLines.length; index += 1) {
    const position = unitLines[index] ?? 0;
    if (set.has[position] === 1) units += openUnits[position] ?? 0;
  }
  return units;
}

/** Single units one after another, each by the number of its run. A search forms thousands of such lists: one is filled again and again. */
export interface UnitList {
  runs: Int32Array;
  count: number;
}

export function makeUnitList(): UnitList {
  return { runs: new Int32Array(64), count: 0 };
}

export function addUnits(list: UnitList, run: number, count: number): void {
  const after = list.count + count;
  if (after > list.runs.length) {
    const larger = new Int32Array(after * 2);
    larger.set(list.runs);
    list.runs = larger;
  }
  for (let index = list.count; index < after; index += 1) list.runs[index] = run;
  list.count = after;
}

/** Puts the usable units of the lines that `has` marks into a list, dearest first, equal prices the later line first; at most `most`. */
export function listUnits(cart: WorkingCart, order: RunOrder, has: Uint8Array, list: UnitList, most = Infinity): void {
  list.count = 0;
  for (let run = order.count - 1; run >= 0 && list.count < most; run -= 1)
    if (has[order.positions[run] ?? 0] === 1) addUnits(list, run, Math.min(most - list.count, countInRun(cart, order, run)));
}

/** Closes all units of a list and adds their value to `taken`. */
export function consumeUnits(cart: WorkingCart, order: RunOrder, { runs, count }: UnitList, taken: Float64Array): void {
  for (let index = 0; index < count; index += 1) consume(cart, order, runs[index] ?? 0, 1, taken);
}

/** What the first units of a list cost together; all of them unless told how many. */
export function sumOfUnits(order: RunOrder, list: UnitList, count = list.count): Cents {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += order.prices[list.runs[index] ?? 0] ?? 0;
  return sum;
}

/**
 * All runs of the lines that sets are made of, cheapest first, equal prices in cart order; backwards it is the order for "dearest first". Consuming units
 * changes no price, so the order is kept on the cart and its copies until a price changes.
 */
export function getRunOrder(cart: WorkingCart): RunOrder {
  cart.runOrder ??= orderRuns(cart);
  return cart.runOrder;
}

/** How many open units a run still has. */
export function countInRun(cart: WorkingCart, order: RunOrder, run: number): number {
  const position = order.positions[run] ?? 0;
  const low = order.lowPrices[position] ?? 0;
  const units = cart.openUnits[position] ?? 0;
  const dearer = (cart.openValue[position] ?? 0) - low * units;
  return order.prices[run] === low ? units - dearer : dearer;
}

/** Closes units of a run (no more than it has) and adds their value to `taken`. */
export function consume(cart: WorkingCart, order: RunOrder, run: number, units: number, taken: Float64Array): void {
  const position = order.positions[run] ?? 0;
  const value = units * (order.prices[run] ?? 0);
  cart.openUnits[position] = (cart.openUnits[position] ?? 0) - units;
  cart.openValue[position] = (cart.openValue[position] ?? 0) - value;
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) + value;
  taken[position] = (taken[position] ?? 0) + value;
}

function orderRuns(cart: WorkingCart): RunOrder {
  const { unitLines, openUnits, openValue } = cart;
  const order = (cart.ownOrder ??= makeRunOrder(openUnits.length));
  const { positions, prices, lowPrices } = order;
  let count = 0;
  for (let index = 0; index < unitLines.length; index += 1) {
    const position = unitLines[index] ?? 0;
    const units = openUnits[position] ?? 0;
    const value = openValue[position] ?? 0;
    const low = units === 0 ? 0 : Math.floor(value / units);
    const dearer = value - low * units;
    lowPrices[position] = low;
    if (units > dearer) insertRun(positions, prices, count++, position, low);
    if (dearer > 0) insertRun(positions, prices, count++, position, low + 1);
  }
  order.count = count;
  return order;
}

function makeRunOrder(lineCount: number): RunOrder {
  return {
    count: 0,
    positions: new Int32Array(lineCount * 2),
    prices: new Float64Array(lineCount * 2),
    lowPrices: new Float64Array(lineCount),
  };
}

/** Lines come in the order of their first prices, which discounts hardly change, so that few runs are moved. */
function insertRun(positions: Int32Array, prices: Float64Array, count: number, position: number, price: Cents): void {
  let index = count;
  for (; index > 0; index -= 1) {
    const before = prices[index - 1] ?? 0;
    if (before < price || (before === price && (positions[index - 1] ?? 0) < position)) break;
    prices[index] = before;
    positions[index] = positions[index - 1] ?? 0;
  }
  prices[index] = price;
  positions[index] = position;
}
