import type { PricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";
import type { AppliedPromotion, OrderFacts, Promotion } from "#app/promotions/domain/promotion.ts";
import type { Cents } from "#app/values/money.ts";
import type { ItemQuantities } from "./order-refunds.ts";

/** A stored order with the data to evaluate its promotions again. */
export interface RepriceInput extends Omit<OrderFacts, "postalCode"> {
  readonly items: readonly OrderItem[];
  readonly amounts: OrderAmounts;
  /** As stored; `lineShares` by order item id. */
  readonly applied: readonly AppliedPromotion[];
  /** Promotions are evaluated at this time, so a happy hour that has ended since still counts. */
  readonly placedAt: Date;
  readonly removeItemIds: readonly string[];
  /** New units by item id, at least 1; missing items keep their units. */
  readonly quantities?: ItemQuantities;
  /** Actual weights of lines sold by weight, by item id. */
  readonly weights?: Readonly<Record<string, number>>;
  /** New lines at current prices, with their new ids. */
  readonly added?: readonly OrderItem[];
  /** The fee of another address; left out: unchanged. */
  readonly deliveryFee?: Cents;
  /** The highest allowed total; null: the limit of any order. Left out: the old total. */
  readonly most?: Cents | null;
  /** A card is charged later, so the minimum charge applies. Left out: yes. */
  readonly isByCard?: boolean;
  /** Promotions keep their share of each line as bought, whether still earned or not. */
  readonly keepsPromotions?: boolean;
  /** Product facts for promotions, by id; a deleted product matches only "everything". */
  readonly products: Readonly<
    Record<number, { readonly categoryIds: readonly number[]; readonly tags: readonly string[]; readonly isReduced?: boolean }>
  >;
  /** Definitions of the applied promotions; limits are ignored because the order has its uses reserved. */
  readonly promotions: readonly Promotion[];
  readonly settings: PricingSettings;
}
