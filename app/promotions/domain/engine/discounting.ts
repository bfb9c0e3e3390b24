import type { Cents } from "#app/values/money.ts";
import type { ActionField, Missing, Work } from "#app/promotions/domain/kinds/action-kind.ts";
import type { LineSet } from "./cart-facts.ts";
import { splitByWeight } from "./largest-remainder.ts";
import { setValueLeft, takeOff, takeOffClosed, valueLeft } from "./working-cart.ts";

/** The moves that several kinds of promotions share: how a discount comes off lines, and the fields their forms have in common. */

/**
 * Takes `wanted` cents (per line, computed by `offLine`) off each line of the set; more than the limit is scaled down to it by
 * largest remainder. Answers what was taken off. No line falls below zero.
 */
export function takeOffEachLine(work: Work, set: LineSet, offLine: (value: Cents, units: number) => Cents): Cents {
  const { cart } = work;
  const { shares, scratch } = work.buffers;
  let total = 0;
  for (const position of set.lines) {
    const value = cart.openValue[position] ?? 0;
    const off = Math.min(value, offLine(value, cart.openUnits[position] ?? 0));
    scratch[position] = off;
    total += off;
  }
  const amount = Math.min(total, work.limit);
  if (amount === 0 || work.amountOnly) return amount;
  if (amount < total) splitByWeight(amount, set, scratch, scratch);
  for (const position of set.lines) takeOff(cart, position, scratch[position] ?? 0, shares);
  return amount;
}

/**
 * Takes one amount off a set of lines together, in proportion to what each still costs; at most the limit and at most what they
 * cost. Answers what was taken off.
 */
export function takeOffTogether(work: Work, set: LineSet, wanted: Cents): Cents {
  const { cart } = work;
  const { shares, scratch } = work.buffers;
  const amount = Math.min(wanted, work.limit, setValueLeft(cart, set));
  if (amount === 0 || work.amountOnly) return amount;
  for (const position of set.lines) scratch[position] = valueLeft(cart, position);
  splitByWeight(amount, set, scratch, scratch);
  for (const position of set.lines) takeOff(cart, position, scratch[position] ?? 0, shares);
  return amount;
}

/** Takes an amount off units that were consumed before, in proportion to `buffers.taken`, their value per line. */
export function takeOffTaken(work: Work, set: LineSet, amount: Cents): void {
  if (work.amountOnly) return;
  const { shares, taken, scratch } = work.buffers;
  splitByWeight(amount, set, taken, scratch);
  for (const position of set.lines) takeOffClosed(work.cart, position, scratch[position] ?? 0, shares);
}

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

/** The cart holds nothing that the rule covers, or what it covers costs nothing. */
export function nothingEligible(work: Work, message = "Nothing in your cart is part of this offer."): Missing {
  return { reason: "no-eligible-items", message: work.facts.lines.length === 0 ? "Your cart is empty." : message, shortfall: null };
}

export const targetField: ActionField = {
  name: "target",
  label: "On",
  help: "Products, categories (with everything below them) or tags; or every item.",
  input: "target",
  required: true,
  initial: { everything: true },
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
