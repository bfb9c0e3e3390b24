import { isQuantity } from "#app/cart/domain/cart.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { listCustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { priceAfter, priceBefore, priceOf, type PreviewCart, type PreviewScene } from "./scene.ts";

/** A limited use that saves less than this is wasted. */
const TRIFLE_CENTS = 50;
/** Tax rounds per order, so this difference is not significant. */
const ROUNDING_CENTS = 2;
const MAX_MORE = 4;
const MAX_SPLITS = 8;

/** Effects of a promotion that customers would not understand, one message each. */
export function findAlarms(
  scene: PreviewScene,
  cart: PreviewCart,
  before: PricedCart,
  after: PricedCart,
  format: MoneyFormat,
): readonly string[] {
  const discount = amountOf(scene, after);
  return [
    ...dearerAlarms(scene, cart, before, after, format),
    ...(discount > 0 ? moreAlarms(scene, cart, before, after, format) : []),
    ...(discount > 0 ? splitAlarms(scene, cart, before, after, format) : []),
    ...(discount > 0 && discount < TRIFLE_CENTS && isLimited(scene)
      ? [`One of the limited uses is spent to save ${formatMoney(discount, format)}.`]
      : []),
  ];
}

/** The draft's discount on a priced cart. */
export function amountOf({ draft }: PreviewScene, priced: PricedCart): Cents {
  return priced.applied.find(({ promotionId }) => promotionId === draft.id)?.amount ?? 0;
}

function isLimited({ draft: { limits } }: PreviewScene): boolean {
  return limits.totalUses !== null || limits.perCustomerUses !== null;
}

/** Neither the promotion nor any code may raise the payment. */
function dearerAlarms(scene: PreviewScene, cart: PreviewCart, before: PricedCart, after: PricedCart, format: MoneyFormat): string[] {
  const { draft, stored, others } = scene;
  const without = draft.trigger === "coupon" ? priceOf(scene, cart, others) : before;
  const sentences = [
    { than: before, words: stored === null ? "It costs more than without the offer" : "It costs more than today" },
    { than: without, words: "Entering the code makes the order cost more" },
    ...cart.codes.map(({ code }) => ({
      than: priceAfter(scene, { ...cart, codes: cart.codes.filter((each) => each.code !== code) }),
      words: `Entering ${code} makes the order cost more`,
    })),
  ];
  return sentences
    .filter(({ than }, index) => after.finalTotal > than.finalTotal && (index !== 1 || draft.trigger === "coupon"))
    .map(({ than, words }) => `${words}: ${formatMoney(after.finalTotal, format)} instead of ${formatMoney(than.finalTotal, format)}.`);
}

/** One more unit must not cost more than its price. */
function moreAlarms(scene: PreviewScene, cart: PreviewCart, before: PricedCart, after: PricedCart, format: MoneyFormat): string[] {
  const plain = priceOf(scene, cart, []).finalTotal;
  for (const line of cart.lines.slice(0, MAX_MORE)) {
    if (!isQuantity(line.quantity + 1)) continue;
    const larger = { ...cart, lines: cart.lines.map((each) => (each === line ? { ...each, quantity: each.quantity + 1 } : each)) };
    const price = priceOf(scene, larger, []).finalTotal - plain;
    const costs = priceAfter(scene, larger).finalTotal - after.finalTotal;
    if (costs <= price + ROUNDING_CENTS) continue;
    // True without this promotion too.
    if (priceBefore(scene, larger).finalTotal - before.finalTotal > price + ROUNDING_CENTS) continue;
    return [
      `One more ${line.product.name} for ${formatMoney(Math.max(0, price), format)} makes it ${formatMoney(costs, format)} more expensive.`,
    ];
  }
  return [];
}

/** Two orders of one customer must not be cheaper than one. */
function splitAlarms(scene: PreviewScene, cart: PreviewCart, before: PricedCart, after: PricedCart, format: MoneyFormat): string[] {
  for (const [one, other] of splitsOf(cart)) {
    const first = priceAfter(scene, one);
    const second = priceAfter(usedOnce(scene, amountOf(scene, first)), {
      ...other,
      customer: usedBy(scene, other, first),
    });
    const together = first.finalTotal + second.finalTotal;
    if (together >= after.finalTotal - ROUNDING_CENTS) continue;
    if (priceBefore(scene, one).finalTotal + priceBefore(scene, other).finalTotal < before.finalTotal - ROUNDING_CENTS) continue;
    return [
      `As two orders it costs ${formatMoney(first.finalTotal, format)} and ${formatMoney(second.finalTotal, format)}: ${formatMoney(after.finalTotal - together, format)} less than as one.`,
    ];
  }
  return [];
}

/** Splits the cart after its n most expensive units. */
function splitsOf(cart: PreviewCart): readonly (readonly [PreviewCart, PreviewCart])[] {
  const units = cart.lines
    .toSorted((a, b) => b.product.price - a.product.price)
    .flatMap((line) => Array.from({ length: Math.min(line.quantity, MAX_SPLITS + 1) }, () => line));
  const of = (part: typeof units): PreviewCart => ({
    ...cart,
    lines: [...new Set(part)].map((line) => ({ ...line, quantity: part.filter((each) => each === line).length })),
  });
  if (cart.lines.some(({ quantity }) => quantity > MAX_SPLITS + 1)) return [];
  return Array.from({ length: Math.min(MAX_SPLITS, units.length - 1) }, (_, index) => [
    of(units.slice(0, index + 1)),
    of(units.slice(index + 1)),
  ]);
}

function usedOnce(scene: PreviewScene, amount: Cents): PreviewScene {
  const { draft } = scene;
  return amount === 0 ? scene : { ...scene, draft: { ...draft, uses: draft.uses + 1, spent: draft.spent + amount } };
}

/** The customer after a first order. */
function usedBy(scene: PreviewScene, { customer }: PreviewCart, first: PricedCart): PreviewCart["customer"] {
  const { draft, stored, others } = scene;
  const id = String(draft.id);
  const hasUsed = amountOf(scene, first) > 0;
  const { spentDays } = listCustomerNeeds([draft, ...others, ...(stored === null ? [] : [stored])]);
  return {
    ...customer,
    orderCount: (customer.orderCount ?? 0) + 1,
    spentByDays: Object.fromEntries(spentDays.map((days) => [days, (customer.spentByDays?.[days] ?? 0) + first.finalTotal])),
    usesByPromotion: { ...customer.usesByPromotion, [id]: (customer.usesByPromotion[id] ?? 0) + (hasUsed ? 1 : 0) },
  };
}
