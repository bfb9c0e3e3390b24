import { applyRate, type Cents } from "#app/values/money.ts";
import type { CartFacts } from "./cart-facts.ts";

/**
 * The rest of a cart while promotions are applied one after another; lines by position, amounts in cents.
 *
 * Units that a buy-get, a bundle or a meal deal has used are closed: they keep their value for order discounts, but no other such rule may use them.
 * The open units of a line always differ by at most one cent, so their number and sum describe them all.
 */
export interface WorkingCart {
  readonly openUnits: number[];
  readonly openValue: Cents[];
  readonly closedValue: Cents[];
  /** The remaining delivery fee. */
  delivery: Cents;
  /** Units given away so far, by product. */
  given: ReadonlyMap<number, number>;
}

/** The whole cart at list price. */
export function startCart({ lines, input }: CartFacts): WorkingCart {
  return {
    openUnits: lines.map(({ quantity }) => quantity),
    openValue: lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
    closedValue: lines.map(() => 0),
    delivery: input.fulfillment === "delivery" ? input.deliveryFee : 0,
    given: new Map(),
  };
}

export function copyCart({ openUnits, openValue, closedValue, delivery, given }: WorkingCart): WorkingCart {
  return { openUnits: openUnits.slice(), openValue: openValue.slice(), closedValue: closedValue.slice(), delivery, given };
}

/** The remaining price of a line. */
export function valueLeft(cart: WorkingCart, position: number): Cents {
  return (cart.openValue[position] ?? 0) + (cart.closedValue[position] ?? 0);
}

/** Takes cents off a line, from its open units first. */
export function takeOff(cart: WorkingCart, position: number, amount: Cents): void {
  const open = cart.openValue[position] ?? 0;
  const fromOpen = Math.min(open, amount);
  cart.openValue[position] = open - fromOpen;
  takeOffClosed(cart, position, amount - fromOpen);
}

/** Takes cents off the closed units of a line. */
export function takeOffClosed(cart: WorkingCart, position: number, amount: Cents): void {
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) - amount;
}

/** The amount to pay for a cart: lines and delivery with their tax, each tax rounded once. Tips are excluded. */
export function payOf(cart: WorkingCart, { taxRates, taxPools, rateOf, input }: CartFacts): Cents {
  const { included = true, deliveryRate = 0 } = input.tax ?? {};
  const net = taxRates.map((rate) => (rate === deliveryRate ? cart.delivery : 0));
  let pay = cart.delivery;
  rateOf.forEach((rate, position) => {
    const value = valueLeft(cart, position);
    net[rate] = (net[rate] ?? 0) + value;
    pay += value;
  });
  if (included) return pay;
  const netOf = (rates: readonly number[]) => rates.reduce((sum, index) => sum + (net[index] ?? 0), 0);
  return taxPools.reduce((total, { rate, of }) => total + applyRate(netOf(of), rate), pay);
}
