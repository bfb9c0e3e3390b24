import type { TipChoice } from "#app/cart/domain/cart.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";

/** The cart as its pages show it: what was chosen for the whole of it, and what pricing made of it just now. */
export interface CartView {
  /** null = this visitor has no cart yet. */
  readonly id: string | null;
  readonly fulfillment: Fulfillment;
  /** null = as soon as possible. */
  readonly requestedFor: Date | null;
  readonly tip: TipChoice;
  readonly priced: PricedCart;
  /** Percentages of the tip buttons; null = the shop takes no tips (ALLOW_TIP). */
  readonly tipPresets: readonly number[] | null;
  /** What stands against ordering now is away at another time, and the checkout offers one. */
  readonly hasLaterTime: boolean;
  /** ENABLE_DELIVERY. */
  readonly canDeliver: boolean;
}
