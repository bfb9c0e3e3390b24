import type { AppliedPromotion, FreeItem, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";
import { allocate, type Cents } from "#app/values/money.ts";
import type { RepriceInput } from "./reprice-input.ts";

/** An edit adds no gifts: new or additional ones are left out. */
export function onlyGiftsOf(gifts: readonly OrderItem[], outcome: PromotionOutcome): PromotionOutcome {
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

/** The promotions of the purchase, as far as their lines and gifts remain. A line with fewer units keeps its part of the discount, rounded down. */
export function asBought(
  input: Pick<RepriceInput, "items" | "applied" | "amounts" | "deliveryFee">,
  bought: readonly OrderItem[],
  gifts: readonly OrderItem[],
  removed: readonly OrderItem[],
): PromotionOutcome {
  const shares = sharesOf(input, bought);
  const lineDiscounts = Object.fromEntries(
    bought.map((item) => {
      const before = input.items.find((each) => each.id === item.id);
      return [item.id, before === undefined || !isSmaller(before, item) ? item.discount : partOf(before, item)];
    }),
  );
  const givers = giversOf(input);
  const removedGivers = new Set(removed.map(({ id }) => givers.get(id)));
  const freeItems: FreeItem[] = gifts.map((gift) => ({
    promotionId: givers.get(gift.id)?.promotionId ?? 0,
    productId: gift.productId,
    name: gift.name,
    quantity: gift.quantity,
    unitPrice: gift.unitPrice,
    choices: [],
  }));
  const deliveryDiscount = Math.min(input.amounts.deliveryDiscount, input.deliveryFee ?? input.amounts.deliveryFee);
  const deliveryShares = lessThan(
    input.applied.map((each) => each.deliveryShare),
    deliveryDiscount,
  );
  const applied = input.applied
    .map((each, index) => {
      const lineShares = Object.fromEntries(
        Object.entries(each.lineShares).flatMap(([id, share]) => (id in lineDiscounts ? [[id, shares.get(id)?.[index] ?? share]] : [])),
      );
      const gift = removedGivers.has(each) ? 0 : giftValue(each);
      const deliveryShare = deliveryShares[index] ?? 0;
      const amount = Object.values(lineShares).reduce((sum, share) => sum + share, 0) + deliveryShare + gift;
      return { ...each, lineShares, deliveryShare, amount };
    })
    .filter((each) => each.amount > 0);
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

/** Reduces shares so that their sum is at most `most`. */
function lessThan(shares: readonly Cents[], most: Cents): readonly Cents[] {
  return shares.reduce((sum, share) => sum + share, 0) > most ? allocate(most, shares) : shares;
}

/** The value of a promotion's free item: its amount beyond lines and delivery. */
function giftValue(applied: AppliedPromotion): Cents {
  return applied.amount - applied.deliveryShare - Object.values(applied.lineShares).reduce((sum, share) => sum + share, 0);
}

/** The promotion of each free item, by item id: both are stored in the order in which promotions work. */
function giversOf({ items, applied }: Pick<RepriceInput, "items" | "applied">): ReadonlyMap<string, AppliedPromotion> {
  const givers = applied.filter((each) => giftValue(each) > 0);
  const givenBy = new Map<string, AppliedPromotion>();
  for (const gift of items.filter((item) => item.isFreeItem)) {
    const at = givers.findIndex((each) => giftValue(each) === gift.lineTotal);
    if (at === -1) continue;
    for (const giver of givers.splice(at, 1)) givenBy.set(gift.id, giver);
  }
  return givenBy;
}

/** It has fewer units, or weighs less. */
function isSmaller(before: OrderItem, item: OrderItem): boolean {
  return before.quantity !== item.quantity || item.lineTotal < before.lineTotal;
}

/** The discount of the remaining part of a line, rounded down. */
function partOf({ discount, quantity, lineTotal }: OrderItem, left: OrderItem): Cents {
  if (quantity !== left.quantity) return Math.floor((discount * left.quantity) / quantity);
  return Math.floor((discount * left.lineTotal) / lineTotal);
}

/** Each promotion's share of the lines that have fewer units now, by line; others keep their shares. */
function sharesOf({ items, applied }: Pick<RepriceInput, "items" | "applied">, bought: readonly OrderItem[]) {
  const smaller = bought.flatMap((item) => {
    const before = items.find((each) => each.id === item.id);
    return before === undefined || !isSmaller(before, item) ? [] : [{ before, item }];
  });
  return new Map(
    smaller.map(({ before, item }) => {
      const weights = applied.map((each) => each.lineShares[before.id] ?? 0);
      const isShared = weights.some((weight) => weight > 0);
      return [before.id, isShared ? allocate(partOf(before, item), weights) : weights];
    }),
  );
}
