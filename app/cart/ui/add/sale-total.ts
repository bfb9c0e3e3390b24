import type { LineEffect } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Cents } from "#app/values/money.ts";

/** The total of several units with an offer, as the cart computes it. */
export function saleTotal(effect: LineEffect | null | undefined, unit: Cents, quantity: number): Cents {
  const value = unit * quantity;
  // Exact below 2^53; avoids loading `applyRate` in the browser.
  if (effect?.type === "part") return value - Math.round((value * effect.rate) / 1_000_000);
  if (effect?.type === "off") return Math.max(0, value - effect.amount * quantity);
  return effect?.type === "price" ? Math.min(value, effect.price * quantity) : value;
}
