import type { CartLine, CartProblem, Fulfillment, TipChoice } from "#app/cart/domain/cart.ts";
import type { Choice, SelectedOption } from "#app/catalogue/domain/customization.ts";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import { deliveryFeeOf, priceLines, totalsOf } from "./pricing-totals.ts";
import type {
  AppliedPromotion,
  CodeOnCart,
  CustomerFacts,
  FreeItem,
  GiftProduct,
  NotApplied,
  Promotion,
  PromotionNames,
} from "#app/promotions/domain/promotion.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine.ts";

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
  /** Product chosen per promotion id, where a promotion offers several free items. */
  readonly giftChoices?: Readonly<Record<number, number>>;
  /** Names of products and categories for the promotions' sentences. */
  readonly names?: PromotionNames;
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
  /** The taxed amount without the tax, also where prices include it: base + tax is then what was shown. */
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
  /**
   * The same cart always gives the same hash, another cart or total another one, whatever the order of lines and codes
   * (domain/stable-hash.ts: no security device).
   */
  readonly hash: string;
}

/**
 * The only place totals are made: the cart page, the cart calls, checkout and the order all show what this returns. Pure: the
 * same input gives the same cents. Lines that cannot be ordered stay in the totals, so that a price does not jump while the
 * customer decides what to do about them; `problems` says what stops the checkout. Whether the shop takes orders at all needs
 * its hours: `orderingProblems` (domain/ordering-problems.ts) adds that. Server only: the promotions bring their schemas along.
 *
 * Throws RangeError for quantities or prices that are no whole numbers in range: input is checked before it gets here.
 */
export function priceCart(input: PriceCartInput): PricedCart {
  const lines = priceLines(input.lines);
  const items = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  const deliveryFee = deliveryFeeOf(input.fulfillment, items, lines.length > 0, input.settings);
  const outcome = evaluatePromotions({
    lines: lines.map((line, index) => ({
      id: line.id,
      productId: line.productId,
      categoryIds: input.lines[index]?.product.categoryIds ?? [],
      tags: input.lines[index]?.product.tags ?? [],
      unitPrice: line.unitPrice,
      quantity: line.quantity,
    })),
    codes: input.codes,
    promotions: input.promotions,
    gifts: input.gifts,
    giftChoices: input.giftChoices,
    names: input.names,
    customer: input.customer,
    fulfillment: input.fulfillment,
    requestedFor: input.requestedFor,
    deliveryFee,
    timeZone: input.settings.timeZone,
    now: input.now,
  });
  return totalsOf(input, lines, deliveryFee, outcome);
}
