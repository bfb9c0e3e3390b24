import { formatUsd } from "#app/values/money.ts";
import type { Cents } from "#app/values/money.ts";
import type { OrderAmounts, OrderItem, PaymentState, ReasonCode } from "#app/orders/domain/order.ts";
import { fail, ok } from "#app/values/result.ts";
import type { Result } from "#app/values/result.ts";

/** What refunds are computed from: the shares frozen at purchase, never fresh prices. */
export interface RefundableOrder {
  readonly items: readonly Pick<OrderItem, "id" | "name" | "lineTotal" | "discount" | "tax">[];
  readonly amounts: Pick<OrderAmounts, "deliveryFee" | "deliveryDiscount" | "tax" | "taxIncluded">;
  readonly captured: Cents;
  /** Refunds under way included: what is being paid back cannot be paid back again. */
  readonly refunded: Cents;
  /** Items that were refunded as items before. */
  readonly refundedItemIds: readonly string[];
}

export type RefundRequest =
  | { readonly kind: "all" }
  | { readonly kind: "amount"; readonly amount: Cents }
  | { readonly kind: "items"; readonly itemIds: readonly string[] };

export interface RefundPlan {
  /** 1 cent or more, never above what is left. */
  readonly amount: Cents;
  readonly itemIds: readonly string[];
  /** The money side once the refund has succeeded. */
  readonly paymentState: PaymentState;
}

export interface RefundRefusal {
  readonly code: "nothing-left" | "too-much" | "unknown-item" | "already-refunded" | "no-amount";
  /** A sentence for staff that says what would be right. */
  readonly message: string;
}

/** What can still be paid back: captured − refunded. */
export function refundableAmount(order: Pick<RefundableOrder, "captured" | "refunded">): Cents {
  return Math.max(0, order.captured - order.refunded);
}

/**
 * What one item gave to the charge: its line less its discount share, plus its tax share where tax is added on top. Items, delivery
 * and tip add up to the final total exactly, because all shares do.
 */
export function itemRefund(item: Pick<OrderItem, "lineTotal" | "discount" | "tax">, isTaxIncluded: boolean): Cents {
  return item.lineTotal - item.discount + (isTaxIncluded ? 0 : item.tax);
}

/**
 * Checks a refund against what was captured and paid back so far. Refunding items leaves delivery and tip with the shop; the
 * tip goes back only with the whole rest. Whatever the order of partial refunds, "all" ends at exactly zero.
 */
export function planRefund(order: RefundableOrder, request: RefundRequest): Result<RefundPlan, RefundRefusal> {
  const left = refundableAmount(order);
  if (left === 0) return fail({ code: "nothing-left", message: "There is nothing left to refund on this order." });
  if (request.kind === "all") return ok(planOf(order, left, []));
  if (request.kind === "amount") return checkAmount(order, request.amount, []);
  const items = [...new Set(request.itemIds)].map((id) => ({ id, item: order.items.find((each) => each.id === id) }));
  let amount = 0;
  for (const { id, item } of items) {
    if (item === undefined)
      return fail({ code: "unknown-item", message: "One of these items is not part of the order. Reload the order and choose again." });
    if (order.refundedItemIds.includes(id))
      return fail({ code: "already-refunded", message: `${item.name} was refunded before. Choose other items.` });
    amount += itemRefund(item, order.amounts.taxIncluded);
  }
  return checkAmount(
    order,
    amount,
    items.map(({ id }) => id),
  );
}

/** The money side after refunds of that sum. */
export function paymentStateAfterRefund(captured: Cents, refunded: Cents): PaymentState {
  if (refunded === 0) return "captured";
  return refunded < captured ? "partially_refunded" : "refunded";
}

/** What a cancellation pays back unless staff choose otherwise: everything, but nothing for an order nobody picked up. */
export function defaultRefund(reason: ReasonCode): "full" | "none" {
  return reason === "no_show" ? "none" : "full";
}

function checkAmount(order: RefundableOrder, amount: Cents, itemIds: readonly string[]): Result<RefundPlan, RefundRefusal> {
  const left = refundableAmount(order);
  if (amount < 1) return fail({ code: "no-amount", message: "Nothing was paid for this. Choose something else, or enter an amount." });
  if (amount > left) return fail({ code: "too-much", message: `Only ${formatUsd(left)} is left to refund. Enter that or less.` });
  return ok(planOf(order, amount, itemIds));
}

function planOf(order: RefundableOrder, amount: Cents, itemIds: readonly string[]): RefundPlan {
  return { amount, itemIds, paymentState: paymentStateAfterRefund(order.captured, order.refunded + amount) };
}
