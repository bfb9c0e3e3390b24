import type { Cents } from "#app/values/money.ts";
import type { CartFacts, LineSet } from "./cart-facts.ts";

/**
 * What is left of a cart while promotions work on it one after another. Lines are positions; amounts are whole cents in flat
 * arrays, because thousands of combinations are tried on copies of it.
 *
 * Units that a buy-get or a bundle has consumed are "closed": they keep their value for order discounts, but no other buy-get or
 * bundle may use them. The open units of a line always differ by at most one cent, so their number and sum say everything.
 */
export interface WorkingCart {
  readonly openUnits: Float64Array;
  /** What the open units still cost together. */
  readonly openValue: Float64Array;
  /** What the consumed units still cost together. */
  readonly closedValue: Float64Array;
  /** What delivery still costs. */
  delivery: Cents;
  /** Positions of the lines by list price, cheapest first. */
  byPrice: readonly number[];
  /** See `getRunOrder`; null when a price has changed since. */
  runOrder: RunOrder | null;
}

/** Open units of one line at one price are a run; runs in the order of their prices. */
export interface RunOrder {
  readonly positions: readonly number[];
  readonly prices: readonly Cents[];
  /** Per line: the lower of its at most two unit prices. */
  readonly lowPrices: readonly Cents[];
}

/** Space per line that promotions work with, made once for a whole search. */
export interface Buffers {
  /** What the working promotion took off each line; only ever added to. */
  readonly shares: Float64Array;
  /** Value of the units it consumed. */
  readonly taken: Float64Array;
  /** Free for any use in between. */
  readonly scratch: Float64Array;
}

export function makeBuffers(lineCount: number): Buffers {
  return { shares: new Float64Array(lineCount), taken: new Float64Array(lineCount), scratch: new Float64Array(lineCount) };
}

/** The whole cart at list price, nothing consumed. */
export function startCart(facts: CartFacts): WorkingCart {
  const cart = emptyCart(facts.lines.length);
  for (const [position, line] of facts.lines.entries()) {
    cart.openUnits[position] = line.quantity;
    cart.openValue[position] = line.unitPrice * line.quantity;
  }
  cart.byPrice = facts.lines
    .map((_, position) => position)
    .sort((a, b) => (facts.lines[a]?.unitPrice ?? 0) - (facts.lines[b]?.unitPrice ?? 0));
  cart.delivery = facts.input.fulfillment === "delivery" ? facts.input.deliveryFee : 0;
  return cart;
}

export function emptyCart(lineCount: number): WorkingCart {
  return {
    openUnits: new Float64Array(lineCount),
    openValue: new Float64Array(lineCount),
    closedValue: new Float64Array(lineCount),
    delivery: 0,
    byPrice: [],
    runOrder: null,
  };
}

export function copyCart(from: WorkingCart, to: WorkingCart): void {
  to.openUnits.set(from.openUnits);
  to.openValue.set(from.openValue);
  to.closedValue.set(from.closedValue);
  to.delivery = from.delivery;
  to.byPrice = from.byPrice;
  to.runOrder = from.runOrder;
}

/** What a line still costs. */
export function valueLeft(cart: WorkingCart, position: number): Cents {
  return (cart.openValue[position] ?? 0) + (cart.closedValue[position] ?? 0);
}

/** What the lines of a set still cost together. */
export function setValueLeft(cart: WorkingCart, set: LineSet): Cents {
  let value = 0;
  for (const position of set.lines) value += valueLeft(cart, position);
  return value;
}

/** Takes cents off a line, from its open units first, and books them as the working promotion's share. */
export function takeOff(cart: WorkingCart, position: number, amount: Cents, shares: Float64Array): void {
  const open = cart.openValue[position] ?? 0;
  const fromOpen = Math.min(open, amount);
  cart.openValue[position] = open - fromOpen;
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) - (amount - fromOpen);
  shares[position] = (shares[position] ?? 0) + amount;
  cart.runOrder = null;
}

/** Takes cents off the consumed units of a line and books them as the working promotion's share. */
export function takeOffClosed(cart: WorkingCart, position: number, amount: Cents, shares: Float64Array): void {
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) - amount;
  shares[position] = (shares[position] ?? 0) + amount;
}
