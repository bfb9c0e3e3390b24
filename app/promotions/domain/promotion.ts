import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import type { MoneyFormat, Cents, PartsPerMillion } from "#app/values/money.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

export type PromotionStatus = "draft" | "active" | "paused" | "archived";

/** The lines that a rule covers. An empty include list together with `everything` is every product. Category ids include descendants. */
export interface Target {
  readonly everything: boolean;
  readonly productIds: readonly number[];
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  readonly excludedProductIds: readonly number[];
  readonly excludedCategoryIds: readonly number[];
  readonly excludedTags?: readonly string[];
  /** Excludes products that are already sold below their compare-at price. */
  readonly excludesReduced?: boolean;
}

/** A condition as stored. Its kind (conditions/) checks and reads the other fields; a group contains other conditions. */
export type Condition = { readonly type: string; readonly [field: string]: unknown };
export type ConditionGroup = { readonly type: "all" | "any" | "none"; readonly of: readonly Condition[] };

/** Weekly windows in STORE_TIMEZONE; weekday 0 = Sunday. `to` before `from` passes midnight and belongs to the day it began. */
export interface ScheduleWindow {
  readonly weekdays: readonly number[];
  readonly from: string;
  readonly to: string;
}

interface PromotionLimits {
  readonly totalUses: number | null;
  readonly perCustomerUses: number | null;
  readonly budget: Cents | null;
}

export interface Promotion {
  readonly id: number;
  /** For staff. */
  readonly name: string;
  /** Customers see it. */
  readonly title: string;
  readonly description: string;
  readonly status: PromotionStatus;
  readonly trigger: "automatic" | "coupon";
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  /** Empty = at any time between startsAt and endsAt. */
  readonly schedule: readonly ScheduleWindow[];
  readonly condition: Condition;
  /** `params` are checked by the action kind's own schema (kinds/). */
  readonly action: { readonly kind: string; readonly params: unknown };
  /** The maximum discount on one order; null = no cap. */
  readonly cap: Cents | null;
  readonly stacking: { readonly group: string | null; readonly exclusive: boolean; readonly priority: number };
  readonly limits: PromotionLimits;
  /** Held + redeemed uses so far. */
  readonly uses: number;
  readonly spent: Cents;
}

/** Why a promotion or a code gives nothing now. `message` is a sentence for the customer. */
type NotAppliedReason =
  | "unknown-code"
  | "mistyped-code"
  | "revoked"
  | "expired"
  | "not-started"
  | "not-now"
  | "not-active"
  | "used-up"
  | "already-used"
  | "condition"
  | "no-eligible-items"
  | "gift-unavailable"
  | "better-combination";

export interface NotApplied {
  readonly promotionId: number | null;
  readonly code: string | null;
  readonly title: string | null;
  readonly reason: NotAppliedReason;
  readonly message: string;
  /** How far the cart is from earning it, if that is a number. */
  readonly shortfall: { readonly kind: "cents" | "items"; readonly amount: number } | null;
}

/** A code on the cart with its stored facts (read by the data layer; the engine never queries). */
export interface CodeOnCart {
  readonly code: string;
  readonly state:
    | {
        readonly kind: "known";
        readonly promotionId: number;
        readonly status: "active" | "revoked";
        readonly expiresAt: Date | null;
        readonly maxUses: number | null;
        readonly uses: number;
        readonly perCustomerUses: number | null;
        /** Uses by this customer, if the customer is known. */
        readonly customerUses: number;
      }
    | { readonly kind: "unknown"; readonly mistyped: boolean };
}

/** Facts about the customer (found by normalised email and phone), for limits and conditions. */
export interface CustomerFacts {
  readonly email: string | null;
  /** Orders that count and unpaid checkouts; compared with a maximum. Null while the customer is unknown. */
  readonly orderCount: number | null;
  /** The same without unpaid checkouts; compared with a minimum. Absent = `orderCount`. */
  readonly placedCount?: number | null;
  /** Tags of the customer's record, empty without one; absent or null while the customer is not known or no promotion needs them. */
  readonly tags?: readonly string[] | null;
  /** Amount paid for placed orders that count, less refunds, by number of days back from now; absent or null while unknown, like `tags`. */
  readonly spentByDays?: Readonly<Record<string, Cents>> | null;
  /** Ordered by staff for a customer without email address and phone number, who counts as having no earlier orders. */
  readonly isAnonymous?: true;
  /** Uses per promotion id, held + redeemed. */
  readonly usesByPromotion: Readonly<Record<string, number>>;
}

/** A line as the engine sees it. One entry per cart item; free items of earlier runs are never passed in. */
export interface PromotionLine {
  readonly id: string;
  readonly productId: number;
  /** The product's own categories and all their ancestors. */
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  readonly unitPrice: Cents;
  readonly quantity: number;
  /** Tax on top of (or inside) its price; absent = none. */
  readonly taxRate?: PartsPerMillion;
  /** Sold below its compare-at price. */
  readonly isReduced?: boolean;
  /** Sold by weight: the quantity is 1 at any weight. */
  readonly isWeighed?: boolean;
}

/** The data of sentences about promotions: names of targets (an id without a name gets a general phrase) and the format of amounts. */
export interface PromotionNames {
  readonly format: MoneyFormat;
  readonly region: RegionFormat;
  readonly products: Readonly<Record<number, string>>;
  readonly categories: Readonly<Record<number, string>>;
}

/** A product that a promotion may give away. */
export interface GiftProduct {
  readonly productId: number;
  readonly name: string;
  /** For the ticket; absent or null = `name`. */
  readonly kitchenName?: string | null;
  readonly imageUrl?: string | null;
  readonly unitPrice: Cents;
  readonly available: boolean;
  /** Units that all offers together may give away; absent or null = unlimited. */
  readonly stock?: number | null;
}

/** Facts of an order besides its items, for conditions. A new fact is added here; the compiler then finds the code that loads orders. */
export interface OrderFacts {
  readonly fulfillment: Fulfillment;
  /** null = as soon as possible. */
  readonly requestedFor: Date | null;
  /** As the customer entered it; null = unknown. A cart keeps it while pickup is chosen. */
  readonly postalCode: string | null;
  readonly customer: CustomerFacts;
}

export interface PromotionInput extends OrderFacts {
  readonly lines: readonly PromotionLine[];
  readonly codes: readonly CodeOnCart[];
  readonly promotions: readonly Promotion[];
  readonly gifts: readonly GiftProduct[];
  /** Product chosen per promotion id, where a promotion offers several free items; without a choice the first available one. */
  readonly giftChoices?: Readonly<Record<number, number>>;
  /** For messages such as "Add 1 more from Pizzas"; without names they speak of eligible items. */
  readonly names?: PromotionNames;
  readonly deliveryFee: Cents;
  /** A placed order, which keeps the promotions that its delivery address earned. Absent = a cart. */
  readonly isPlaced?: true;
  /** Offers are compared by the amount to pay after tax. Absent = prices include tax, or there is no tax. */
  readonly tax?: {
    readonly included: boolean;
    readonly deliveryRate: PartsPerMillion;
    /** Taxes that are rounded once each, with the rates they are part of; absent = each rate is one tax. */
    readonly pools?: readonly { readonly rate: PartsPerMillion; readonly of: readonly PartsPerMillion[] }[];
  };
  readonly timeZone: string;
  readonly now: Date;
}

/** An empty pickup order of an unknown customer without promotions. */
export const EMPTY_ORDER = {
  lines: [],
  codes: [],
  promotions: [],
  gifts: [],
  customer: { email: null, orderCount: null, usesByPromotion: {} },
  fulfillment: "pickup",
  requestedFor: null,
  postalCode: null,
  deliveryFee: 0,
} as const satisfies Partial<PromotionInput>;

export interface FreeItem {
  readonly promotionId: number;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
  /** List price; its whole value is part of the promotion's discount. */
  readonly unitPrice: Cents;
  /** The products to choose from (available products, including this one); absent or one entry = no choice. */
  readonly choices?: readonly GiftProduct[];
  /** The name of the unavailable product that the customer chose; this one replaces it. */
  readonly insteadOf?: string;
}

/** A discount by staff on an order that they enter. Amount in cents, rate in parts per million; both above 0. */
export type StaffDiscount = (
  | { readonly kind: "amount"; readonly amount: Cents }
  | { readonly kind: "percent"; readonly rate: PartsPerMillion }
) & {
  /** Shown to the customer; "" once the customer was erased. */
  readonly reason: string;
};

export interface AppliedPromotion {
  readonly promotionId: number;
  readonly title: string;
  /** The code that unlocked it, as the customer typed it. */
  readonly code: string | null;
  readonly kind: string;
  /** The whole discount, free items and delivery included. */
  readonly amount: Cents;
  /** One plain sentence for "why this total?". */
  readonly explanation: string;
  /** How to earn more of it: "Add $1.00 more: $12 off." */
  readonly nextStep?: string;
  /** Its part per cart line id. */
  readonly lineShares: Readonly<Record<string, Cents>>;
  readonly deliveryShare: Cents;
  /** The discount that staff gave; absent: a promotion. */
  readonly byStaff?: StaffDiscount;
}

export interface PromotionOutcome {
  /** Discount per cart line id, all promotions together. */
  readonly lineDiscounts: Readonly<Record<string, Cents>>;
  readonly deliveryDiscount: Cents;
  readonly freeItems: readonly FreeItem[];
  readonly applied: readonly AppliedPromotion[];
  readonly notApplied: readonly NotApplied[];
  /** Σ lineDiscounts + deliveryDiscount + Σ free items at list price. */
  readonly totalDiscount: Cents;
  /** There were too many combinations to try all: the best found is shown. */
  readonly truncated: boolean;
}
