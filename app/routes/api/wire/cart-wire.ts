import type { CartProblem } from "#app/cart/domain/cart.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";
import { majorUnits, toPercent, type Cents } from "#app/values/money.ts";
import type { AppliedPromotion, FreeItem, NotApplied } from "#app/promotions/domain/promotion.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { LineWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { unitsOf, type PricedCart, type PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";

/*
 * The only module that defines the cart's API format: the names clients use (mixed as they are), amounts in major units, instants in ISO
 * 8601. Nothing here computes; totals come from pricing.
 */

/** Converts cents to major units of the cart's currency. */
type Major = (amount: Cents) => number;

function majorOf({ settings }: LoadedCart): Major {
  return (amount) => majorUnits(amount, settings.CURRENCY);
}

/** `GET /api/cart`, and the `cart` of every response that changes one. `id` null = this visitor has no cart yet. */
export function toCartWire(loaded: LoadedCart) {
  const { source, priced } = loaded;
  const major = majorOf(loaded);
  return {
    id: source.id,
    version: source.version,
    hash: priced.hash,
    cart_items: priced.lines.map((line) => toItemWire(line, major)),
    /** The chosen options of each cart item, with names and prices, for display. */
    customizations: Object.fromEntries(priced.lines.map((line) => [line.id, toChosenRows(line, major)])),
    badge: priced.itemCount,
    ...toTotalsWire(priced, major),
    free_items: priced.freeItems.map((item) => toFreeItemWire(item, major)),
    coupon_codes: priced.couponCodes,
    applied_promotions: priced.applied.map((applied) => toAppliedWire(applied, major)),
    not_applied: priced.notApplied.map((promotion) => toNotAppliedWire(promotion, major)),
    fulfillment: source.fulfillment,
    requested_for: source.requestedFor?.toISOString() ?? null,
    postal_code: source.postalCode,
    problems: priced.problems.map(toProblemWire),
  };
}

export type CartWire = ReturnType<typeof toCartWire>;

/** The four fields clients know, with the resulting cart and the codes that give no discount now. */
export function toApplyWire(loaded: LoadedCart, unknown: readonly NotApplied[]) {
  const { priced } = loaded;
  const major = majorOf(loaded);
  return {
    totalDiscount: major(priced.promotionDiscount),
    appliedPromotions: priced.applied.map((applied) => toAppliedWire(applied, major)),
    couponCodes: priced.couponCodes,
    freeItems: priced.freeItems.map((item) => toFreeItemWire(item, major)),
    notApplied: [...unknown, ...priced.notApplied].map((promotion) => toNotAppliedWire(promotion, major)),
    cart: toCartWire(loaded),
  };
}

export function toProblemWire({ code, cartItemId, message, blocks }: CartProblem) {
  return { code, cart_item_id: cartItemId, message, blocks };
}

function toTotalsWire(priced: PricedCart, major: Major) {
  return {
    subTotal: major(priced.subTotal),
    promotion_discount: major(priced.promotionDiscount),
    delivery_fee: major(priced.deliveryFee),
    delivery_discount: major(priced.deliveryDiscount),
    tax: major(priced.tax),
    tax_included: priced.taxIncluded,
    tax_lines: priced.taxLines.map(({ label, rate, base, amount }) => ({
      label,
      rate: toPercent(rate),
      base: major(base),
      amount: major(amount),
    })),
    tip: major(priced.tip),
    tipPercentage: priced.tipPercentage,
    total: major(priced.total),
    /** total − promotion_discount: what is charged. */
    final_total: major(priced.finalTotal),
  };
}

function toItemWire(line: PricedLine, major: Major) {
  return {
    id: line.id,
    product_id: line.productId,
    name: line.name,
    image: line.imageUrl,
    // Number of steps, for products sold by weight.
    qty: unitsOf(line),
    quantity: unitsOf(line),
    weight: weightWire(line.weight),
    customizations: line.choices.map(toChoiceWire),
    note: line.note,
    unit_price: major(line.unitPrice),
    line_total: major(line.lineTotal),
    discount: major(line.discount),
    max_quantity: line.maxQuantity,
    pickup_only: line.isPickupOnly,
    is_free_item: line.isFreeItem,
    promotion_id: line.promotionId,
  };
}

/** In grams, or hundredths of a pound; null: sold by the piece. */
export function weightWire(weight: LineWeight | null | undefined) {
  if (!weight) return null;
  const { unit, steps, ordered, actual, charged, paid = charged } = weight;
  return { unit, steps, ordered, actual, charged, paid };
}

function toChoiceWire({ templateId, optionId, quantity, text }: Choice) {
  return { template_id: templateId, option_id: optionId, qty: quantity, text };
}

function toChosenRows(line: PricedLine, major: Major) {
  return line.selected.map((option) => ({
    group: option.group,
    option: option.name,
    qty: option.quantity,
    free_qty: option.freeQuantity,
    price: major(option.priceDelta),
  }));
}

function toAppliedWire({ promotionId, title, code, kind, amount, explanation, byStaff }: AppliedPromotion, major: Major) {
  return { promotion_id: byStaff === undefined ? promotionId : null, title, code, kind, amount: major(amount), explanation };
}

function toFreeItemWire({ promotionId, productId, name, quantity, unitPrice, choices = [], insteadOf }: FreeItem, major: Major) {
  return {
    promotion_id: promotionId,
    product_id: productId,
    name,
    qty: quantity,
    unit_price: major(unitPrice),
    choices: choices.map((choice) => ({
      product_id: choice.productId,
      name: choice.name,
      unit_price: major(choice.unitPrice),
    })),
    instead_of: insteadOf ?? null,
  };
}

function toNotAppliedWire({ promotionId, code, title, reason, message, shortfall }: NotApplied, major: Major) {
  return {
    promotion_id: promotionId,
    code,
    title,
    reason,
    message,
    shortfall:
      shortfall === null ? null : { kind: shortfall.kind, amount: shortfall.kind === "cents" ? major(shortfall.amount) : shortfall.amount },
  };
}
