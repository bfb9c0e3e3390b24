import { boughtLine } from "#app/cart/domain/bought-line.ts";
import { minimumCardCharge } from "#app/values/money/currencies.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { frozenTax } from "./frozen-tax.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";
import { taxFacts } from "#app/cart/domain/pricing/price-cart.ts";
import { priceLines, totalsOf } from "#app/cart/domain/pricing/totals.ts";
import type { AppliedPromotion, CustomerFacts, FreeItem } from "#app/promotions/domain/promotion.ts";
import type { Promotion, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import { staffDiscountOf, withStaffDiscount } from "#app/promotions/domain/staff-discount.ts";
import { openCode } from "#app/promotions/domain/coupons.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { PriceCartInput, PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { taxRateOf, type PricingSettings } from "#app/cart/domain/pricing/settings.ts";

/** A stored order with what its promotions need to be evaluated again. */
export interface RepriceInput {
  readonly items: readonly OrderItem[];
  readonly amounts: OrderAmounts;
  /** As stored; `lineShares` by order item id. */
  readonly applied: readonly AppliedPromotion[];
  readonly fulfillment: Fulfillment;
  readonly requestedFor: Date | null;
  /** Promotions are evaluated at this time: a happy hour that has ended still counts. */
  readonly placedAt: Date;
  readonly removeItemIds: readonly string[];
  /** Product facts for promotions, by id; a deleted product matches only "everything". */
  readonly products: Readonly<
    Record<number, { readonly categoryIds: readonly number[]; readonly tags: readonly string[]; readonly isReduced?: boolean }>
  >;
  /** Definitions of the applied promotions; limits are ignored because the order holds its uses. */
  readonly promotions: readonly Promotion[];
  readonly customer: CustomerFacts;
  readonly settings: PricingSettings;
}

export interface RepricedOrder {
  /** Remaining items with new discount and tax shares, ids kept. */
  readonly items: readonly OrderItem[];
  readonly removed: readonly OrderItem[];
  readonly amounts: OrderAmounts;
  readonly applied: readonly AppliedPromotion[];
  /** Old − new final total: released from the authorization, or refunded if captured. */
  readonly released: Cents;
}

export interface RepriceRefusal {
  readonly code: "unknown-item" | "nothing-to-remove" | "empty" | "too-small";
  /** A message for staff with the valid input. */
  readonly message: string;
}

/**
 * Removes lines from an undecided order and prices the rest with the stored unit prices, tax rate and delivery fee. Never dearer: if the order no
 * longer earns a promotion, remaining lines and gifts keep their discounts, because the shop could not deliver.
 */
export function repriceWithoutLines(input: RepriceInput): Result<RepricedOrder, RepriceRefusal> {
  const removeIds = new Set(input.removeItemIds);
  const removed = input.items.filter((item) => removeIds.has(item.id));
  const kept = input.items.filter((item) => !removeIds.has(item.id));
  if (removeIds.size === 0) return fail({ code: "nothing-to-remove", message: "Choose the items to take out of the order." });
  if (removed.length < removeIds.size)
    return fail({
      code: "unknown-item",
      message: "One of these items is not part of the order any more. Reload the order and choose again.",
    });
  const bought = kept.filter((item) => !item.isFreeItem);
  if (bought.length === 0) return fail({ code: "empty", message: "At least one item must stay. Reject the order if nothing can be made." });

  const gifts = kept.filter((item) => item.isFreeItem);
  const cart = cartOf(input, bought);
  const listed = priceLines(cart.lines);
  const evaluated = evaluateAgain(input, cart, gifts);
  const fresh = totalsOf(cart, listed, input.amounts.deliveryFee, evaluated);
  const before = asBought(input, bought, gifts, removed);
  const frozen = totalsOf(cart, listed, input.amounts.deliveryFee, before);
  const hasLost = before.applied.some((each) => !evaluated.applied.some((now) => now.promotionId === each.promotionId));
  const isFreshFair = fresh.finalTotal <= input.amounts.finalTotal && (!hasLost || fresh.finalTotal < frozen.finalTotal);
  const priced = isFreshFair ? fresh : frozen;
  const { format } = input.settings;
  const smallest = minimumCardCharge(format.currency);
  if (priced.finalTotal < smallest && input.amounts.finalTotal >= smallest) {
    return fail({
      code: "too-small",
      message: `The rest would cost ${formatMoney(priced.finalTotal, format)}, less than a card can be charged. Reject the order instead.`,
    });
  }
  const items = itemsOf(kept, priced);
  return ok({
    items,
    removed: input.items.filter((item) => !items.some((each) => each.id === item.id)),
    amounts: amountsOf(priced, input.amounts.currency),
    applied: priced.applied,
    released: input.amounts.finalTotal - priced.finalTotal,
  });
}

/** The remaining items as a cart at purchase prices; choices are part of the price. */
function cartOf(input: RepriceInput, bought: readonly OrderItem[]): PriceCartInput {
  const lines = bought.map((item) => boughtLine(item, input.products[item.productId]));
  const { amounts } = input;
  const granted = input.promotions.filter((promotion) => input.applied.some((each) => each.promotionId === promotion.id));
  return {
    lines,
    codes: input.applied.flatMap((each) => (each.code === null ? [] : [openCode(each.code, each.promotionId)])),
    promotions: granted.map(withoutLimits),
    gifts: [],
    customer: input.customer,
    fulfillment: input.fulfillment,
    requestedFor: input.requestedFor,
    postalCode: null,
    tip:
      amounts.tipPercentage === null ? { kind: "fixed", amount: amounts.tip } : { kind: "percentage", percentage: amounts.tipPercentage },
    settings: {
      ...input.settings,
      ...frozenTax(input.items, amounts, input.settings),
      pricesIncludeTax: amounts.taxIncluded,
      allowTip: true,
    },
    now: input.placedAt,
  };
}

function evaluateAgain(input: RepriceInput, cart: PriceCartInput, gifts: readonly OrderItem[]): PromotionOutcome {
  const evaluated = onlyGiftsOf(
    gifts,
    evaluatePromotions({
      lines: cart.lines.map((line) => ({
        id: line.id,
        productId: line.product.id,
        categoryIds: line.product.categoryIds,
        tags: line.product.tags,
        isReduced: line.product.isReduced === true,
        unitPrice: line.product.price,
        quantity: line.quantity,
        taxRate: taxRateOf(line.product.taxClass, cart.settings),
      })),
      tax: taxFacts(cart.settings),
      codes: cart.codes,
      promotions: cart.promotions,
      gifts: gifts.map((gift) => ({ productId: gift.productId, name: gift.name, unitPrice: gift.unitPrice, available: true })),
      customer: input.customer,
      fulfillment: input.fulfillment,
      requestedFor: input.requestedFor,
      deliveryFee: input.amounts.deliveryFee,
      timeZone: cart.settings.timeZone,
      now: input.placedAt,
    }),
  );
  const lines = cart.lines.map(({ id, product, quantity }) => ({
    id,
    lineTotal: product.price * quantity,
    taxRate: taxRateOf(product.taxClass, cart.settings),
  }));
  const byStaff = staffDiscountOf(input.applied)?.byStaff ?? null;
  return withStaffDiscount(evaluated, lines, byStaff, cart.settings.format);
}

/** An edit adds nothing: new or additional gifts are left out. */
function onlyGiftsOf(gifts: readonly OrderItem[], outcome: PromotionOutcome): PromotionOutcome {
  const unmatched = [...gifts];
  const freeItems: FreeItem[] = [];
  const withheld = new Map<number, Cents>();
  for (const item of outcome.freeItems) {
    const index = unmatched.findIndex((gift) => gift.productId === item.productId);
    const [gift] = index === -1 ? [] : unmatched.splice(index, 1);
    const quantity = Math.min(item.quantity, gift?.quantity ?? 0);
    if (quantity > 0) freeItems.push({ ...item, quantity });
    withheld.set(item.promotionId, (withheld.get(item.promotionId) ?? 0) + (item.quantity - quantity) * item.unitPrice);
  }
  const applied = outcome.applied
    .map((each) => ({ ...each, amount: each.amount - (withheld.get(each.promotionId) ?? 0) }))
    .filter((each) => each.amount > 0);
  const less = [...withheld.values()].reduce((sum, value) => sum + value, 0);
  return { ...outcome, freeItems, applied, totalDiscount: outcome.totalDiscount - less };
}

/** Promotions as at purchase, as far as their lines and gifts remain. */
function asBought(
  input: RepriceInput,
  bought: readonly OrderItem[],
  gifts: readonly OrderItem[],
  removed: readonly OrderItem[],
): PromotionOutcome {
  const lineDiscounts = Object.fromEntries(bought.map((item) => [item.id, item.discount]));
  const goneGifts = removed.filter((item) => item.isFreeItem).map((item) => item.lineTotal);
  const freeItems: FreeItem[] = gifts.map((gift) => ({
    promotionId: giverOf(input.applied, gift),
    productId: gift.productId,
    name: gift.name,
    quantity: gift.quantity,
    unitPrice: gift.unitPrice,
    choices: [],
  }));
  const applied = input.applied
    .map((each) => {
      const lineShares = Object.fromEntries(Object.entries(each.lineShares).filter(([id]) => id in lineDiscounts));
      const gone = goneGifts.indexOf(giftValue(each));
      const gift = gone === -1 ? giftValue(each) : 0;
      if (gone !== -1) goneGifts.splice(gone, 1);
      return { ...each, lineShares, amount: Object.values(lineShares).reduce((sum, share) => sum + share, 0) + each.deliveryShare + gift };
    })
    .filter((each) => each.amount > 0);
  const { deliveryDiscount } = input.amounts;
  const parts = [...Object.values(lineDiscounts), deliveryDiscount, ...gifts.map((gift) => gift.lineTotal)];
  return {
    lineDiscounts,
    deliveryDiscount,
    freeItems,
    applied,
    notApplied: [],
    totalDiscount: parts.reduce((sum, part) => sum + part, 0),
    truncated: false,
  };
}

/** A promotion's free item: its amount beyond lines and delivery. */
function giftValue(applied: AppliedPromotion): Cents {
  return applied.amount - applied.deliveryShare - Object.values(applied.lineShares).reduce((sum, share) => sum + share, 0);
}

function giverOf(applied: readonly AppliedPromotion[], gift: OrderItem): number {
  return applied.find((each) => giftValue(each) === gift.lineTotal)?.promotionId ?? 0;
}

function itemsOf(kept: readonly OrderItem[], priced: PricedCart): readonly OrderItem[] {
  const gifts = priced.lines.filter((line) => line.isFreeItem);
  return kept.flatMap((item) => {
    if (!item.isFreeItem) {
      const line = priced.lines.find((each) => each.id === item.id);
      return line === undefined ? [] : [{ ...item, discount: line.discount, tax: line.tax }];
    }
    const index = gifts.findIndex((line) => line.productId === item.productId);
    const [gift] = index === -1 ? [] : gifts.splice(index, 1);
    return gift === undefined ? [] : [{ ...item, quantity: gift.quantity, lineTotal: gift.lineTotal, discount: gift.discount }];
  });
}

function amountsOf(cart: PricedCart, currency: string): OrderAmounts {
  const { subTotal, promotionDiscount, deliveryFee, deliveryDiscount, tax, taxLines, taxIncluded, taxTable, tip } = cart;
  const { tipPercentage, total, finalTotal } = cart;
  return {
    subTotal,
    promotionDiscount,
    deliveryFee,
    deliveryDiscount,
    tax,
    taxLines,
    taxIncluded,
    taxTable,
    tip,
    tipPercentage,
    total,
    finalTotal,
    currency,
  };
}

function withoutLimits(promotion: Promotion): Promotion {
  return { ...promotion, status: "active", limits: { totalUses: null, perCustomerUses: null, budget: null }, uses: 0, spent: 0 };
}
