import { deliveryFeeOf, priceLines, totalsOf } from "./totals.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import type { CartLine } from "#app/cart/domain/cart.ts";
import type { PromotionInput, PromotionLine } from "#app/promotions/domain/promotion.ts";
import { withStaffDiscount } from "#app/promotions/domain/staff-discount.ts";
import type { ListedLine, PriceCartInput, PricedCart } from "./priced-cart.ts";
import { taxRateOf, taxRates, type PricingSettings } from "./pricing-settings.ts";
import { taxPools } from "./tax.ts";

/**
 * Computes all totals (docs/rules/prices-and-tax.md) for cart page, API, checkout and order. Pure. Unavailable lines stay in the totals, so that the
 * price does not jump; `problems` lists what blocks the checkout, and `hoursProblems` adds opening hours. Server only, because promotions import
 * schemas. Throws RangeError for invalid quantities or prices; validate input before.
 */
export function priceCart(input: PriceCartInput): PricedCart {
  const lines = priceLines(input.lines, input.settings.format);
  const items = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  const deliveryFee = deliveryFeeOf(input.fulfillment, items, lines.length > 0, input.settings);
  const forPromotions = promotionLines(input.lines, lines, input.settings);
  const outcome = evaluatePromotions({
    ...input,
    lines: forPromotions,
    deliveryFee,
    tax: taxFacts(input.settings),
    timeZone: input.settings.timeZone,
  });
  const taxed = lines.map((line, index) => ({ ...line, taxRate: forPromotions[index]?.taxRate ?? 0 }));
  return totalsOf(input, lines, deliveryFee, withStaffDiscount(outcome, taxed, input.discount ?? null, input.settings.format));
}

/** Cart lines for promotions. A fact that a new condition needs is added to `PromotionLine` and here. `listed`: the same lines at list price. */
export function promotionLines(
  lines: readonly CartLine[],
  listed: readonly ListedLine[],
  settings: PricingSettings,
): readonly PromotionLine[] {
  return lines.map(({ id, product, isWeighed = (product.weight ?? null) !== null }, index) => ({
    id,
    productId: product.id,
    categoryIds: product.categoryIds,
    tags: product.tags,
    isReduced: product.isReduced === true,
    isWeighed,
    unitPrice: listed[index]?.unitPrice ?? 0,
    quantity: listed[index]?.quantity ?? 0,
    taxRate: taxRateOf(product.taxClass, settings),
  }));
}

/** Tax data that promotions need to compare payments. */
export function taxFacts(settings: PricingSettings): NonNullable<PromotionInput["tax"]> {
  const { pricesIncludeTax, taxOnDelivery, taxRate } = settings;
  return { included: pricesIncludeTax, deliveryRate: taxOnDelivery ? taxRate : 0, pools: taxPools(taxRates(settings), settings) };
}
