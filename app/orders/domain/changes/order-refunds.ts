import * as texts from "#texts/orders/refunded.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import type { OrderAmounts, OrderItem, PaymentState, ReasonCode } from "#app/orders/domain/order.ts";
import { fail, ok } from "#app/values/result.ts";
import type { Result } from "#app/values/result.ts";
import { weighedAmount } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

/** Refunds use the shares stored at purchase, never current prices. */
export interface RefundableOrder {
  readonly items: readonly Pick<OrderItem, "id" | "name" | "options" | "note" | "quantity" | "lineTotal" | "discount" | "tax">[];
  readonly amounts: Pick<OrderAmounts, "deliveryFee" | "deliveryDiscount" | "tax" | "taxIncluded">;
  readonly captured: Cents;
  /** Pending refunds included, so that nothing is refunded twice. */
  readonly refunded: Cents;
  /** Refunded quantity per item id; default none. */
  readonly refundedQuantities: ItemQuantities;
  /** Refunded amount per item id (`refundedOfItems`); default 0. */
  readonly refundedOfItems: Readonly<Record<string, Cents>>;
}

/** Quantities of an order's items, by id. */
export type ItemQuantities = Readonly<Record<string, number>>;

/** The items of a refund; an item without a quantity was refunded completely. */
export interface ItemsOfRefund {
  readonly itemIds: readonly string[];
  readonly itemQuantities: ItemQuantities;
  /** The amount of the whole refund. */
  readonly amount: Cents;
}

export interface WantedItem {
  readonly id: string;
  /** null = all remaining units. */
  readonly quantity: number | null;
}

export type RefundRequest =
  | { readonly kind: "all" }
  | { readonly kind: "amount"; readonly amount: Cents }
  | { readonly kind: "items"; readonly items: readonly WantedItem[] };

export interface RefundPlan {
  /** 1 cent or more, never above the refundable rest. */
  readonly amount: Cents;
  readonly items: ItemQuantities;
  /** The payment state once the refund has succeeded. */
  readonly paymentState: PaymentState;
}

export interface RefundRefusal {
  readonly code: "nothing-left" | "too-much" | "too-many" | "unknown-item" | "already-refunded" | "no-amount";
  /** A message for staff with the valid input. */
  readonly message: string;
}

/** The refundable rest: captured − refunded. */
export function refundableAmount(order: Pick<RefundableOrder, "captured" | "refunded">): Cents {
  return Math.max(0, order.captured - order.refunded);
}

/** An item's part of the charge: line − discount share + tax share if tax is added. Items, delivery and tip add up exactly to the final total. */
export function itemRefund(item: Pick<OrderItem, "lineTotal" | "discount" | "tax">, isTaxIncluded: boolean): Cents {
  return item.lineTotal - item.discount + (isTaxIncluded ? 0 : item.tax);
}

/**
 * Validates a refund against captured and refunded amounts. Item refunds exclude delivery and tip; the tip is returned only with
 * everything. In any order, "all" ends at exactly zero.
 */
export function planRefund(order: RefundableOrder, request: RefundRequest, format: MoneyFormat): Result<RefundPlan, RefundRefusal> {
  const left = refundableAmount(order);
  if (left === 0) return fail({ code: "nothing-left", message: "There is nothing left to refund on this order." });
  if (request.kind === "all") return ok(planOf(order, left, {}));
  if (request.kind === "amount") return checkAmount(order, request.amount, {}, format);
  const items: Record<string, number> = {};
  let amount = 0;
  for (const [id, wanted] of Map.groupBy(request.items, (each) => each.id)) {
    const item = order.items.find((each) => each.id === id);
    if (item === undefined)
      return fail({ code: "unknown-item", message: "One of these items is not part of the order. Reload the order and choose again." });
    const before = order.refundedQuantities[id] ?? 0;
    const rest = item.quantity - before;
    if (rest <= 0) return fail({ code: "already-refunded", message: `${lineTitle(item)} was refunded before. Choose other items.` });
    const quantity = wanted.reduce((sum, each) => sum + (each.quantity ?? rest), 0);
    if (quantity > rest && wanted.some((each) => each.quantity !== null))
      return fail({
        code: "too-many",
        message: `Only ${rest} of ${item.quantity} × ${lineTitle(item)} can still be refunded. Choose that or fewer.`,
      });
    items[id] = Math.min(quantity, rest);
    const whole = itemRefund(item, order.amounts.taxIncluded);
    amount += quantityRefund(whole, item.quantity, before, items[id], order.refundedOfItems[id] ?? 0);
  }
  return checkAmount(order, amount, items, format);
}

/**
 * The refund of some units: cumulative share after them − before them, so all units together return exactly the item's amount. `already` prevents a
 * cent more after a failed refund.
 */
export function quantityRefund(whole: Cents, quantity: number, before: number, more: number, already: Cents): Cents {
  const shareOf = (count: number) => Math.floor((whole * count) / quantity);
  return Math.max(0, Math.min(shareOf(before + more) - shareOf(before), whole - already));
}

/**
 * Refunded amount per item id, pending included. For a refund of several items it counts each item's minimum, at most a cent too little for each
 * other.
 */
export function refundedOfItems(
  items: readonly Pick<OrderItem, "id" | "quantity" | "lineTotal" | "discount" | "tax" | "weight">[],
  isTaxIncluded: boolean,
  refunds: readonly ItemsOfRefund[],
): Readonly<Record<string, Cents>> {
  const sums: Record<string, Cents> = {};
  // The refund of a weight has no items, and may have failed.
  let unnamed = refunds.reduce((sum, { itemIds, amount }) => sum + (itemIds.length === 0 ? amount : 0), 0);
  for (const item of items) {
    const off = Math.min(weighedOff(item, isTaxIncluded), unnamed);
    sums[item.id] = off;
    unnamed -= off;
  }
  for (const { itemIds, itemQuantities, amount } of refunds) {
    const named = items.filter(({ id }) => itemIds.includes(id));
    const share = (item: (typeof named)[number]) =>
      (itemRefund(item, isTaxIncluded) * (itemQuantities[item.id] ?? item.quantity)) / item.quantity;
    for (const item of named) {
      const others = named.filter((each) => each !== item);
      const left = others.reduce((rest, other) => rest - Math.ceil(share(other)), amount);
      sums[item.id] = (sums[item.id] ?? 0) + (others.length === 0 ? amount : Math.max(left, Math.floor(share(item))));
    }
  }
  return sums;
}

/** The refund of a line because it weighs less than charged, within a cent. */
function weighedOff(item: Pick<OrderItem, "lineTotal" | "discount" | "tax" | "weight">, isTaxIncluded: boolean): Cents {
  const { weight, lineTotal } = item;
  if (weight?.paid === undefined || lineTotal === 0) return 0;
  const less = lineTotal - weighedAmount({ ...weight, charged: weight.paid });
  return Math.round((itemRefund(item, isTaxIncluded) * less) / lineTotal);
}

/** Refunded quantity per item id, pending included; all after a full refund. */
export function refundedQuantities(
  paymentState: PaymentState,
  items: readonly Pick<OrderItem, "id" | "quantity">[],
  refunds: readonly Omit<ItemsOfRefund, "amount">[],
): ItemQuantities {
  return Object.fromEntries(
    items.map(({ id, quantity }) => {
      const named = refunds.filter((refund) => refund.itemIds.includes(id));
      const sum = named.reduce((total, { itemQuantities }) => total + (itemQuantities[id] ?? quantity), 0);
      return [id, paymentState === "refunded" ? quantity : Math.min(sum, quantity)];
    }),
  );
}

/** "refunded", "1 of 3 refunded"; "" if nothing was. */
export function refundedWords(quantity: number, refunded: number): string {
  if (refunded === 0) return "";
  return refunded < quantity ? texts.partRefunded(refunded, quantity) : texts.refunded;
}

/** The payment state after refunds of that sum. */
export function paymentStateAfterRefund(captured: Cents, refunded: Cents): PaymentState {
  if (refunded === 0) return "captured";
  return refunded < captured ? "partially_refunded" : "refunded";
}

/** Default refund of a cancellation: everything, but nothing if not picked up. */
export function defaultRefund(reason: ReasonCode): "full" | "none" {
  return reason === "no_show" ? "none" : "full";
}

function checkAmount(order: RefundableOrder, amount: Cents, items: ItemQuantities, format: MoneyFormat): Result<RefundPlan, RefundRefusal> {
  const left = refundableAmount(order);
  if (amount < 1) return fail({ code: "no-amount", message: "Nothing was paid for this. Choose something else, or enter an amount." });
  if (amount > left) return fail({ code: "too-much", message: `Only ${formatMoney(left, format)} is left to refund. Enter that or less.` });
  return ok(planOf(order, amount, items));
}

function planOf(order: RefundableOrder, amount: Cents, items: ItemQuantities): RefundPlan {
  return { amount, items, paymentState: paymentStateAfterRefund(order.captured, order.refunded + amount) };
}
