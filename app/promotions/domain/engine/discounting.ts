import { applyRate, type Cents, type PartsPerMillion } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { addFirstText, countText } from "#app/promotions/domain/wording.ts";
import type { ActionField, Missing, Work } from "#app/promotions/domain/kinds/action-kind.ts";
import type { LineSet } from "./cart-facts.ts";
import { splitByWeight } from "./largest-remainder.ts";
import { takeOff, takeOffClosed, valueLeft, type Unspread } from "./working-cart.ts";

/** The moves that several kinds of promotions share: how a discount comes off lines, and the fields their forms have in common. */

/**
 * Takes `wanted` cents (per line, computed by `offLine`) off each line of the set; more than the limit is scaled down to it by
 * largest remainder. Answers what was taken off. No line falls below zero.
 */
export function takeOffEachLine(work: Work, set: LineSet, offLine: (value: Cents, units: number, position: number) => Cents): Cents {
  const { cart } = work;
  const { shares, scratch } = work.buffers;
  let total = 0;
  for (const position of set.lines) {
    const value = cart.openValue[position] ?? 0;
    const off = Math.min(value, offLine(value, cart.openUnits[position] ?? 0, position));
    scratch[position] = off;
    total += off;
  }
  const amount = Math.min(total, work.limit);
  if (amount === 0) return 0;
  if (amount < total) shareOut(work, amount, set.lines, set.lines.length, scratch, scratch);
  for (const position of set.lines) takeOff(cart, position, scratch[position] ?? 0, shares);
  return amount;
}

/**
 * Takes a percentage off each line of the set, rounded once per line: pieces of one line are rounded together. More than the limit is
 * scaled down to it. Answers what was taken off.
 */
export function takePercentOffEachLine(work: Work, set: LineSet, rate: PartsPerMillion): Cents {
  const { lineOf } = work.facts;
  let line: number | undefined;
  let value = 0;
  let off = 0;
  return takeOffEachLine(work, set, (pieceValue, _, position) => {
    if (lineOf[position] !== line) {
      line = lineOf[position];
      value = 0;
      off = 0;
    }
    value += pieceValue;
    const before = off;
    off = applyRate(value, rate);
    return off - before;
  });
}

/** The units of a set that an item action takes: all of them, or at most `most` of the dearest (or cheapest) as they cost now. */
export function pickUnits(work: Work, set: LineSet, { maxUnits = null, unitsFirst = "dearest" }: UnitLimit): LineSet {
  if (maxUnits === null) return set;
  const { cart, facts } = work;
  const price = (position: number): number => (cart.openValue[position] ?? 0) / (cart.openUnits[position] ?? 1);
  const sign = unitsFirst === "dearest" ? -1 : 1;
  const has = new Uint8Array(set.has.length);
  let left = maxUnits;
  const inOrder = set.lines.filter((position) => (facts.lines[position]?.unitPrice ?? 0) > 0);
  for (const position of inOrder.sort((a, b) => sign * (price(a) - price(b)) || a - b)) {
    const units = cart.openUnits[position] ?? 0;
    if (units > left) continue;
    has[position] = 1;
    left -= units;
  }
  return { lines: set.lines.filter((position) => has[position] === 1), has, rate: set.rate };
}

/** At most so many units, of which the dearest or the cheapest; null = every unit. */
export interface UnitLimit {
  readonly maxUnits?: number | null;
  readonly unitsFirst?: "dearest" | "cheapest";
}

/** ", at most 2 items per order (the cheapest)". */
export function unitLimitText({ maxUnits = null, unitsFirst = "dearest" }: UnitLimit): string {
  if (maxUnits === null) return "";
  return `, at most ${countText(maxUnits, "item")} per order${unitsFirst === "cheapest" ? " (the cheapest)" : ""}`;
}

export const unitLimitFields: readonly ActionField[] = [
  {
    name: "maxUnits",
    label: "At most so many items in one order",
    help: "Empty = every item.",
    input: "count",
    required: false,
    initial: null,
  },
  {
    name: "unitsFirst",
    label: "Which of them",
    help: "When there are more.",
    input: "choice",
    required: true,
    options: [
      { value: "dearest", label: "The most expensive" },
      { value: "cheapest", label: "The cheapest" },
    ],
    initial: "dearest",
  },
];

/**
 * Takes one amount off a set of lines together, in proportion to what each still costs; at most the limit and at most what they
 * cost. Answers what was taken off.
 */
export function takeOffTogether(work: Work, set: LineSet, wanted: Cents): Cents {
  const { cart, buffers } = work;
  const left = setValueLeft(work, set);
  const amount = Math.min(wanted, work.limit, left);
  if (amount === 0) return 0;
  if (buffers.isSearch && set.rate >= 0) {
    cart.unspread = { set, amount, left: left - amount, total: (cart.unspread?.total ?? 0) + amount, before: cart.unspread };
    cart.net[set.rate] = (cart.net[set.rate] ?? 0) - amount;
    return amount;
  }
  const { shares, scratch } = buffers;
  for (const position of set.lines) scratch[position] = valueLeft(cart, position);
  shareOut(work, amount, set.lines, set.lines.length, scratch, scratch);
  for (const position of set.lines) takeOff(cart, position, scratch[position] ?? 0, shares);
  return amount;
}

/** What the lines of a set still cost together. */
export function setValueLeft(work: Work, set: LineSet): Cents {
  const { cart } = work;
  if (cart.unspread?.set === set) return cart.unspread.left;
  spreadOut(work);
  let value = 0;
  for (const position of set.lines) value += valueLeft(cart, position);
  return value;
}

/** Puts what is not spread yet on the lines, one discount after the other. */
export function spreadOut(work: Pick<Work, "cart" | "buffers" | "facts">): void {
  const { cart, buffers } = work;
  if (cart.unspread === null) return;
  spread(work, cart.unspread, buffers.scratch);
  cart.unspread = null;
  cart.runOrder = null;
}

function spread(work: Pick<Work, "cart" | "buffers" | "facts">, { set, amount, before }: Unspread, scratch: Float64Array): void {
  if (before !== null) spread(work, before, scratch);
  const { openValue, closedValue } = work.cart;
  for (const position of set.lines) scratch[position] = valueLeft(work.cart, position);
  shareOut(work, amount, set.lines, set.lines.length, scratch, scratch);
  for (const position of set.lines) {
    const open = openValue[position] ?? 0;
    const share = scratch[position] ?? 0;
    const fromOpen = Math.min(open, share);
    openValue[position] = open - fromOpen;
    closedValue[position] = (closedValue[position] ?? 0) - (share - fromOpen);
  }
}

/** As `splitByWeight`; where lines are cut in pieces, over the lines first, so that the cutting moves no cent between lines. */
function shareOut(
  work: Pick<Work, "buffers" | "facts">,
  amount: Cents,
  positions: readonly number[] | Int32Array,
  positionCount: number,
  weights: Float64Array,
  parts: Float64Array,
): void {
  const { lineOf, isSplit } = work.facts;
  if (!isSplit) {
    splitByWeight(amount, positions, weights, parts, positionCount);
    return;
  }
  const { sums, portions, firsts } = work.buffers;
  let count = 0;
  let first = -1;
  for (let index = 0; index < positionCount; index += 1) {
    const position = positions[index] ?? 0;
    if (first < 0 || lineOf[position] !== lineOf[first]) {
      first = position;
      firsts[count] = position;
      count += 1;
      sums[first] = 0;
    }
    sums[first] = (sums[first] ?? 0) + (weights[position] ?? 0);
  }
  splitByWeight(amount, firsts, sums, portions, count);
  let next = 0;
  let sum = 0;
  let share = 0;
  let before = 0;
  let given = 0;
  for (let index = 0; index < positionCount; index += 1) {
    const position = positions[index] ?? 0;
    if (next < count && firsts[next] === position) {
      next += 1;
      sum = sums[position] ?? 0;
      share = portions[position] ?? 0;
      before = 0;
      given = 0;
    }
    before += weights[position] ?? 0;
    const upToHere = sum === 0 ? 0 : Math.floor((share * before) / sum);
    parts[position] = upToHere - given;
    given = upToHere;
  }
}

/** Takes an amount off units that were consumed before, in proportion to `buffers.taken`, their value per line. */
export function takeOffTaken(work: Work, set: LineSet, amount: Cents): void {
  const { shares, taken, scratch } = work.buffers;
  // A few units are on a few lines.
  if (touched.length < set.lines.length) touched = new Int32Array(set.lines.length * 2);
  let count = 0;
  for (const position of set.lines) if ((taken[position] ?? 0) > 0) touched[count++] = position;
  shareOut(work, amount, touched, count, taken, scratch);
  for (let index = 0; index < count; index += 1) {
    const position = touched[index] ?? 0;
    takeOffClosed(work.cart, position, scratch[position] ?? 0, shares);
  }
}

/** Positions of lines; nothing in it outlives a call. */
let touched = new Int32Array(64);

/** Takes an amount off the delivery fee, at most the limit and the fee. Answers what was taken off. */
export function takeOffDelivery(work: Work, wanted: Cents): Cents {
  const amount = Math.min(wanted, work.limit, work.cart.delivery);
  work.cart.delivery -= amount;
  return amount;
}

/** Why there is no delivery fee to take anything off. */
export function explainNoDelivery(work: Work): Missing {
  return work.facts.input.fulfillment === "pickup"
    ? { reason: "condition", message: "Delivery only.", shortfall: null }
    : { reason: "no-eligible-items", message: "Delivery is free already.", shortfall: null };
}

/** The cart holds nothing that the rule covers ("Add 1 from Pizzas."), or what it covers costs nothing. */
export function nothingEligible(work: Work, target: Target, message = "What this offer covers costs nothing already."): Missing {
  if (work.facts.lines.length === 0) return { reason: "no-eligible-items", message: "Your cart is empty.", shortfall: null };
  if ((work.sets[0]?.lines.length ?? 0) > 0) return { reason: "no-eligible-items", message, shortfall: null };
  return {
    reason: "no-eligible-items",
    message: addFirstText(1, target, work.facts.names),
    shortfall: { kind: "items", amount: 1 },
  };
}

export const targetField: ActionField = {
  name: "target",
  label: "On",
  help: "Products, categories (with everything below them) or tags; or every item.",
  input: "target",
  required: true,
  initial: { everything: true },
};

export const repeatsField: ActionField = {
  name: "maxRepeats",
  label: "At most so many times in one order",
  help: "Empty = no limit.",
  input: "count",
  required: false,
  initial: null,
};

export const rateField: ActionField = {
  name: "rate",
  label: "Percentage off",
  help: "More than 0, at most 100.",
  input: "percentage",
  required: true,
  initial: 100_000,
};

export const amountField: ActionField = { name: "amount", label: "Amount off", help: "", input: "money", required: true, initial: 500 };
