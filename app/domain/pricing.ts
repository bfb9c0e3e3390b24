import type { CartLine, CartProblem, Fulfillment, TipChoice } from "./cart.ts";
import type { Choice, SelectedOption } from "./customization.ts";
import type { Cents, PartsPerMillion } from "./money.ts";
import type { AppliedPromotion, CodeOnCart, CustomerFacts, FreeItem, GiftProduct, NotApplied, Promotion } from "./promotion.ts";

/** The settings that move a price, already parsed (domain/settings.ts makes this from the stored settings). */
export interface PricingSettings {
  readonly taxRate: PartsPerMillion;
  readonly taxLabel: string;
  readonly pricesIncludeTax: boolean;
  readonly taxOnDelivery: boolean;
  readonly allowTip: boolean;
  readonly tipBase: "pretax" | "posttax";
  readonly enableDelivery: boolean;
  readonly deliveryFee: Cents;
  readonly deliveryFreeAbove: Cents | null;
  readonly deliveryMinOrder: Cents | null;
  readonly pickupMinOrder: Cents | null;
  /** Upper-case prefixes without spaces; empty = anywhere. */
  readonly deliveryPostalPrefixes: readonly string[];
  readonly timeZone: string;
}

export interface PriceCartInput {
  readonly lines: readonly CartLine[];
  readonly codes: readonly CodeOnCart[];
  readonly promotions: readonly Promotion[];
  readonly gifts: readonly GiftProduct[];
  readonly customer: CustomerFacts;
  readonly fulfillment: Fulfillment;
  readonly requestedFor: Date | null;
  readonly postalCode: string | null;
  readonly tip: TipChoice;
  readonly settings: PricingSettings;
  readonly now: Date;
}

export interface PricedLine {
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly kitchenName: string;
  readonly imageUrl: string | null;
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly selected: readonly SelectedOption[];
  readonly note: string;
  readonly basePrice: Cents;
  readonly unitPrice: Cents;
  readonly lineTotal: Cents;
  readonly discount: Cents;
  readonly taxRate: PartsPerMillion;
  /** Share of the order's tax (largest remainder). */
  readonly tax: Cents;
  readonly isFreeItem: boolean;
  readonly promotionId: number | null;
}

export interface TaxLine {
  readonly label: string;
  readonly rate: PartsPerMillion;
  readonly base: Cents;
  readonly amount: Cents;
}

/** All totals of a cart. finalTotal = total − promotionDiscount (specification section 3) and is the amount charged. */
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
  /** Σ quantities, free items included: the badge. */
  readonly itemCount: number;
  /** The same cart always gives the same hash, another cart or total another one (hex SHA-256 or the like, pure). */
  readonly hash: string;
}
