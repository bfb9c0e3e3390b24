import type { CartLine, CartProblem, TipChoice } from "#app/cart/domain/cart.ts";
import type { Choice, SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { LineWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { AppliedPromotion, FreeItem, NotApplied, PromotionInput, StaffDiscount } from "#app/promotions/domain/promotion.ts";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { PricingSettings } from "./pricing-settings.ts";
import type { TaxTable } from "./tax-table.ts";

/** Input of the promotion engine for this cart. */
export interface PriceCartInput extends Omit<PromotionInput, "lines" | "deliveryFee" | "timeZone"> {
  readonly lines: readonly CartLine[];
  readonly tip: TipChoice;
  /** A discount by staff, after all promotions; absent: none. */
  readonly discount?: StaffDiscount | null;
  readonly settings: PricingSettings;
}

export interface PricedLine {
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly kitchenName: string;
  readonly imageUrl: string | null;
  /** A line sold by weight is one piece at any weight. */
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly selected: readonly SelectedOption[];
  readonly note: string;
  readonly basePrice: Cents;
  readonly unitPrice: Cents;
  readonly lineTotal: Cents;
  /** Only of a line sold by weight. */
  readonly weight?: LineWeight | null;
  /** The weight of each number of steps as text, from 0 to the largest. */
  readonly stepTexts?: readonly string[];
  /** The largest quantity of this line, or number of steps, if the product limits it. */
  readonly maxQuantity: number;
  readonly isPickupOnly: boolean;
  readonly discount: Cents;
  readonly taxRate: PartsPerMillion;
  /** Share of the order's tax (largest remainder). */
  readonly tax: Cents;
  readonly isFreeItem: boolean;
  readonly promotionId: number | null;
}

/** One tax of an order, over all its lines. */
export interface TaxLine {
  readonly label: string;
  readonly rate: PartsPerMillion;
  /** The taxed amount, without any tax. Taxes of one rate have the same base. */
  readonly base: Cents;
  readonly amount: Cents;
}

/** All totals of a cart. finalTotal = total − promotionDiscount is charged. */
export interface PricedCart {
  /** Cart items, then free items at list price. */
  readonly lines: readonly PricedLine[];
  readonly subTotal: Cents;
  readonly promotionDiscount: Cents;
  readonly deliveryFee: Cents;
  readonly deliveryDiscount: Cents;
  readonly tax: Cents;
  readonly taxLines: readonly TaxLine[];
  readonly taxIncluded: boolean;
  readonly taxTable: TaxTable;
  readonly tipBase: Cents;
  readonly tip: Cents;
  readonly tipPercentage: number | null;
  readonly total: Cents;
  readonly finalTotal: Cents;
  readonly applied: readonly AppliedPromotion[];
  readonly notApplied: readonly NotApplied[];
  readonly freeItems: readonly FreeItem[];
  readonly couponCodes: readonly string[];
  readonly problems: readonly CartProblem[];
  /** Σ quantities, free items included; shown on the badge. */
  readonly itemCount: number;
  /** A stable hash of cart and total, independent of the order of lines and codes (values/stable-hash.ts; not for security). */
  readonly hash: string;
}

/** The price of the items after offers, before delivery, tax and tip: comparable with the prices on the menu. */
export function itemsTotal({ subTotal, promotionDiscount, deliveryDiscount }: PricedCart): Cents {
  return subTotal - (promotionDiscount - deliveryDiscount);
}

/** A line before promotions and tax. */
export type ListedLine = Omit<PricedLine, "discount" | "tax" | "taxRate">;

/** Units of a line that count in the cart and in stock: pieces, or steps of weight. */
export function unitsOf({ quantity, weight = null }: Pick<PricedLine, "quantity" | "weight">): number {
  return weight?.steps ?? quantity;
}

/** The displayed price of a piece or of a unit of weight. */
export function shownPrice({ unitPrice, weight = null }: Pick<PricedLine, "unitPrice" | "weight">): Cents {
  return weight?.price ?? unitPrice;
}
