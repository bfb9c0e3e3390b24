import type { PlacedOrder } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { majorUnits } from "#app/values/money.ts";

/** What the browser needs to pay; the amount as a number of the currency's major unit. */
export function toPlacedWire({ amount, currency, ...placed }: PlacedOrder) {
  return { ...placed, amount: majorUnits(amount, currency) };
}
