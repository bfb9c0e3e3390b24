import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { StockWanted } from "#app/catalogue/data/stock.server.ts";
import { isCounted, isInClosedDay } from "#app/orders/data/closing/day-closings.server.ts";
import type { LineWanted } from "#app/orders/data/order-holds.server.ts";
import type { OrderChanges } from "#app/orders/data/order/update-order.server.ts";
import type { FeeChange } from "#app/orders/domain/changes/address-fee.ts";
import { moneySentence } from "#app/orders/domain/changes/order-change.ts";
import type { RepricedOrder } from "#app/orders/domain/changes/order-edit.ts";
import type { ItemQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import type { EditDone } from "#app/orders/workflows/changes/order-command.server.ts";
import type { MovedAddOn } from "#app/orders/workflows/changes/plan-add-ons.server.ts";
import { mayBeCounted, type Planned } from "#app/orders/workflows/changes/wanted-lines.server.ts";
import { orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import type { Cents } from "#app/values/money.ts";

export interface ChangePlan {
  /** Lines and amounts to write; null: unchanged. */
  readonly repriced: RepricedOrder | null;
  /** How new lines are stored, by id. */
  readonly newLines: ReadonlyMap<string, PricedLine>;
  /** Units to take from stock, by line. */
  readonly grown: readonly LineWanted[];
  /** Stock that the lines have reserved so far. */
  readonly held: readonly StockWanted[];
  /** Units to refund, and their amount; null: no refund of units. */
  readonly refund: { readonly amount: Cents; readonly items: ItemQuantities } | null;
  /** Time and address to write. */
  readonly terms: OrderChanges;
  /** Linked orders that get the same time and address. Left out: unchanged. */
  readonly addOns?: readonly MovedAddOn[];
  readonly done: EditDone;
  readonly before: Cents;
  readonly after: Cents;
  readonly money: string;
  /** The fee of another address. Left out: unchanged. */
  readonly fee?: FeeChange | null;
  /** Further notes for staff. */
  readonly notes: readonly string[];
  /** "Salmon: 300 g instead of 500 g": weights to confirm before they are written. Left out: none. */
  readonly lowWeights?: readonly string[];
}

/** Includes an order that was handed over, counted and reverted. */
export async function isInBooks({ db, order, coverage }: Planned): Promise<boolean> {
  if (mayBeCounted(order) && (await isCounted(db, order.id))) return true;
  return coverage.from === "counter" && order.acceptedAt !== null && isInClosedDay(db, order.acceptedAt);
}

export function moneyOf({ order, settings, coverage }: Planned, before: Cents, after: Cents): string {
  const { fulfillment, paidBy } = order;
  const held = order.paymentIntent?.amount ?? before;
  return moneySentence(
    { before, after, from: coverage.from, held, fulfillment, isByTerminal: paidBy === "terminal" },
    orderFormat(order, settings),
  );
}
