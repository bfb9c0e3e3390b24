import type { LineEffect } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Cents } from "#app/values/money.ts";

/** What so many units come to with an offer, as the cart will work it out. */
export function saleTotal(effect: LineEffect | null | undefined, unit: Cents, quantity: number): Cents {
  const value = unit * quantity;
  // Below 2^53 the product is exact, and so is its half: `applyRate` without its weight in the browser.
  if (effect?.type === "part") return value - Math.round((value * effect.rate) / 1_000_000);
  if (effect?.type === "off") return Math.max(0, value - effect.amount * quantity);
  return effect?.type === "price" ? Math.min(value, effect.price * quantity) : value;
}
