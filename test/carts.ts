import type { CartLine } from "#app/cart/domain/cart.ts";
import { NO_ORDER_RULES } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { EMPTY_ORDER, type PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import type { PriceCartInput } from "#app/cart/domain/pricing/priced-cart.ts";
import { pricingSettings, type PricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";

/** A product of $10.00 on sale, without counted stock, with changes. */
export function testProduct(id: number, changes: Partial<ProductForSale> = {}): ProductForSale {
  return {
    id,
    name: `Product ${id}`,
    kitchenName: null,
    imageUrl: null,
    price: 1000,
    taxClass: "standard",
    categoryIds: [],
    tags: [],
    isOffered: true,
    orderHours: null,
    isSoldOut: false,
    stock: null,
    variants: [],
    ...NO_ORDER_RULES,
    groups: [],
    menuGroups: [],
    ...changes,
  };
}

/** One unit of a product without choices; the line is named after the product ("line-7"). */
export function testLine(product: ProductForSale, changes: Partial<CartLine> = {}): CartLine {
  return { id: `line-${product.id}`, product, quantity: 1, choices: [], note: "", seenUnitPrice: null, ...changes };
}

/** A shop without tax, fees or minimums that takes tips and delivers. */
export function testPricingSettings(changes: Partial<PricingSettings> = {}): PricingSettings {
  const plain = { ...DEFAULT_SETTINGS, TAX_RATE: 0, ALLOW_TIP: true, ENABLE_DELIVERY: true };
  return { ...pricingSettings(plain, null), ...changes };
}

/** A pickup order as soon as possible by an unknown customer, on Wednesday 2026-03-04 at noon in Toronto. */
export function testCartInput(lines: readonly CartLine[], changes: Partial<PriceCartInput> = {}): PriceCartInput {
  return {
    ...EMPTY_ORDER,
    lines,
    tip: { kind: "none" },
    settings: testPricingSettings(),
    now: new Date("2026-03-04T17:00:00Z"),
    ...changes,
  };
}

/** A result in which no promotion applied, with changes; the total is computed from the parts. */
export function testOutcome(changes: Partial<Omit<PromotionOutcome, "totalDiscount">> = {}): PromotionOutcome {
  const outcome = { lineDiscounts: {}, deliveryDiscount: 0, freeItems: [], applied: [], notApplied: [], truncated: false, ...changes };
  const parts = [
    ...Object.values(outcome.lineDiscounts),
    outcome.deliveryDiscount,
    ...outcome.freeItems.map((item) => item.unitPrice * item.quantity),
  ];
  return { ...outcome, totalDiscount: parts.reduce((sum, part) => sum + part, 0) };
}
