import type { Choice, CustomizationTemplate } from "./customization.ts";
import type { Cents } from "./money.ts";

export const FULFILLMENTS = ["pickup", "delivery"] as const;
export type Fulfillment = (typeof FULFILLMENTS)[number];

/** The tip as the customer asked for it; a percentage is recomputed on every change of the cart. */
export type TipChoice = { readonly kind: "none" } | { readonly kind: "percentage"; readonly percentage: number } | { readonly kind: "fixed"; readonly amount: Cents };

/** A product as pricing needs it, read fresh from the catalogue at each pricing. */
export interface CartProduct {
  readonly id: number;
  readonly name: string;
  readonly kitchenName: string | null;
  readonly imageUrl: string | null;
  readonly price: Cents;
  readonly taxClass: "standard" | "zero";
  /** Own categories and all ancestors. */
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  /** False while hidden or deleted. */
  readonly isOffered: boolean;
  readonly isSoldOut: boolean;
  /** null = not counted. */
  readonly stock: number | null;
  /** Groups with this product's overrides already applied, in order. */
  readonly groups: readonly CustomizationTemplate[];
}

/** One stored cart item joined with its product. */
export interface CartLine {
  readonly id: string;
  readonly product: CartProduct;
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly note: string;
  /** Unit price the customer last saw, for the "price changed" notice; null = never priced. */
  readonly seenUnitPrice: Cents | null;
}

/** Stands between the cart and the order: what stops a checkout, or must be pointed out. */
export interface CartProblem {
  readonly code:
    | "empty"
    | "sold_out"
    | "not_offered"
    | "choices"
    | "price_changed"
    | "min_order"
    | "closed"
    | "paused"
    | "delivery_off"
    | "delivery_closed"
    | "out_of_area"
    | "time_unavailable"
    | "too_small"
    | "stock";
  readonly cartItemId: string | null;
  /** A sentence for the customer that says what would help. */
  readonly message: string;
  /** False = only to be pointed out (price_changed). */
  readonly blocks: boolean;
}
