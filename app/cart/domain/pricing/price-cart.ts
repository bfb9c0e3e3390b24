import { deliveryFeeOf, priceLines, totalsOf } from "./totals.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import type { PromotionInput } from "#app/promotions/domain/promotion.ts";
import type { PriceCartInput, PricedCart } from "./priced-cart.ts";
import { taxRateOf, type PricingSettings } from "./settings.ts";

/**
 * The only place totals are made (docs/rules/prices-and-tax.md): the cart page, the cart calls, checkout and the order all show what this
 * returns. Pure: the same input gives the same cents. Lines that cannot be ordered stay in the totals, so that a price does not jump while
 * the customer decides what to do about them; `problems` says what stops the checkout. Whether the shop takes orders at all needs its
 * hours: `orderingProblems` (domain/ordering-problems.ts) adds that. Server only: the promotions bring their schemas along.
 *
 * Throws RangeError for quantities or prices that are no whole numbers in range: input is checked before it gets here.
 */
export function priceCart(input: PriceCartInput): PricedCart {
  const lines = priceLines(input.lines);
  const items = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  const deliveryFee = deliveryFeeOf(input.fulfillment, items, lines.length > 0, input.settings);
  const outcome = evaluatePromotions({
    ...input,
    lines: lines.map((line, index) => ({
      id: line.id,
      productId: line.productId,
      categoryIds: input.lines[index]?.product.categoryIds ?? [],
      tags: input.lines[index]?.product.tags ?? [],
      isReduced: input.lines[index]?.product.isReduced === true,
      unitPrice: line.unitPrice,
      quantity: line.quantity,
      taxRate: taxRateOf(input.lines[index]?.product.taxClass ?? "standard", input.settings),
    })),
    deliveryFee,
    tax: taxFacts(input.settings),
    timeZone: input.settings.timeZone,
  });
  return totalsOf(input, lines, deliveryFee, outcome);
}

/** What promotions must know of tax, to compare what is paid. */
export function taxFacts({ pricesIncludeTax, taxOnDelivery, taxRate }: PricingSettings): NonNullable<PromotionInput["tax"]> {
  return { included: pricesIncludeTax, deliveryRate: taxOnDelivery ? taxRate : 0 };
}
