import type { PlacedOrder } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { majorUnits } from "#app/values/money.ts";

/** The data the browser needs to pay; the amount is in major units. */
export function toPlacedWire({ amount, currency, ...placed }: PlacedOrder) {
  return { ...placed, amount: majorUnits(amount, currency) };
}
