import type { TipChoice } from "#app/cart/domain/cart.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";

/** The cart with current prices, for its pages. */
export interface CartView {
  /** null = this visitor has no cart yet. */
  readonly id: string | null;
  readonly fulfillment: Fulfillment;
  /** null = as soon as possible. */
  readonly requestedFor: Date | null;
  readonly tip: TipChoice;
  readonly priced: PricedCart;
  /** Tip percentages; null without tips (ALLOW_TIP). */
  readonly tipPresets: readonly number[] | null;
  /** Blocking now, but not at another time that the checkout offers. */
  readonly hasLaterTime: boolean;
  /** ENABLE_DELIVERY. */
  readonly canDeliver: boolean;
  /** ALLOW_SCHEDULING. */
  readonly canSchedule: boolean;
}
