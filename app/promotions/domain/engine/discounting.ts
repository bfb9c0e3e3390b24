import { allocate, applyRate, type Cents, type PartsPerMillion } from "#app/values/money.ts";
import type { Work } from "#app/promotions/domain/kinds/action-kind.ts";
import { lineSet, sum, type CartFacts, type LineSet } from "./cart-facts.ts";
import { takeOff, takeOffClosed, valueLeft } from "./working-cart.ts";
import { closeUnits, type Unit } from "./units.ts";

/** Takes discounts off lines, for all kinds of actions. Each function returns the discount in cents. */

/** The discount on the open units of one line, before any limit. */
type LineDiscount = (value: Cents, units: number, position: number) => Cents;

/** Takes `discountOf` off the open units of each line. A sum above the limit is scaled down to it by largest remainder. No line falls below zero. */
export function takeOffEachLine({ facts, cart, limit }: Work, { lines }: LineSet, discountOf: LineDiscount): Cents {
  const wanted = lines.map((position) => {
    const value = cart.openValue[position] ?? 0;
    return Math.min(value, discountOf(value, cart.openUnits[position] ?? 0, position));
  });
  const total = sum(wanted, (amount) => amount);
  const amount = Math.min(total, limit);
  if (amount === 0) return 0;
  const shares = amount < total ? shareOut(facts, amount, lines, wanted) : wanted;
  lines.forEach((position, index) => {
    takeOff(cart, position, shares[index] ?? 0);
  });
  return amount;
}

/** Takes a percentage off each line of the set, rounded once per line: pieces of one line are rounded together. */
export function takePercentOffEachLine(work: Work, set: LineSet, rate: PartsPerMillion): Cents {
  const { lineStart } = work.facts;
  let start: number | undefined;
  let value = 0;
  let taken = 0;
  return takeOffEachLine(work, set, (pieceValue, _, position) => {
    if (lineStart[position] !== start) {
      start = lineStart[position];
      value = 0;
      taken = 0;
    }
    value += pieceValue;
    const before = taken;
    taken = applyRate(value, rate);
    return taken - before;
  });
}

/** At most this many units, the most or the least expensive; null = every unit. */
export interface UnitLimit {
  readonly maxUnits?: number | null;
  readonly unitsFirst?: "dearest" | "cheapest";
}

/** The pieces of a set that an item action discounts: all, or at most `maxUnits` units, chosen by their current price. */
export function pickUnits({ cart, facts }: Work, set: LineSet, { maxUnits = null, unitsFirst = "dearest" }: UnitLimit): LineSet {
  if (maxUnits === null) return set;
  const price = (position: number): number => (cart.openValue[position] ?? 0) / (cart.openUnits[position] ?? 1);
  const sign = unitsFirst === "dearest" ? -1 : 1;
  const has = set.has.map(() => false);
  let left = maxUnits;
  const inOrder = set.lines.filter((position) => (facts.lines[position]?.unitPrice ?? 0) > 0);
  for (const position of inOrder.sort((a, b) => sign * (price(a) - price(b)) || a - b)) {
    const units = cart.openUnits[position] ?? 0;
    if (units > left) continue;
    has[position] = true;
    left -= units;
  }
  return lineSet(has);
}

/** Takes one amount off a set of lines together, in proportion to their remaining value; at most the limit and at most that value. */
export function takeOffTogether({ cart, facts, limit }: Work, { lines }: LineSet, wanted: Cents): Cents {
  const values = lines.map((position) => valueLeft(cart, position));
  const amount = Math.min(
    wanted,
    limit,
    sum(values, (value) => value),
  );
  if (amount === 0) return 0;
  const shares = shareOut(facts, amount, lines, values);
  lines.forEach((position, index) => {
    takeOff(cart, position, shares[index] ?? 0);
  });
  return amount;
}

/** The remaining value of a set's lines. */
export function setValueLeft({ cart }: Work, { lines }: LineSet): Cents {
  return sum(lines, (position) => valueLeft(cart, position));
}

/** Closes the units `used` and takes `amount` off the units in `discounted`, in proportion to the value per line. */
export function takeOffUnits({ cart, facts }: Work, amount: Cents, discounted: readonly Unit[], used: readonly Unit[] = discounted): void {
  closeUnits(cart, used);
  const values = new Map<number, Cents>();
  for (const { position, price } of discounted) values.set(position, (values.get(position) ?? 0) + price);
  const lines = [...values.keys()].sort((a, b) => a - b);
  const shares = shareOut(
    facts,
    amount,
    lines,
    lines.map((position) => values.get(position) ?? 0),
  );
  for (const [index, position] of lines.entries()) takeOffClosed(cart, position, shares[index] ?? 0);
}

/** Takes an amount off the delivery fee, at most the limit and the fee. */
export function takeOffDelivery({ cart, limit }: Work, wanted: Cents): Cents {
  const amount = Math.min(wanted, limit, cart.delivery);
  cart.delivery -= amount;
  return amount;
}

/**
 * Distributes an amount over positions by weight, as `allocate` does: over whole lines first and then over the pieces of each, so that
 * splitting lines into pieces moves no cent between lines.
 */
function shareOut({ lineStart }: CartFacts, amount: Cents, positions: readonly number[], weights: readonly number[]): Cents[] {
  const beginsLine = (index: number) => index === 0 || lineStart[positions[index] ?? 0] !== lineStart[positions[index - 1] ?? 0];
  if (positions.every((_, index) => beginsLine(index))) return allocate(amount, weights);
  const lineWeights: number[] = [];
  const lineOf: number[] = [];
  for (const [index, weight] of weights.entries()) {
    if (beginsLine(index)) lineWeights.push(0);
    const line = lineWeights.length - 1;
    lineOf.push(line);
    lineWeights[line] = (lineWeights[line] ?? 0) + weight;
  }
  const shares = allocate(amount, lineWeights);
  let weightSoFar = 0;
  let given = 0;
  return positions.map((_, index) => {
    const line = lineOf[index] ?? 0;
    if (line !== lineOf[index - 1]) {
      weightSoFar = 0;
      given = 0;
    }
    weightSoFar += weights[index] ?? 0;
    const lineWeight = lineWeights[line] ?? 0;
    const upToHere = lineWeight === 0 ? 0 : Math.floor(((shares[line] ?? 0) * weightSoFar) / lineWeight);
    const share = upToHere - given;
    given = upToHere;
    return share;
  });
}
