import type { Cents } from "#app/values/money.ts";
import type { CustomizationTemplate } from "./customization/customization.ts";
import type { OrderHours } from "./order-hours.ts";
import type { OrderRules } from "./order-rules/order-rules.ts";

/** A product for sale now, read on each pricing. */
export interface ProductForSale extends OrderRules {
  readonly id: number;
  readonly name: string;
  readonly kitchenName: string | null;
  readonly imageUrl: string | null;
  readonly price: Cents;
  /** "standard", "zero", or the key of a reduced rate. */
  readonly taxClass: string;
  /** Own categories and all ancestors. */
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  /** Below its compare-at price; promotions may exclude it. */
  readonly isReduced?: boolean;
  /** False while hidden or deleted. */
  readonly isOffered: boolean;
  readonly isSoldOut: boolean;
  /** null = whenever the shop takes orders. */
  readonly orderHours: OrderHours | null;
  /** null = not counted. */
  readonly stock: number | null;
  /** Groups with this product's overrides already applied, in order. */
  readonly groups: readonly CustomizationTemplate[];
}
