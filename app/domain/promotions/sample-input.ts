import type { CodeOnCart, GiftProduct, Promotion, PromotionInput, PromotionLine, PromotionNames, Target } from "#app/domain/promotion.ts";
import { parseInstant } from "#app/domain/time.ts";

/** Small carts and promotions for tests and benchmarks: everything has a harmless value, so that a case states only what it is about. */

type Changes<T> = { readonly [K in keyof T]?: T[K] };

const emptyTarget: Target = { everything: false, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };

export const everything: Target = { ...emptyTarget, everything: true };

export function products(...productIds: readonly number[]): Target {
  return { ...emptyTarget, productIds };
}

export function categories(...categoryIds: readonly number[]): Target {
  return { ...emptyTarget, categoryIds };
}

export function tagged(...tags: readonly string[]): Target {
  return { ...emptyTarget, tags };
}

export const PIZZAS = 10;
export const DRINKS = 20;

export const sampleNames: PromotionNames = {
  products: { 1: "Margherita", 2: "Diavola", 3: "Cola", 4: "Latte", 5: "Cookie" },
  categories: { [PIZZAS]: "Pizzas", [DRINKS]: "Drinks" },
};

/** A line of product `productId`; ids under 3 are pizzas, others drinks, unless said otherwise. */
export function sampleLine(productId: number, unitPrice: number, quantity = 1, changes: Changes<PromotionLine> = {}): PromotionLine {
  return { id: `line-${productId}`, productId, categoryIds: [productId < 3 ? PIZZAS : DRINKS], tags: [], unitPrice, quantity, ...changes };
}

/** An active automatic promotion without conditions or limits. */
export function samplePromotion(id: number, kind: string, params: unknown, changes: Changes<Promotion> = {}): Promotion {
  return {
    id,
    name: `Promotion ${id}`,
    title: `Offer ${id}`,
    description: "",
    status: "active",
    trigger: "automatic",
    startsAt: null,
    endsAt: null,
    schedule: [],
    condition: { type: "all", of: [] },
    action: { kind, params },
    cap: null,
    stacking: { group: null, exclusive: false, priority: 0 },
    limits: { totalUses: null, perCustomerUses: null, budget: null },
    uses: 0,
    spent: 0,
    ...changes,
  };
}

type KnownState = Extract<CodeOnCart["state"], { kind: "known" }>;

/** A valid code for a promotion. */
export function sampleCode(code: string, promotionId: number, changes: Changes<KnownState> = {}): CodeOnCart {
  return {
    code,
    state: { kind: "known", promotionId, status: "active", expiresAt: null, maxUses: null, uses: 0, perCustomerUses: null, customerUses: 0, ...changes },
  };
}

export function sampleGift(productId: number, unitPrice: number, available = true): GiftProduct {
  return { productId, name: sampleNames.products[productId] ?? `Product ${productId}`, unitPrice, available };
}

/** An instant from ISO 8601 text. */
export function at(text: string): Date {
  const instant = parseInstant(text);
  if (instant === null) {
    throw new RangeError(`Not an instant: ${text}`);
  }
  return instant;
}

/** Friday 20 November 2026, 11:00 AM in Toronto: pickup, an unknown customer, nothing in the cart. */
export function sampleInput(changes: Changes<PromotionInput> = {}): PromotionInput {
  return {
    lines: [],
    codes: [],
    promotions: [],
    gifts: [],
    names: sampleNames,
    customer: { email: null, orderCount: null, usesByPromotion: {} },
    fulfillment: "pickup",
    requestedFor: null,
    deliveryFee: 0,
    timeZone: "America/Toronto",
    now: at("2026-11-20T16:00:00Z"),
    ...changes,
  };
}
