import { actualWeightProblem, cappedWords, lightWords } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { refundedCents } from "#app/orders/data/refunds.server.ts";
import { lineChanges, totalLeft } from "#app/orders/domain/changes/order-change.ts";
import type { RepricedOrder, RepriceRefusal } from "#app/orders/domain/changes/order-edit.ts";
import type { ItemQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import { bookedItem } from "#app/orders/domain/changes/weighed-item.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";
import { finalTotalOf, orderAmounts, orderFormat, orderItem, orderState } from "#app/orders/workflows/stored-order.server.ts";
import type { Cents } from "#app/values/money.ts";
import { ok, type Result } from "#app/values/result.ts";
import type { EditCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { repriceOrder, type OrderLinesChange } from "#app/orders/workflows/changes/reprice-order.server.ts";
import { refuse, type ChangeRefusal, type Planned } from "#app/orders/workflows/changes/wanted-lines.server.ts";
import { isInBooks, moneyOf, type ChangePlan } from "./plan-parts.server.ts";

/** The refund of a weighed line after acceptance is a separate amount, like that of units: earlier refunds do not count against it. */
interface Weighing {
  readonly planned: Planned;
  readonly weights: NonNullable<EditCommand["weights"]>;
  readonly refunded: ItemQuantities;
  readonly isAccepted: boolean;
}

/** By item id. */
type Weights = Readonly<Record<string, number>>;

/** Weighed lines and amounts, and the order's total before and after. */
type Weighed = Pick<ChangePlan, "before" | "after"> & { readonly repriced: RepricedOrder };

/** Writes the actual weights, and prices the order by them; at most what the payment covers is charged. Lines, time and address stay. */
export async function planWeights({ planned, weights, refunded, isAccepted }: Weighing): Promise<Result<ChangePlan, ChangeRefusal>> {
  const { order, rows, settings } = planned;
  // The form sends all weights; those already stored, also of lines refunded since, are ignored.
  const changed = weights.filter(({ id, weight }) => rows.find((row) => row.id === id)?.weight?.actual !== weight);
  const problem = changed.map((each) => problemOf(planned, each, refunded)).find((message) => message !== null);
  if (problem !== undefined) return refuse(problem);
  if (changed.length === 0) return refuse("Nothing would change.");
  const isBooked = rows.some(({ weight }) => weight?.paid !== undefined) || (await isInBooks(planned));
  if (isBooked && !isAccepted) return refuse(order.paidBy === null ? BOOKED : BOOKED_AND_PAID);
  const byId = Object.fromEntries(changed.map(({ id, weight }) => [id, weight]));
  const weighed = await (isBooked ? weighBooked : weighInPlace)(planned, byId);
  if (!weighed.ok) return refuse(weighed.error.message);
  const { repriced, before, after } = weighed.value;
  const changes = lineChanges(rows.map(orderItem), repriced.items);
  if (changes.length === 0) return refuse("Nothing would change.");
  const { locale } = orderFormat(order, settings);
  // After other refunds, the refundable rest may be smaller than the reduction of the total.
  const left = planned.coverage.from === "card" ? order.capturedCents - (await refundedCents(planned.db, order)) : Infinity;
  return ok({
    repriced,
    newLines: new Map(),
    grown: [],
    held: [],
    refund: null,
    terms: {},
    done: { removed: [], changes, kitchen: [], isByUnits: isAccepted, isWeighed: true },
    before,
    after,
    money: moneyOf(planned, before, Math.max(after, before - left)),
    notes: repriced.items.flatMap(({ id, name, weight }) => (weight && id in byId ? cappedWords(name, weight, locale) : [])),
    lowWeights: changed.flatMap((each) => lowWeight(planned, each)),
  });
}

/** An order without a card payment has no refund that the current day could count. */
const BOOKED = "A closed day counts this order, so its amounts stay. Reopen the day to weigh it, or add a note.";

const BOOKED_AND_PAID =
  "A closed day counts this order, so its amounts stay. Reopen the day to weigh it, or give the difference back by hand and add a note.";

async function weighInPlace(planned: Planned, weights: Weights): Promise<Result<Weighed, RepriceRefusal>> {
  const { from, most } = planned.coverage;
  const before = finalTotalOf(planned.order);
  const repriced = await repriceBy(planned, weights, {
    most: from === "counter" ? Math.max(before, await totalAsOrdered(planned)) : most,
    isByCard: from === "hold",
  });
  if (!repriced.ok) return repriced;
  return ok({ repriced: repriced.value, before, after: repriced.value.amounts.finalTotal });
}

/** The total, before weighing, of an order paid by hand: a mistyped weight may be corrected up to it. */
async function totalAsOrdered(planned: Planned): Promise<Cents> {
  const ordered = Object.fromEntries(planned.rows.flatMap(({ id, weight }) => (weight === null ? [] : [[id, weight.ordered]])));
  const repriced = await repriceBy(planned, ordered, { most: null, isByCard: false });
  return repriced.ok ? repriced.value.amounts.finalTotal : 0;
}

/** A closed day counts the order, so its amounts stay: the lines store their weights, and a lower weight is refunded today. */
async function weighBooked(planned: Planned, weights: Weights): Promise<Result<Weighed, RepriceRefusal>> {
  const { db, order, rows, settings } = planned;
  const format = orderFormat(order, settings);
  const items = rows.map(orderItem);
  const weighed = items.map((item) => bookedItem(item, weights[item.id], format));
  const [paidBefore, paidAfter] = [await totalAsPaid(planned, items), await totalAsPaid(planned, weighed)];
  if (!paidBefore.ok) return paidBefore;
  if (!paidAfter.ok) return paidAfter;
  const refunded = await refundedCents(db, order);
  const before = totalLeft({ ...orderState(order), refunded });
  const released = Math.max(0, Math.min(paidBefore.value - paidAfter.value, order.capturedCents - refunded));
  const repriced = { items: weighed, removed: [], amounts: orderAmounts(order), applied: order.appliedPromotions, released };
  return ok({ repriced, before, after: before - released });
}

/** The order's total by the paid weights, with its promotions as bought. */
async function totalAsPaid(planned: Planned, items: readonly OrderItem[]): Promise<Result<Cents, RepriceRefusal>> {
  const paid = Object.fromEntries(items.flatMap(({ id, weight }) => (weight?.paid === undefined ? [] : [[id, weight.paid]])));
  if (Object.keys(paid).length === 0) return ok(finalTotalOf(planned.order));
  const repriced = await repriceBy(planned, paid, { isByCard: false, keepsPromotions: true });
  return repriced.ok ? ok(repriced.value.amounts.finalTotal) : repriced;
}

function repriceBy(
  { db, order, rows, settings, now }: Planned,
  weights: Weights,
  rules: Pick<OrderLinesChange, "most" | "isByCard" | "keepsPromotions">,
) {
  return repriceOrder(db, { order, rows, settings, now }, { removeItemIds: [], weights, ...rules });
}

function problemOf(
  { rows, order, settings }: Planned,
  { id, weight }: { readonly id: string; readonly weight: number },
  refunded: ItemQuantities,
): string | null {
  const row = rows.find((each) => each.id === id);
  if (row === undefined) return "One of these items is not part of the order any more. Reload the order and weigh again.";
  if (row.weight === null) return `${row.name} is not sold by weight.`;
  if ((refunded[id] ?? 0) >= row.quantity) return `${row.name} was refunded, so its weight stays.`;
  return actualWeightProblem(row.weight, weight, orderFormat(order, settings).locale);
}

/** The weight as text if it may be a typing error. */
function lowWeight(
  { rows, order, settings }: Planned,
  { id, weight }: { readonly id: string; readonly weight: number },
): readonly string[] {
  const row = rows.find((each) => each.id === id);
  const words = row?.weight == null ? null : lightWords(row.weight, weight, orderFormat(order, settings).locale);
  return row === undefined || words === null ? [] : [`${row.name}: ${words}`];
}
