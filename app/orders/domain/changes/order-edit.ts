import { boughtLine } from "#app/cart/domain/bought-line.ts";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { maximumCardCharge, minimumCardCharge } from "#app/values/money/currencies.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { frozenTax } from "./frozen-tax.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";
import { promotionLines, taxFacts } from "#app/cart/domain/pricing/price-cart.ts";
import { priceLines, totalsOf } from "#app/cart/domain/pricing/totals.ts";
import type { AppliedPromotion, Promotion, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import { staffDiscountOf, withStaffDiscount } from "#app/promotions/domain/staff-discount.ts";
import { openCode } from "#app/promotions/domain/coupons.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { PriceCartInput, PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { componentsOfRate, taxRateOf } from "#app/cart/domain/pricing/pricing-settings.ts";
import type { TaxSettings } from "#app/cart/domain/pricing/tax-table.ts";
import { asBought, onlyGiftsOf } from "./bought-promotions.ts";
import type { RepriceInput } from "./reprice-input.ts";
import { weighedItem } from "./weighed-item.ts";

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
  readonly code: "unknown-item" | "nothing-to-remove" | "empty" | "too-small" | "too-large" | "not-paid-for" | "offer-used-up";
  /** A message for staff with the valid input. */
  readonly message: string;
  /** The new total, if it is higher than the payment covers. */
  readonly finalTotal?: Cents;
}

/**
 * Changes the lines or the delivery fee of an order and prices it again. Bought units keep their price, new ones have the current price,
 * and the order's promotions are evaluated again; no other promotion is added. If nothing is added, the order never gets more expensive:
 * remaining lines and gifts keep their discounts even if the promotion is no longer earned, because the shop could not deliver. Weighing
 * adds nothing, whatever each line weighs: the scale decides, not the customer.
 */
export function repriceChanged(input: RepriceInput): Result<RepricedOrder, RepriceRefusal> {
  const whole = repriceOnce(input);
  const isTooHeavy = !whole.ok && (whole.error.code === "not-paid-for" || whole.error.code === "too-large");
  return isTooHeavy && isWeighing(input) ? withinPayment(input, whole) : whole;
}

function isWeighing({ weights = {} }: RepriceInput): boolean {
  return Object.keys(weights).length > 0;
}

/** Charges as much of a higher weight as the payment covers; refused if it does not even cover the weights charged so far. */
function withinPayment(input: RepriceInput, refused: Result<RepricedOrder, RepriceRefusal>): Result<RepricedOrder, RepriceRefusal> {
  const lines = input.items.flatMap(({ id, weight }) => {
    const actual = input.weights?.[id];
    return actual === undefined || !weight ? [] : [{ id, actual, least: Math.min(actual, weight.charged) }];
  });
  const charging = (more: number) =>
    repriceOnce({ ...input, charged: Object.fromEntries(lines.map(({ id, actual, least }) => [id, Math.min(actual, least + more)])) });
  let [best, fits] = [charging(0), 0];
  if (!best.ok) return refused;
  let tooMuch = Math.max(...lines.map(({ actual, least }) => actual - least));
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    const tried = charging(middle);
    if (tried.ok) [best, fits] = [tried, middle];
    else tooMuch = middle;
  }
  return best;
}

/** The charged part of the weights, by item id; left out: all of it. */
interface WeighedInput extends RepriceInput {
  readonly charged?: Readonly<Record<string, number>>;
}

function repriceOnce(input: WeighedInput): Result<RepricedOrder, RepriceRefusal> {
  const changed = changedLines(input);
  if (!changed.ok) return changed;
  const { kept, removed, isMore } = changed.value;
  const bought = kept.filter((item) => !item.isFreeItem);
  const gifts = kept.filter((item) => item.isFreeItem);
  const fee = input.deliveryFee ?? input.amounts.deliveryFee;
  const cart = cartOf(input, bought);
  const listed = priceLines(cart.lines, cart.settings.format);
  const evaluated = evaluateAgain(input, cart, gifts, fee);
  const fresh = totalsOf(cart, listed, fee, evaluated);
  const boughtAt = (deliveryFee: Cents) => totalsOf(cart, listed, deliveryFee, asBought({ ...input, deliveryFee }, bought, gifts, removed));
  const [frozen, atOldFee] = [boughtAt(fee), boughtAt(input.amounts.deliveryFee)];
  const isHeavier = isWeighing(input) && frozen.finalTotal > input.amounts.finalTotal;
  const isNew = isMore || isHeavier || fee !== input.amounts.deliveryFee;
  const bestOf = isHeavier ? cheaper : fairer;
  const again = isMore ? fresh : bestOf(input, fresh, frozen, atOldFee);
  const priced = input.keepsPromotions === true ? frozen : again;
  const refusal = totalRefusal(input, priced, isNew) ?? usedUpOffer(input, priced.applied);
  if (refusal !== null) return fail(refusal);
  const items = itemsOf(kept, priced);
  return ok({
    items,
    removed: input.items.filter((item) => !items.some((each) => each.id === item.id)),
    amounts: amountsOf(priced, input.amounts.currency),
    applied: priced.applied,
    released: input.amounts.finalTotal - priced.finalTotal,
  });
}

interface ChangedLines {
  /** The remaining items with their new units, and new ones. */
  readonly kept: readonly OrderItem[];
  readonly removed: readonly OrderItem[];
  /** Units were added. */
  readonly isMore: boolean;
}

function changedLines({
  items,
  removeItemIds,
  quantities = {},
  weights = {},
  added = [],
  settings,
  amounts,
  deliveryFee,
  charged = {},
}: WeighedInput): Result<ChangedLines, RepriceRefusal> {
  const removeIds = new Set(removeItemIds);
  const named = [...removeIds, ...Object.keys(quantities), ...Object.keys(weights)];
  if (named.length === 0 && added.length === 0 && (deliveryFee ?? amounts.deliveryFee) === amounts.deliveryFee)
    return fail({ code: "nothing-to-remove", message: "Choose the items to take out of the order." });
  if (named.some((id) => !items.some((item) => item.id === id)))
    return fail({
      code: "unknown-item",
      message: "One of these items is not part of the order any more. Reload the order and choose again.",
    });
  const left = items.filter((item) => !removeIds.has(item.id));
  const kept = left.map((item) => {
    const quantity = quantities[item.id] ?? item.quantity;
    const weight = weights[item.id];
    if (weight !== undefined) return weighedItem(item, weight, charged[item.id] ?? weight, settings.format);
    return item.isFreeItem || quantity === item.quantity ? item : { ...item, quantity, lineTotal: item.unitPrice * quantity };
  });
  const all = [...kept, ...added];
  if (all.every((item) => item.isFreeItem))
    return fail({ code: "empty", message: "At least one item must stay. Reject the order if nothing can be made." });
  const isMore = added.length > 0 || left.some((item) => (quantities[item.id] ?? 0) > item.quantity);
  return ok({ kept: all, removed: items.filter((item) => removeIds.has(item.id)), isMore });
}

/** The promotions evaluated again, or as bought if the customer may expect that. @param atOldFee as bought, with the old fee */
function fairer(input: RepriceInput, fresh: PricedCart, frozen: PricedCart, atOldFee: PricedCart): PricedCart {
  const most = input.amounts.finalTotal + frozen.finalTotal - atOldFee.finalTotal;
  const hasLost = frozen.applied.some((each) => !fresh.applied.some((now) => now.promotionId === each.promotionId));
  const isFreshFair = fresh.finalTotal <= most && (!hasLost || fresh.finalTotal < frozen.finalTotal);
  return isFreshFair && isWithinBudgets(input, fresh) ? fresh : frozen;
}

/** For an order that costs more because it weighs more: nothing was added, so it keeps its promotions. */
function cheaper(input: RepriceInput, fresh: PricedCart, frozen: PricedCart): PricedCart {
  return fresh.finalTotal < frozen.finalTotal && isWithinBudgets(input, fresh) ? fresh : frozen;
}

/** A higher weight may earn more than the remaining budget of a promotion. */
function isWithinBudgets(input: RepriceInput, { applied }: PricedCart): boolean {
  return !isWeighing(input) || usedUpOffer(input, applied) === null;
}

function totalRefusal(
  { amounts, settings, most = amounts.finalTotal, isByCard = true }: RepriceInput,
  { total: beforeDiscounts, finalTotal: total }: Pick<PricedCart, "total" | "finalTotal">,
  isNew: boolean,
): RepriceRefusal | null {
  const { format } = settings;
  const smallest = minimumCardCharge(format.currency);
  if (isByCard && total < smallest && amounts.finalTotal >= smallest)
    return {
      code: "too-small",
      message: `The rest would cost ${formatMoney(total, format)}, less than a card can be charged. Reject the order instead.`,
    };
  if (isNew && most !== null && total > most)
    return {
      code: "not-paid-for",
      message: `This costs ${formatMoney(total, format)}, and the payment covers ${formatMoney(most, format)}. Enter what is added as an order that goes with this one.`,
      finalTotal: total,
    };
  const largest = maximumCardCharge(format.currency);
  if (isNew && (total > largest || beforeDiscounts > MAX_AMOUNT_CENTS))
    return { code: "too-large", message: `One order can be at most ${formatMoney(largest, format)}. Enter the rest as another order.` };
  return null;
}

/** A promotion whose budget is too small for the added items. */
function usedUpOffer({ promotions, applied: before }: RepriceInput, applied: readonly AppliedPromotion[]): RepriceRefusal | null {
  const over = applied.find(({ promotionId, amount }) => {
    const promotion = promotions.find((each) => each.id === promotionId);
    const budget = promotion?.limits.budget ?? null;
    const amountBefore = before.find((each) => each.promotionId === promotionId)?.amount ?? 0;
    return budget !== null && amount > amountBefore && (promotion?.spent ?? 0) + amount > budget;
  });
  if (over === undefined) return null;
  return { code: "offer-used-up", message: `“${over.title}” has too little left for this. Enter what is added as another order.` };
}

/** The remaining items as a cart at purchase prices; choices are part of the price. */
function cartOf(input: RepriceInput, bought: readonly OrderItem[]): PriceCartInput {
  const lines = bought.map((item) => boughtLine(item, input.products[item.productId]));
  const frozen = frozenTax(input.items, input.amounts, input.settings);
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
      ...frozen,
      otherRates: [...frozen.otherRates, ...newRates(input, frozen)],
      pricesIncludeTax: amounts.taxIncluded,
      allowTip: true,
    },
    now: input.placedAt,
  };
}

/** Rates of new lines that are new to the order. */
function newRates({ added = [], settings }: RepriceInput, { taxRate, otherRates }: TaxSettings): TaxSettings["otherRates"] {
  const knownRates = new Set([taxRate, ...otherRates.map(({ rate }) => rate)]);
  const rates = [...new Set(added.map((item) => item.taxRate))].filter((rate) => rate > 0 && !knownRates.has(rate));
  return rates.map((rate) => ({ rate, taxClass: String(rate), components: componentsOfRate(rate, settings) }));
}

function evaluateAgain(input: RepriceInput, cart: PriceCartInput, gifts: readonly OrderItem[], deliveryFee: Cents): PromotionOutcome {
  const evaluated = onlyGiftsOf(
    gifts,
    evaluatePromotions({
      lines: promotionLines(cart.lines, priceLines(cart.lines, cart.settings.format), cart.settings),
      tax: taxFacts(cart.settings),
      codes: cart.codes,
      promotions: cart.promotions,
      gifts: gifts.map((gift) => ({ productId: gift.productId, name: gift.name, unitPrice: gift.unitPrice, available: true })),
      customer: input.customer,
      fulfillment: input.fulfillment,
      requestedFor: input.requestedFor,
      postalCode: null,
      isPlaced: true,
      deliveryFee,
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
