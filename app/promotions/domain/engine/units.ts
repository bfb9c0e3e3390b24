import type { Cents } from "#app/values/money.ts";
import { sum, type CartFacts, type LineSet } from "./cart-facts.ts";
import type { WorkingCart } from "./working-cart.ts";

/**
 * Single units of lines, for rules that use them up (buy-get, bundle, meal deal). Units that are free at list price are excluded; units
 * that another offer made free are included.
 */

/** An open unit of a line, at its current price. The equal units of a line are one object. */
export interface Unit {
  readonly position: number;
  readonly price: Cents;
}

interface Priced {
  readonly facts: CartFacts;
  readonly cart: WorkingCart;
}

/** The number of units of a set that may still be used. */
export function countUnits({ facts, cart }: Priced, set: LineSet): number {
  return sum(facts.byPrice, (position) => (set.has[position] === true ? (cart.openUnits[position] ?? 0) : 0));
}

/** The usable units of the lines in `has`, most expensive first, equal prices the later line first; at most `most`. */
export function listUnits({ facts, cart }: Priced, has: readonly boolean[], most = Infinity): Unit[] {
  const runs: { readonly unit: Unit; readonly count: number }[] = [];
  for (const position of facts.byPrice) {
    const count = cart.openUnits[position] ?? 0;
    if (has[position] !== true || count === 0) continue;
    const value = cart.openValue[position] ?? 0;
    const price = Math.floor(value / count);
    const dearer = value - price * count;
    if (dearer > 0) runs.push({ unit: { position, price: price + 1 }, count: dearer });
    if (count > dearer) runs.push({ unit: { position, price }, count: count - dearer });
  }
  runs.sort((a, b) => b.unit.price - a.unit.price || b.unit.position - a.unit.position);
  const units: Unit[] = [];
  for (const { unit, count } of runs) {
    const wanted = Math.min(count, most - units.length);
    for (let index = 0; index < wanted; index += 1) units.push(unit);
    if (wanted < count) break;
  }
  return units;
}

/** The total price of units. */
export function sumOfUnits(units: readonly Unit[]): Cents {
  return sum(units, ({ price }) => price);
}

/** Closes units. */
export function closeUnits(cart: WorkingCart, units: readonly Unit[]): void {
  for (const { position, price } of units) {
    cart.openUnits[position] = (cart.openUnits[position] ?? 0) - 1;
    cart.openValue[position] = (cart.openValue[position] ?? 0) - price;
    cart.closedValue[position] = (cart.closedValue[position] ?? 0) + price;
  }
}
