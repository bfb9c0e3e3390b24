import { openCode } from "#app/promotions/domain/coupons.ts";
import type { CartLine } from "#app/cart/domain/cart.ts";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import type { PricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import type { CodeOnCart, CustomerFacts, GiftProduct, OrderFacts, Promotion, PromotionNames } from "#app/promotions/domain/promotion.ts";

/** The shop in which a promotion is previewed. */
export interface PreviewScene {
  /** The promotion from the form, set to active. */
  readonly draft: Promotion;
  /** The stored version; null if not active. */
  readonly stored: Promotion | null;
  /** Other active promotions; coupons apply to carts with their code. */
  readonly others: readonly Promotion[];
  readonly gifts: readonly GiftProduct[];
  readonly names: PromotionNames;
  readonly settings: PricingSettings;
}

/** A cart to preview it on. */
export interface PreviewCart extends OrderFacts {
  readonly name: string;
  readonly lines: readonly CartLine[];
  /** Codes of other promotions; the draft's code is added if needed. */
  readonly codes: readonly CodeOnCart[];
  readonly now: Date;
  /** At least one of its prices is not the menu's. */
  readonly isMadeUp?: boolean;
}

/** A customer who orders for the first time. */
export const NEW_CUSTOMER: CustomerFacts = { email: null, orderCount: 0, tags: [], spentByDays: {}, usesByPromotion: {} };

/** The cart's payment with these promotions, without tip. */
export function priceOf(scene: PreviewScene, cart: PreviewCart, promotions: readonly Promotion[], codes = cart.codes): PricedCart {
  return priceCart({
    ...cart,
    codes,
    promotions,
    gifts: scene.gifts,
    names: scene.names,
    tip: { kind: "none" },
    settings: scene.settings,
  });
}

/** Priced with the current promotions. */
export function priceBefore(scene: PreviewScene, cart: PreviewCart): PricedCart {
  return scene.stored === null
    ? priceOf(scene, cart, scene.others)
    : priceOf(scene, cart, [...scene.others, scene.stored], codesFor(scene.stored, cart));
}

/** Priced with the draft. */
export function priceAfter(scene: PreviewScene, cart: PreviewCart): PricedCart {
  return priceOf(scene, cart, [...scene.others, scene.draft], codesFor(scene.draft, cart));
}

function codesFor({ id, trigger }: Promotion, { codes }: PreviewCart): readonly CodeOnCart[] {
  return trigger === "coupon" ? [...codes, openCode("THIS OFFER", id)] : codes;
}
