import type { TaxLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import { keepsMoney } from "#app/orders/domain/handover-payment.ts";
import type { PaidBy } from "#app/orders/domain/taken-order.ts";
import type { TaxTable } from "#app/cart/domain/pricing/tax-table.ts";
import { allocate, type Cents } from "#app/values/money.ts";

/** The facts of an order that closing a day needs. Rules: docs/rules/end-of-day.md. */
export interface CountableOrder {
  readonly status: OrderStatus;
  readonly subTotal: Cents;
  readonly discount: Cents;
  readonly deliveryFee: Cents;
  readonly tip: Cents;
  readonly tax: Cents;
  /** Includes the untaxed line. */
  readonly taxLines: readonly TaxLine[];
  readonly isTaxIncluded: boolean;
  /** Null: an earlier version did not store it; each of its rates was one tax. */
  readonly taxTable: TaxTable | null;
  readonly finalTotal: Cents;
  readonly captured: Cents;
  /** How staff took the money when they entered the order. */
  readonly paidBy: PaidBy | null;
  readonly acceptedAt: Date | null;
  readonly completedAt: Date | null;
  readonly endedAt: Date | null;
  /** Only successful refunds. */
  readonly refunds: readonly { readonly amount: Cents; readonly at: Date }[];
}

/** Amounts of some orders and refunds. The last four are payments and refunds. */
const AMOUNTS = ["orders", "items", "discounts", "delivery", "taxAdded", "taxIncluded", "tips", "card", "atPickup", "refunds"] as const;

/** Tax of one rate: its taxed amount without tax, and the tax. */
export type CountedTax = TaxLine;

export interface Counted extends Readonly<Record<(typeof AMOUNTS)[number], number>> {
  /** Of the orders, before refunds. */
  readonly taxes: readonly CountedTax[];
  /** The tax within the refunds. */
  readonly refundTaxes: readonly CountedTax[];
}

export const NOTHING: Counted = {
  orders: 0,
  items: 0,
  discounts: 0,
  delivery: 0,
  taxAdded: 0,
  taxIncluded: 0,
  tips: 0,
  card: 0,
  atPickup: 0,
  refunds: 0,
  taxes: [],
  refundTaxes: [],
};

/** The time span of the books, end excluded. */
export interface CountedSpan {
  readonly from: Date;
  readonly until: Date;
}

/** When the order was paid: by card, or to staff on entry, on acceptance; otherwise on handover; null: not paid. */
export function countedAt(order: CountableOrder): Date | null {
  const { captured, paidBy, status, acceptedAt, completedAt, endedAt } = order;
  if (captured > 0) return acceptedAt ?? endedAt;
  if (paidBy !== null) return keepsMoney(order) ? acceptedAt : null;
  return status === "completed" ? completedAt : null;
}

/**
 * The amounts of an order in that span, with its refunds. A refund counts together with its order or after it. A payment above the total
 * (items were removed from a paid order) that was returned is neither a payment nor a refund.
 */
export function countOrder(order: CountableOrder, { from, until }: CountedSpan): Counted {
  const at = countedAt(order);
  if (at === null || at < from || at >= until) return NOTHING;
  const { captured, finalTotal, tax, taxLines, isTaxIncluded } = order;
  const returned = refundedUntil(order, until);
  const removed = Math.min(returned, Math.max(0, captured - finalTotal));
  const refunds = returned - removed;
  return {
    orders: 1,
    items: order.subTotal,
    discounts: order.discount,
    delivery: order.deliveryFee,
    taxAdded: isTaxIncluded ? 0 : tax,
    taxIncluded: isTaxIncluded ? tax : 0,
    tips: order.tip,
    card: captured - removed,
    atPickup: captured > 0 ? 0 : finalTotal,
    refunds,
    taxes: taxLines,
    refundTaxes: taxOfRefund(order, refunds),
  };
}

/** The amount refunded until then, at most the amount paid. */
export function refundedUntil({ refunds, captured }: CountableOrder, until: Date): Cents {
  const sum = refunds.filter(({ at }) => at < until).reduce((total, { amount }) => total + amount, 0);
  return Math.min(sum, captured);
}

/** Each tax has its share of the payment, so a complete refund returns exactly its tax. */
function taxOfRefund({ taxLines, finalTotal, taxTable }: CountableOrder, refunds: Cents): readonly CountedTax[] {
  if (refunds === 0) return [];
  if (taxTable?.rates.some(({ components }) => components.length > 1) === true) return refundOfComponents(taxLines, finalTotal, refunds);
  const taxed = taxLines.flatMap(({ amount, base }) => [amount, base]);
  const rest = Math.max(0, finalTotal - taxed.reduce((sum, each) => sum + each, 0));
  const weights = [...taxed, rest];
  if (weights.every((weight) => weight === 0)) return [];
  const shares = allocate(refunds, weights);
  return taxLines.map((line, index) => ({ ...line, amount: shares[index * 2] ?? 0, base: shares[index * 2 + 1] ?? 0 }));
}

/** Taxes of one rate have the same base, so their bases do not add up: each is divided separately. */
function refundOfComponents(taxLines: readonly TaxLine[], finalTotal: Cents, refunds: Cents): readonly CountedTax[] {
  const shares = allocate(refunds, [
    ...taxLines.map(({ amount }) => amount),
    Math.max(0, finalTotal - taxLines.reduce((sum, { amount }) => sum + amount, 0)),
  ]);
  return taxLines.map((line, index) => {
    const [base = 0] = allocate(refunds, [line.base, Math.max(0, finalTotal - line.base)]);
    return { ...line, amount: shares[index] ?? 0, base };
  });
}

export function addCounted(list: readonly Counted[]): Counted {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, list.reduce((sum, each) => sum + each[name], 0)])) as Record<
    (typeof AMOUNTS)[number],
    number
  >;
  return {
    ...amounts,
    taxes: addTaxes(list.flatMap(({ taxes }) => taxes)),
    refundTaxes: addTaxes(list.flatMap(({ refundTaxes }) => refundTaxes)),
  };
}

/**
 * The amounts that a day still has to count of an order that earlier days count as `before`. Days closed before the untaxed line existed
 * counted orders without it; those orders stay without it.
 */
export function countFurther(order: CountableOrder, before: Counted, span: CountedSpan): Counted {
  const isWithoutUntaxed = before.orders > 0 && before.taxes.every(({ rate }) => rate > 0);
  const taxLines = isWithoutUntaxed ? order.taxLines.filter(({ rate }) => rate > 0) : order.taxLines;
  return newlyCounted(countOrder({ ...order, taxLines }, span), before);
}

/** The difference between `now` and the amounts already counted. */
export function newlyCounted(now: Counted, before: Counted): Counted {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, 0 - before[name]])) as Record<(typeof AMOUNTS)[number], number>;
  return addCounted([now, { ...amounts, taxes: before.taxes.map(negative), refundTaxes: before.refundTaxes.map(negative) }]);
}

export function isNothing(counted: Counted): boolean {
  return AMOUNTS.every((name) => counted[name] === 0) && counted.taxes.length === 0 && counted.refundTaxes.length === 0;
}

function negative({ base, amount, ...line }: CountedTax): CountedTax {
  return { ...line, base: 0 - base, amount: 0 - amount };
}

/** One line for each name and rate, highest rate first; zero lines are left out. */
function addTaxes(lines: readonly CountedTax[]): readonly CountedTax[] {
  const byRate: ReadonlyMap<string, readonly CountedTax[]> = Map.groupBy(lines, ({ label, rate }) => `${rate} ${label}`);
  return [...byRate.values()]
    .flatMap((same) => {
      const [first] = same;
      const base = same.reduce((sum, line) => sum + line.base, 0);
      const amount = same.reduce((sum, line) => sum + line.amount, 0);
      return first === undefined || (base === 0 && amount === 0) ? [] : [{ label: first.label, rate: first.rate, base, amount }];
    })
    .toSorted((a, b) => b.rate - a.rate || (a.label < b.label ? -1 : 1));
}

/** Sales without tax and tip. */
export function netSales({ items, discounts, delivery, taxIncluded }: Counted): Cents {
  return items - discounts + delivery - taxIncluded;
}

/** Order totals, with tax and tips. */
export function orderTotals({ items, discounts, delivery, taxAdded, tips }: Counted): Cents {
  return items - discounts + delivery + taxAdded + tips;
}

/** Paid beyond the totals and not refunded yet, such as a second payment of one order. */
export function takenAbove(counted: Counted): Cents {
  return counted.card + counted.atPickup - orderTotals(counted);
}

/** Payments less refunds. */
export function moneyKept({ card, atPickup, refunds }: Counted): Cents {
  return card + atPickup - refunds;
}
