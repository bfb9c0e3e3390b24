import { isQuantity } from "#app/cart/domain/cart.ts";
import type { CartLine } from "#app/cart/domain/cart.ts";
import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import { priceWith, selectedOptions, surchargeOf } from "#app/catalogue/domain/customization/customization-choices.ts";
import { stepTexts } from "#app/catalogue/domain/weight/steps.ts";
import { weighedAmount, weightOption, type LineWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import type { Cents, MoneyFormat } from "#app/values/money.ts";
import { findCartProblems } from "#app/cart/domain/find-cart-problems.ts";
import { taxOf } from "./tax.ts";
import { tipBaseOf, tipOf } from "./tip.ts";
import type { FreeItem, GiftProduct, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { PriceCartInput, PricedCart, PricedLine, ListedLine } from "./priced-cart.ts";
import { taxRateOf, type PricingSettings } from "./pricing-settings.ts";
import { taxTableOf } from "./tax-table.ts";

const NOTHING_SELECTED: readonly SelectedOption[] = [];

/** Unit and line prices at list price, in cart order. A line sold by weight is one piece. Throws RangeError for invalid input. */
export function priceLines(lines: readonly CartLine[], format: MoneyFormat): readonly ListedLine[] {
  return lines.map((line) => {
    const { id, product, quantity, choices, note } = line;
    if (!isQuantity(quantity)) throw new RangeError(`Cart item ${id} has an impossible quantity: ${quantity}`);
    if (!Number.isSafeInteger(product.price) || product.price < 0)
      throw new RangeError(`Product ${product.id} has an impossible price: ${product.price}`);
    const selected = product.groups.length === 0 ? NOTHING_SELECTED : selectedOptions(product.groups, choices);
    const weight = weightOf(line, selected);
    const unitPrice = weight === null ? priceWith(product.price, selected) : weighedAmount(weight);
    const pieces = weight === null ? quantity : 1;
    const maxQuantity = maxQuantityOf(line, lines);
    const { locale } = format;
    return {
      id,
      productId: product.id,
      name: product.name,
      kitchenName: product.kitchenName ?? product.name,
      imageUrl: product.imageUrl,
      quantity: pieces,
      choices,
      selected: weight === null ? selected : [weightOption(weight, format), ...selected],
      note,
      basePrice: product.price,
      unitPrice,
      lineTotal: unitPrice * pieces,
      ...(product.weight && weight !== null ? { weight, stepTexts: stepTexts(product.weight, maxQuantity, locale) } : {}),
      maxQuantity,
      isPickupOnly: product.isPickupOnly,
      isFreeItem: false,
      promotionId: null,
    };
  });
}

function weightOf({ product, quantity: steps }: CartLine, selected: readonly SelectedOption[]): LineWeight | null {
  const { price, weight } = product;
  if (weight === undefined || weight === null) return null;
  const ordered = weight.step * steps;
  return { unit: weight.unit, price, extras: surchargeOf(selected), steps, ordered, actual: null, charged: ordered };
}

/** The product's largest quantity per order, less its units on other lines. */
function maxQuantityOf({ id, product }: CartLine, lines: readonly CartLine[]): number {
  if (product.maxPerOrder === null) return MAX_QUANTITY;
  const others = lines.reduce((sum, line) => (line.product.id === product.id && line.id !== id ? sum + line.quantity : sum), 0);
  return Math.min(MAX_QUANTITY, Math.max(1, product.maxPerOrder - others));
}

/**
 * The delivery fee, based on items before discounts without free items, so that a coupon cannot remove free delivery. Zero for pickup, empty carts
 * and disabled delivery.
 */
export function deliveryFeeOf(fulfillment: Fulfillment, items: Cents, hasLines: boolean, settings: PricingSettings): Cents {
  if (fulfillment === "pickup" || !settings.enableDelivery || !hasLines) return 0;
  return settings.deliveryFreeAbove !== null && items >= settings.deliveryFreeAbove ? 0 : settings.deliveryFee;
}

/**
 * Totals for a known promotion outcome (`priceCart` evaluates it; an order edit may keep the original). Order: discount shares, free items at list
 * price, tax per rate, tip, total, final total. Throws RangeError if the outcome does not fit the lines.
 */
export function totalsOf(input: PriceCartInput, listed: readonly ListedLine[], deliveryFee: Cents, outcome: PromotionOutcome): PricedCart {
  requireFitting(listed, deliveryFee, outcome);
  const { settings } = input;
  const rates = input.lines.map((line) => taxRateOf(line.product.taxClass, settings));
  const discounts = listed.map((line) => outcome.lineDiscounts[line.id] ?? 0);
  const taxes = taxOf(
    listed.map((line, index) => ({ net: line.lineTotal - (discounts[index] ?? 0), rate: rates[index] ?? 0 })),
    deliveryFee - outcome.deliveryDiscount,
    settings,
  );
  const lines: readonly PricedLine[] = [
    ...listed.map((line, index) => ({
      ...line,
      discount: discounts[index] ?? 0,
      taxRate: rates[index] ?? 0,
      tax: taxes.shares[index] ?? 0,
    })),
    ...outcome.freeItems.map((item) => freeLine(item, input.gifts)),
  ];
  const items = listed.reduce((sum, line) => sum + line.lineTotal, 0);
  const subTotal = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  const promotionDiscount = lines.reduce((sum, line) => sum + line.discount, 0) + outcome.deliveryDiscount;
  const tipBase = tipBaseOf(items, taxes.tax, settings);
  const tip = settings.allowTip && lines.length > 0 ? tipOf(input.tip, tipBase) : 0;
  const total = subTotal + deliveryFee + (settings.pricesIncludeTax ? 0 : taxes.tax) + tip;
  const amounts = {
    subTotal,
    promotionDiscount,
    deliveryFee,
    deliveryDiscount: outcome.deliveryDiscount,
    tax: taxes.tax,
    taxLines: taxes.taxLines,
    taxIncluded: settings.pricesIncludeTax,
    tipBase,
    tip,
    tipPercentage: settings.allowTip && input.tip.kind === "percentage" ? input.tip.percentage : null,
    total,
    finalTotal: total - promotionDiscount,
  };
  const couponCodes = input.codes.map((code) => code.code);
  return {
    lines,
    ...amounts,
    taxTable: taxTableOf(rates, settings),
    applied: outcome.applied,
    notApplied: outcome.notApplied,
    freeItems: outcome.freeItems,
    couponCodes,
    problems: findCartProblems(input, listed, { items, total: amounts.total, finalTotal: amounts.finalTotal }),
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    hash: stableHash(
      JSON.stringify([
        contentOf(input, lines, couponCodes),
        amounts,
        outcome.applied.map((each) => [each.promotionId, each.code, each.amount]),
      ]),
    ),
  };
}

function freeLine(item: FreeItem, gifts: readonly GiftProduct[]): PricedLine {
  const gift = gifts.find((each) => each.productId === item.productId);
  const lineTotal = item.unitPrice * item.quantity;
  return {
    id: `free-${item.promotionId}-${item.productId}`,
    productId: item.productId,
    name: item.name,
    kitchenName: gift?.kitchenName ?? item.name,
    imageUrl: gift?.imageUrl ?? null,
    quantity: item.quantity,
    choices: [],
    selected: [],
    note: "",
    basePrice: item.unitPrice,
    unitPrice: item.unitPrice,
    lineTotal,
    maxQuantity: item.quantity,
    isPickupOnly: false,
    discount: lineTotal,
    taxRate: 0,
    tax: 0,
    isFreeItem: true,
    promotionId: item.promotionId,
  };
}

/** Everything besides amounts that identifies the cart; lines and codes sorted. */
function contentOf(input: PriceCartInput, lines: readonly PricedLine[], codes: readonly string[]): unknown {
  const items = lines.map((line) =>
    JSON.stringify([
      line.productId,
      line.quantity,
      line.unitPrice,
      line.note,
      line.promotionId,
      ...(line.weight === undefined ? [] : [line.weight]),
      line.selected.map((option) => [option.templateId, option.optionId, option.optionId === null ? option.name : option.quantity]),
    ]),
  );
  return [items.sort(), codes.toSorted(), input.fulfillment, input.requestedFor?.toISOString() ?? null, input.postalCode];
}

function requireFitting(listed: readonly ListedLine[], deliveryFee: Cents, outcome: PromotionOutcome): void {
  const totals = new Map(listed.map((line) => [line.id, line.lineTotal]));
  for (const [id, discount] of Object.entries(outcome.lineDiscounts)) {
    const most = totals.get(id) ?? 0;
    if (!Number.isSafeInteger(discount) || discount < 0 || discount > most)
      throw new RangeError(`Line ${id} of ${most} cents cannot be discounted by ${discount}`);
  }
  if (outcome.deliveryDiscount < 0 || outcome.deliveryDiscount > deliveryFee) {
    throw new RangeError(`A delivery fee of ${deliveryFee} cents cannot be discounted by ${outcome.deliveryDiscount}`);
  }
  const parts = Object.values(outcome.lineDiscounts).reduce((sum, discount) => sum + discount, 0) + outcome.deliveryDiscount;
  const gifts = outcome.freeItems.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
  if (parts + gifts !== outcome.totalDiscount)
    throw new RangeError(`Discount shares of ${parts + gifts} do not add up to ${outcome.totalDiscount}`);
}
