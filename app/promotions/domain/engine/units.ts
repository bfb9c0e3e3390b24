import type { Cents } from "#app/values/money.ts";
import type { LineSet } from "./cart-facts.ts";
import type { RunOrder, WorkingCart } from "./working-cart.ts";

/**
 * Single units of lines, for rules that consume them (buy X get Y, bundles). Units that cost nothing any more are left out. Open
 * units of one line that cost the same are a run; a line has at most two, one cent apart.
 */

/** How many open units of a line still cost something. */
export function usableUnits(cart: WorkingCart, position: number): number {
  return Math.min(cart.openUnits[position] ?? 0, cart.openValue[position] ?? 0);
}

/** How many open units of a set still cost something. */
export function countUnits(cart: WorkingCart, set: LineSet): number {
  let units = 0;
  for (const position of set.lines) units += usableUnits(cart, position);
  return units;
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
  const positions: number[] = [];
  const prices: Cents[] = [];
  const lowPrices: Cents[] = cart.byPrice.map(() => 0);
  for (const position of cart.byPrice) {
    const units = cart.openUnits[position] ?? 0;
    const value = cart.openValue[position] ?? 0;
    const low = units === 0 ? 0 : Math.floor(value / units);
    const dearer = value - low * units;
    lowPrices[position] = low;
    if (low > 0 && units > dearer) insertRun(positions, prices, position, low);
    if (dearer > 0) insertRun(positions, prices, position, low + 1);
  }
  return { positions, prices, lowPrices };
}

/** Lines come in the order of their first prices, which discounts hardly change, so that few runs are moved. */
function insertRun(positions: number[], prices: Cents[], position: number, price: Cents): void {
  let index = prices.length;
  for (; index > 0; index -= 1) {
    const before = prices[index - 1] ?? 0;
    if (before < price || (before === price && (positions[index - 1] ?? 0) < position)) break;
    prices[index] = before;
    positions[index] = positions[index - 1] ?? 0;
  }
  prices[index] = price;
  positions[index] = position;
}
