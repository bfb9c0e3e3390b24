import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import {
  EMPTY_ORDER,
  type CodeOnCart,
  type GiftProduct,
  type PromotionInput,
  type PromotionLine,
  type PromotionNames,
  type Target,
} from "#app/promotions/domain/promotion.ts";
import { parseInstant } from "#app/values/time.ts";
import { openCode } from "#app/promotions/domain/coupons.ts";

/** Targets, lines and whole inputs for the promotion engine, so that a test specifies only the relevant fields. */

const emptyTarget: Target = {
  everything: false,
  productIds: [],
  categoryIds: [],
  tags: [],
  excludedProductIds: [],
  excludedCategoryIds: [],
};

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
  format: US_DOLLARS,
  region: US_REGION,
  products: { 1: "Margherita", 2: "Diavola", 3: "Cola", 4: "Latte", 5: "Cookie" },
  categories: { [PIZZAS]: "Pizzas", [DRINKS]: "Drinks" },
};

/** A line of product `productId`; by default ids under 3 are pizzas, others drinks. */
export function sampleLine(productId: number, unitPrice: number, quantity = 1, changes: Partial<PromotionLine> = {}): PromotionLine {
  return { id: `line-${productId}`, productId, categoryIds: [productId < 3 ? PIZZAS : DRINKS], tags: [], unitPrice, quantity, ...changes };
}

type KnownState = Extract<CodeOnCart["state"], { kind: "known" }>;

/** A code of a promotion, with changes of its stored data. */
export function sampleCode(code: string, promotionId: number, changes: Partial<KnownState> = {}): CodeOnCart {
  const { state } = openCode(code, promotionId);
  return { code, state: state.kind === "known" ? { ...state, ...changes } : state };
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
export function sampleInput(changes: Partial<PromotionInput> = {}): PromotionInput {
  return {
    ...EMPTY_ORDER,
    names: sampleNames,
    timeZone: "America/Toronto",
    now: at("2026-11-20T16:00:00Z"),
    ...changes,
  };
}
