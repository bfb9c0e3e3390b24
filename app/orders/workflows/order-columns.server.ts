import type { OrderAmounts } from "#app/orders/domain/order.ts";
import type { AppliedPromotion } from "#app/promotions/domain/promotion.ts";
import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";

/* How a priced cart becomes the columns of an order: used where orders are placed, edited and made for the demo. */

export function amountColumns(amounts: Omit<OrderAmounts, "finalTotal" | "currency">) {
  return {
    subTotalCents: amounts.subTotal,
    promotionDiscountCents: amounts.promotionDiscount,
    deliveryFeeCents: amounts.deliveryFee,
    deliveryDiscountCents: amounts.deliveryDiscount,
    taxCents: amounts.tax,
    taxLines: amounts.taxLines,
    isTaxIncluded: amounts.taxIncluded,
    tipCents: amounts.tip,
    tipPercentage: amounts.tipPercentage,
    totalCents: amounts.total,
  };
}

/** One line, frozen. The caller adds ids and position. */
export function itemColumns(line: PricedLine) {
  return {
    productId: line.productId,
    name: line.name,
    kitchenName: line.kitchenName,
    imageUrl: line.imageUrl,
    quantity: line.quantity,
    basePriceCents: line.basePrice,
    unitPriceCents: line.unitPrice,
    lineTotalCents: line.lineTotal,
    discountCents: line.discount,
    taxRatePpm: line.taxRate,
    taxCents: line.tax,
    note: line.note,
    isFreeItem: line.isFreeItem,
    options: line.selected,
    choices: line.choices,
  };
}

/** The cart line ids of the shares become those of the order's items (in the lines' order), so that an edit of the order still finds its shares. */
export function appliedByItem(
  { applied, lines }: Pick<PricedCart, "applied" | "lines">,
  items: readonly { readonly id: string }[],
): readonly AppliedPromotion[] {
  const itemIds = new Map(lines.map((line, index) => [line.id, items[index]?.id ?? line.id]));
  return applied.map((each) => ({
    ...each,
    lineShares: Object.fromEntries(Object.entries(each.lineShares).map(([lineId, share]) => [itemIds.get(lineId) ?? lineId, share])),
  }));
}
