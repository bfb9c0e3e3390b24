import type { CartProblem } from "#app/cart/domain/cart.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";
import { majorUnits, toPercent } from "#app/values/money.ts";
import type { AppliedPromotion, FreeItem, NotApplied } from "#app/promotions/domain/promotion.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";

/*
 * The only place that knows how a cart looks on the wire: the names clients know (mixed as they are), amounts in major units,
 * instants in ISO 8601. Nothing here computes; totals come from pricing.
 */

/** `GET /api/cart`, and the `cart` of every answer that changes one. `id` null = this visitor has no cart yet. */
export function toCartWire({ source, priced }: LoadedCart) {
  return {
    id: source.id,
    version: source.version,
    hash: priced.hash,
    cart_items: priced.lines.map(toItemWire),
    /** Per cart item what was chosen, with names and prices, for display. */
    customizations: Object.fromEntries(priced.lines.map((line) => [line.id, toChosenRows(line)])),
    badge: priced.itemCount,
    ...toTotalsWire(priced),
    free_items: priced.freeItems.map(toFreeItemWire),
    coupon_codes: priced.couponCodes,
    applied_promotions: priced.applied.map(toAppliedWire),
    not_applied: priced.notApplied.map(toNotAppliedWire),
    fulfillment: source.fulfillment,
    requested_for: source.requestedFor?.toISOString() ?? null,
    postal_code: source.postalCode,
    problems: priced.problems.map(toProblemWire),
  };
}

export type CartWire = ReturnType<typeof toCartWire>;

/** The four fields clients know, with the cart they lead to and the codes that give nothing now. */
export function toApplyWire(loaded: LoadedCart, unknown: readonly NotApplied[]) {
  const { priced } = loaded;
  return {
    totalDiscount: majorUnits(priced.promotionDiscount),
    appliedPromotions: priced.applied.map(toAppliedWire),
    couponCodes: priced.couponCodes,
    freeItems: priced.freeItems.map(toFreeItemWire),
    notApplied: [...unknown, ...priced.notApplied].map(toNotAppliedWire),
    cart: toCartWire(loaded),
  };
}

export function toProblemWire({ code, cartItemId, message, blocks }: CartProblem) {
  return { code, cart_item_id: cartItemId, message, blocks };
}

function toTotalsWire(priced: PricedCart) {
  return {
    subTotal: majorUnits(priced.subTotal),
    promotion_discount: majorUnits(priced.promotionDiscount),
    delivery_fee: majorUnits(priced.deliveryFee),
    delivery_discount: majorUnits(priced.deliveryDiscount),
    tax: majorUnits(priced.tax),
    tax_included: priced.taxIncluded,
    tax_lines: priced.taxLines.map(({ label, rate, base, amount }) => ({
      label,
      rate: toPercent(rate),
      base: majorUnits(base),
      amount: majorUnits(amount),
    })),
    tip: majorUnits(priced.tip),
    tipPercentage: priced.tipPercentage,
    total: majorUnits(priced.total),
    /** total − promotion_discount: what is charged. */
    final_total: majorUnits(priced.finalTotal),
  };
}

function toItemWire(line: PricedLine) {
  return {
    id: line.id,
    product_id: line.productId,
    name: line.name,
    image: line.imageUrl,
    qty: line.quantity,
    quantity: line.quantity,
    customizations: line.choices.map(toChoiceWire),
    note: line.note,
    unit_price: majorUnits(line.unitPrice),
    line_total: majorUnits(line.lineTotal),
    discount: majorUnits(line.discount),
    max_quantity: line.maxQuantity,
    pickup_only: line.isPickupOnly,
    is_free_item: line.isFreeItem,
    promotion_id: line.promotionId,
  };
}

function toChoiceWire({ templateId, optionId, quantity, text }: Choice) {
  return { template_id: templateId, option_id: optionId, qty: quantity, text };
}

function toChosenRows(line: PricedLine) {
  return line.selected.map((option) => ({
    group: option.group,
    option: option.name,
    qty: option.quantity,
    free_qty: option.freeQuantity,
    price: majorUnits(option.priceDelta),
  }));
}

function toAppliedWire({ promotionId, title, code, kind, amount, explanation, byStaff }: AppliedPromotion) {
  return { promotion_id: byStaff === undefined ? promotionId : null, title, code, kind, amount: majorUnits(amount), explanation };
}

function toFreeItemWire({ promotionId, productId, name, quantity, unitPrice, choices = [], insteadOf }: FreeItem) {
  return {
    promotion_id: promotionId,
    product_id: productId,
    name,
    qty: quantity,
    unit_price: majorUnits(unitPrice),
    choices: choices.map((choice) => ({
      product_id: choice.productId,
      name: choice.name,
      unit_price: majorUnits(choice.unitPrice),
    })),
    instead_of: insteadOf ?? null,
  };
}

function toNotAppliedWire({ promotionId, code, title, reason, message, shortfall }: NotApplied) {
  return {
    promotion_id: promotionId,
    code,
    title,
    reason,
    message,
    shortfall:
      shortfall === null
        ? null
        : { kind: shortfall.kind, amount: shortfall.kind === "cents" ? majorUnits(shortfall.amount) : shortfall.amount },
  };
}
