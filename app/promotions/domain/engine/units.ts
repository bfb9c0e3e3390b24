import type { Cents } from "#app/values/money.ts";
import type { LineSet } from "./cart-facts.ts";
import type { RunOrder, Unit, WorkingCart } from "./working-cart.ts";

/**
 * Single units of lines, for rules that consume them (buy X get Y, bundles). Units that cost nothing at list price are no
 * part of it; those that another offer made free are. Open units of one line that cost the same are a run; a line has at most two, one cent apart.
 */

/** How many units of a set may still be used. */
export function countUnits(cart: WorkingCart, set: LineSet): number {
  let units = 0;
  for (const position of cart.byPrice) units += set.has[position] === 1 ? (cart.openUnits[position] ?? 0) : 0;
  return units;
}

/** The usable units of the lines that `has` marks, dearest first, equal prices the later line first. */
export function listUnits(cart: WorkingCart, order: RunOrder, has: Uint8Array): Unit[] {
  const units: Unit[] = [];
  for (let run = order.count - 1; run >= 0; run -= 1) if (has[order.positions[run] ?? 0] === 1) pushUnits(cart, order, run, units);
  return units;
}

/** As `listUnits`: those that only the first set has, only the second, and both. */
export function listUnitsOfTwo(cart: WorkingCart, order: RunOrder, a: Uint8Array, b: Uint8Array): [Unit[], Unit[], Unit[]] {
  const [onlyA, onlyB, both]: [Unit[], Unit[], Unit[]] = [[], [], []];
  for (let run = order.count - 1; run >= 0; run -= 1) {
    const position = order.positions[run] ?? 0;
    if (a[position] === 1) pushUnits(cart, order, run, b[position] === 1 ? both : onlyA);
    else if (b[position] === 1) pushUnits(cart, order, run, onlyB);
  }
  return [onlyA, onlyB, both];
}

function pushUnits(cart: WorkingCart, order: RunOrder, run: number, units: Unit[]): void {
  let left = countInRun(cart, order, run);
  if (left === 0) return;
  const unit = (order.units[run] ??= { position: order.positions[run] ?? 0, price: order.prices[run] ?? 0, run });
  for (; left > 0; left -= 1) units.push(unit);
}

/**
 * All runs of the cart, cheapest first, equal prices in cart order; backwards it is the order for "dearest first". Consuming units
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

/** Closes units of a run (no more than it has) and adds their value to `taken`. Answers the value. */
export function consume(cart: WorkingCart, order: RunOrder, run: number, units: number, taken: Float64Array): Cents {
  const position = order.positions[run] ?? 0;
  const value = units * (order.prices[run] ?? 0);
  cart.openUnits[position] = (cart.openUnits[position] ?? 0) - units;
  cart.openValue[position] = (cart.openValue[position] ?? 0) - value;
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) + value;
  taken[position] = (taken[position] ?? 0) + value;
  return value;
}

function orderRuns(cart: WorkingCart): RunOrder {
  const lines = cart.openUnits.length;
  const positions = new Int32Array(cart.byPrice.length * 2);
  const prices = new Float64Array(cart.byPrice.length * 2 + lines);
  const lowPrices = prices.subarray(cart.byPrice.length * 2);
  let count = 0;
  for (const position of cart.byPrice) {
    const units = cart.openUnits[position] ?? 0;
    const value = cart.openValue[position] ?? 0;
    const low = units === 0 ? 0 : Math.floor(value / units);
    const dearer = value - low * units;
    lowPrices[position] = low;
    if (units > dearer) insertRun(positions, prices, count++, position, low);
    if (dearer > 0) insertRun(positions, prices, count++, position, low + 1);
  }
  return { count, positions, prices, lowPrices, units: [] };
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
