import { allocate, type Cents } from "#app/domain/money.ts";
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
}

/** The whole cart at list price, nothing consumed. */
export function startCart(facts: CartFacts): WorkingCart {
  const cart = emptyCart(facts.lines.length);
  for (const [position, line] of facts.lines.entries()) {
    cart.openUnits[position] = line.quantity;
    cart.openValue[position] = line.unitPrice * line.quantity;
  }
  cart.delivery = facts.input.fulfillment === "delivery" ? facts.input.deliveryFee : 0;
  return cart;
}

export function emptyCart(lineCount: number): WorkingCart {
  return { openUnits: new Float64Array(lineCount), openValue: new Float64Array(lineCount), closedValue: new Float64Array(lineCount), delivery: 0 };
}

export function copyCart(from: WorkingCart, to: WorkingCart): void {
  to.openUnits.set(from.openUnits);
  to.openValue.set(from.openValue);
  to.closedValue.set(from.closedValue);
  to.delivery = from.delivery;
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
}

/** Takes cents off the consumed units of a line and books them as the working promotion's share. */
export function takeOffClosed(cart: WorkingCart, position: number, amount: Cents, shares: Float64Array): void {
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) - amount;
  shares[position] = (shares[position] ?? 0) + amount;
}

/**
 * Splits `amount` over the lines of a set in proportion to `weights` (per position), as `allocate` does: largest remainder, equal
 * remainders to the earlier line. Writes the parts into `parts` at the lines' positions. Weights must not all be zero unless
 * `amount` is.
 *
 * A second road to `allocate` because it runs some thousand times per cart, without making an object.
 */
export function splitByWeight(amount: Cents, set: LineSet, weights: Float64Array, parts: Float64Array): void {
  const positions = set.lines;
  let total = 0;
  for (const position of positions) total += weights[position] ?? 0;
  if (!Number.isSafeInteger(amount * total)) {
    const exact = allocate(amount, positions.map((position) => weights[position] ?? 0));
    for (const [index, position] of positions.entries()) parts[position] = exact[index] ?? 0;
    return;
  }
  let left = amount;
  const remainders = new Float64Array(positions.length);
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    const product = amount * (weights[position] ?? 0);
    const remainder = total === 0 ? 0 : product % total;
    const part = total === 0 ? 0 : (product - remainder) / total;
    remainders[index] = remainder;
    parts[position] = part;
    left -= part;
  }
  for (; left > 0; left -= 1) {
    let best = 0;
    for (let index = 1; index < remainders.length; index += 1) {
      if ((remainders[index] ?? 0) > (remainders[best] ?? 0)) best = index;
    }
    remainders[best] = -1;
    const position = positions[best] ?? 0;
    parts[position] = (parts[position] ?? 0) + 1;
  }
}
