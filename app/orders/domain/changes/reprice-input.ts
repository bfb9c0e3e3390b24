import type { PricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";
import type { AppliedPromotion, OrderFacts, Promotion } from "#app/promotions/domain/promotion.ts";
import type { Cents } from "#app/values/money.ts";
import type { ItemQuantities } from "./order-refunds.ts";

/** A stored order with what its promotions need to be evaluated again. */
export interface RepriceInput extends Omit<OrderFacts, "postalCode"> {
  readonly items: readonly OrderItem[];
  readonly amounts: OrderAmounts;
  /** As stored; `lineShares` by order item id. */
  readonly applied: readonly AppliedPromotion[];
  /** Promotions are evaluated at this time: a happy hour that has ended still counts. */
  readonly placedAt: Date;
  readonly removeItemIds: readonly string[];
  /** Wanted units by item id, at least 1; items that are not named keep theirs. */
  readonly quantities?: ItemQuantities;
  /** What lines sold by weight weigh, by item id. */
  readonly weights?: Readonly<Record<string, number>>;
  /** New lines at today's prices, with the ids that they get. */
  readonly added?: readonly OrderItem[];
  /** Of another address; left out: as it was. */
  readonly deliveryFee?: Cents;
  /** The most that the order may cost; null: as much as one order may. Left out: as much as before. */
  readonly most?: Cents | null;
  /** A card is charged later, with a smallest charge. Left out: yes. */
  readonly isByCard?: boolean;
  /** Its promotions give their share of each line as they were bought, whatever became of them. */
  readonly keepsPromotions?: boolean;
  /** Product facts for promotions, by id; a deleted product matches only "everything". */
  readonly products: Readonly<
    Record<number, { readonly categoryIds: readonly number[]; readonly tags: readonly string[]; readonly isReduced?: boolean }>
  >;
  /** Definitions of the applied promotions; limits are ignored because the order holds its uses. */
  readonly promotions: readonly Promotion[];
  readonly settings: PricingSettings;
}
