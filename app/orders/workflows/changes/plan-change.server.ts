import * as texts from "#texts/orders/changes.ts";
import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { withVariants } from "#app/orders/data/order-holds.server.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";
import { findOrder, listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import type { OrderChanges } from "#app/orders/data/order/update-order.server.ts";
import { listItemsOfRefunds, refundedCents } from "#app/orders/data/refunds.server.ts";
import { takesAddOns } from "#app/orders/domain/changes/add-on.ts";
import { feeChangeWords } from "#app/orders/domain/changes/address-fee.ts";
import {
  addressChange,
  coverageOf,
  kitchenTitle,
  lineChanges,
  MIND_THE_BOOKS,
  PAID_ALREADY,
  totalLeft,
  withoutAddress,
  type Coverage,
  type PaidFrom,
} from "#app/orders/domain/changes/order-change.ts";
import { moneyBackRefusal } from "#app/orders/domain/changes/order-permissions.ts";
import { planRefund, refundedOfItems, refundedQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import type { OrderActorFacts, OrderItem } from "#app/orders/domain/order.ts";
import { finalTotalOf, orderAmounts, orderFormat, orderItem, orderState } from "#app/orders/workflows/stored-order.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { checkTime, hasRoom } from "#app/store/domain/hours/slots.ts";
import { formatDayAndTime, formatTime } from "#app/values/clock/shop-clock.ts";
import type { Cents } from "#app/values/money.ts";
import { ok, type Result } from "#app/values/result.ts";
import { localDateOf } from "#app/values/time.ts";
import type { EditDone } from "./order-command.server.ts";
import { isInBooks, moneyOf, type ChangePlan } from "#app/orders/workflows/weighing/plan-parts.server.ts";
import { feeOf, planWithFee, type PlannedLines } from "./plan-fee.server.ts";
import { addOnName, planAddOns, type MovedAddOn } from "./plan-add-ons.server.ts";
import { planWeights } from "#app/orders/workflows/weighing/plan-weights.server.ts";
import { repriceOrder } from "./reprice-order.server.ts";
import {
  addressIn,
  isOther,
  refuse,
  splitLines,
  wantedLines,
  type ChangeRefusal,
  type Planned,
  type WantedLines,
} from "./wanted-lines.server.ts";

/** A reduction is refunded immediately, by the provider or by hand. */
const PAYS_BACK: ReadonlySet<PaidFrom> = new Set(["counter", "card", "refund"]);

const ONE_BY_ONE = "The refund to the card comes first. Save the items, then change time or address.";

/**
 * Plans a change of an order without writing: new lines and amounts, payment, time and address. Rules:
 * docs/rules/order-states-and-money.md. To write the plan, the caller must have the locks of the order, of the slots and of its promotions.
 */
export async function planChange(
  db: Db,
  { order, command, settings, now, actor }: Pick<Planned, "order" | "command" | "settings" | "now"> & { readonly actor: OrderActorFacts },
): Promise<Result<ChangePlan, ChangeRefusal>> {
  const rows = await listOrderItems(db, order.id);
  const covered = coverageOf(orderState(order), order.paymentIntent?.amount ?? 0);
  const isAccepted = covered.from === "refund";
  // Weights are written, also after acceptance, so that the receipt shows them; the difference is refunded.
  const coverage: Coverage = isAccepted && command.weights !== undefined ? { ...covered, from: "card" } : covered;
  const refunded = refundedQuantities(order.paymentState, rows, await listItemsOfRefunds(db, [order.id]));
  const units = Object.fromEntries(rows.map(({ id, quantity }) => [id, quantity - (coverage.from === "refund" ? (refunded[id] ?? 0) : 0)]));
  const planned: Planned = { db, order, rows, command, settings, now, coverage, units };
  if (command.weights !== undefined) {
    const weighed = await planWeights({ planned, weights: command.weights, refunded, isAccepted });
    const refusal = weighed.ok ? moneyBackRefusal(actor, paidBack(coverage.from, weighed.value)) : null;
    return refusal === null ? weighed : refuse(refusal.message, "forbidden");
  }
  const first = await heldByFirst(planned);
  if (first !== null) return refuse(first);
  const address = addressIn(planned);
  if (!address.ok) return address;
  const wanted = await wantedLines(planned, address.value);
  if (!wanted.ok) return wanted;
  const terms = planTerms(planned, wanted.value.cart, address.value);
  if (!terms.ok) return terms;
  const addOns = await planAddOns(planned, terms.value);
  if (!addOns.ok) return addOns;
  const lines = await planLines(planned, wanted.value, address.value);
  if (!lines.ok) return lines;
  // The refund is requested from the provider first, and may fail after the other changes were written.
  if (lines.value.refund !== null && Object.keys(terms.value).length > 0) return refuse(ONE_BY_ONE);
  const done = doneOf(planned, lines.value, terms.value);
  if (done.changes.length === 0) return refuse("Nothing would change.");
  const forbidden = moneyBackRefusal(actor, paidBack(coverage.from, lines.value));
  if (forbidden !== null) return refuse(forbidden.message, "forbidden");
  const notes = [...lines.value.notes, ...slotNotes(planned, wanted.value.cart), ...addOns.value.map(addOnNote)];
  return ok({ ...lines.value, notes, terms: terms.value, addOns: addOns.value, done });
}

function paidBack(from: PaidFrom, { before, after }: Pick<ChangePlan, "before" | "after">): Cents {
  return PAYS_BACK.has(from) ? before - after : 0;
}

/** Why an add-on cannot have another time or address; null: it can. */
async function heldByFirst({ db, order, command }: Planned): Promise<string | null> {
  if (order.goesWith === null || (!isOther(order, command) && command.address === undefined)) return null;
  const first = await findOrder(db, order.goesWith);
  return first !== undefined && takesAddOns(first.status) ? `Change order ${first.number ?? ""}, with which it goes.` : null;
}

/** Staff may add more items than the slot's limit. */
function slotNotes({ order, command, units }: Planned, { slots }: LoadedCart): readonly string[] {
  const at = order.requestedFor ?? order.promisedAt;
  if (at === null || order.goesWith !== null || isOther(order, command)) return [];
  const items = Object.values(units).reduce((sum, quantity) => sum + quantity, 0);
  const isFilled = items < slots.items && hasRoom({ ...slots, items }, at) && !hasRoom(slots, at);
  return isFilled ? [`With what is added, its time has more than ${slots.settings.slotMaxItems} items.`] : [];
}

function addOnNote({ order }: MovedAddOn): string {
  return `${addOnName(order)} goes with it, and gets the same time and address.`;
}

function planTerms(
  { order, command }: Planned,
  { offeredSlots }: LoadedCart,
  address: DeliveryAddress | null,
): Result<OrderChanges, ChangeRefusal> {
  const moved = address === null ? {} : { address };
  if (!isOther(order, command)) return ok(moved);
  const requestedFor = command.requestedFor ?? null;
  const promise = checkTime(offeredSlots, requestedFor);
  if (!promise.ok) return refuse(promise.error.message);
  return ok({ ...moved, requestedFor, promisedAt: promise.value });
}

async function planLines(
  planned: Planned,
  wanted: WantedLines,
  address: DeliveryAddress | null,
): Promise<Result<PlannedLines, ChangeRefusal>> {
  const { order, coverage } = planned;
  const split = splitLines(planned, wanted);
  const fee = feeOf(planned, split, address);
  const planAt = (deliveryFee: Cents) =>
    coverage.from === "refund" ? planUnitRefund(planned, wanted, deliveryFee) : planAmounts(planned, split, deliveryFee);
  return fee === null || fee.asked === fee.before ? planAt(order.deliveryFeeCents) : planWithFee(planned, fee, planAt);
}

/** Lines and amounts are rewritten. */
async function planAmounts(
  planned: Planned,
  { removeItemIds, quantities, added, newLines }: ReturnType<typeof splitLines>,
  deliveryFee: Cents,
): Promise<Result<PlannedLines, ChangeRefusal>> {
  const { db, order, rows, settings, now, coverage } = planned;
  const before = finalTotalOf(order);
  const isSame = removeItemIds.length === 0 && Object.keys(quantities).length === 0 && added.length === 0;
  const money = (after: Cents) => moneyOf(planned, before, after);
  const held = rows.map(({ productId, variantsTaken }) => ({ productId, quantity: 0, variants: variantsTaken }));
  const nothing = { newLines, grown: [], held, refund: null, before, notes: [] };
  if (isSame && deliveryFee === order.deliveryFeeCents) return ok({ ...nothing, repriced: null, after: before, money: money(before) });
  if (await isInBooks(planned)) return refuse(MIND_THE_BOOKS);
  const isByCard = coverage.from === "hold";
  const change = { removeItemIds, quantities, added, deliveryFee, most: coverage.most, isByCard };
  const repriced = await repriceOrder(db, { order, rows, settings, now }, change);
  if (!repriced.ok) return refuse(repriced.error.message, repriced.error.code === "not-paid-for" ? "not-paid-for" : "refused");
  const grown = repriced.value.items.flatMap(({ id, productId, quantity, options, weight }) => {
    const row = rows.find((each) => each.id === id);
    const more = row === undefined ? (weight?.steps ?? quantity) : quantity - row.quantity;
    return more > 0 ? [{ itemId: id, productId, quantity: more, options }] : [];
  });
  const after = repriced.value.amounts.finalTotal;
  return ok({ ...nothing, repriced: repriced.value, grown: await withVariants(db, grown), after, money: money(after) });
}

/** Amounts stay; removed units are refunded. */
async function planUnitRefund(
  planned: Planned,
  { units, newIds }: WantedLines,
  deliveryFee: Cents,
): Promise<Result<PlannedLines, ChangeRefusal>> {
  const { db, order, rows, settings, units: left } = planned;
  const isMore = newIds.length > 0 || rows.some(({ id }) => (units[id] ?? 0) > (left[id] ?? 0));
  if (isMore || deliveryFee !== order.deliveryFeeCents) return refuse(PAID_ALREADY, "not-paid-for");
  const refunded = await refundedCents(db, order);
  const before = totalLeft({ ...orderState(order), refunded });
  const items = rows.map(orderItem);
  const fewer = items.flatMap(({ id }) => {
    const less = (left[id] ?? 0) - (units[id] ?? 0);
    return less > 0 ? [{ id, quantity: less }] : [];
  });
  const nothing = { repriced: null, newLines: new Map<string, PricedLine>(), grown: [], held: [], before, notes: [] };
  if (fewer.length === 0) return ok({ ...nothing, refund: null, after: before, money: moneyOf(planned, before, before) });
  if (items.every((item) => item.isFreeItem || (units[item.id] ?? 0) === 0))
    return refuse("At least one item must stay. Cancel the order if nothing is left of it.");
  const earlier = await listItemsOfRefunds(db, [order.id]);
  const plan = planRefund(
    {
      items,
      amounts: orderAmounts(order),
      captured: order.capturedCents,
      refunded,
      refundedQuantities: refundedQuantities(order.paymentState, items, earlier),
      refundedOfItems: refundedOfItems(items, order.isTaxIncluded, earlier),
    },
    { kind: "items", items: fewer },
    orderFormat(order, settings),
  );
  if (!plan.ok) return refuse(plan.error.message);
  const after = before - plan.value.amount;
  return ok({ ...nothing, refund: { amount: plan.value.amount, items: plan.value.items }, after, money: moneyOf(planned, before, after) });
}

/** The changes as text. */
function doneOf({ order, rows, units, settings, now }: Planned, { repriced, refund, fee }: PlannedLines, terms: OrderChanges): EditDone {
  const before = rows.map(orderItem).map((item) => ({ ...item, quantity: units[item.id] ?? item.quantity }));
  const unitsAfter = (item: OrderItem) => ({ ...item, quantity: item.quantity - (refund?.items[item.id] ?? 0) });
  const after = repriced?.items ?? before.map(unitsAfter).filter((item) => item.quantity > 0);
  const removed = before.filter((item) => !after.some(({ id }) => id === item.id));
  const clock = shopClock(settings);
  const time = (at: Date | null | undefined) => {
    if (at === null || at === undefined) return texts.asSoonAsPossible;
    return localDateOf(at, clock.timeZone) === localDateOf(now, clock.timeZone)
      ? formatTime(at, clock)
      : formatDayAndTime(at, clock, { weekday: "short" });
  };
  const other = [
    ...("requestedFor" in terms ? [texts.time(time(order.requestedFor), time(terms.requestedFor))] : []),
    ...(terms.address === undefined || terms.address === null ? [] : [addressChange(terms.address)]),
  ];
  const feeWords = fee ? feeChangeWords(fee, orderFormat(order, settings)) : null;
  return {
    removed: removed.map((item) => (item.quantity === 1 ? lineTitle(item) : `${item.quantity} × ${lineTitle(item)}`)),
    changes: [...lineChanges(before, after), ...other, ...(feeWords === null ? [] : [feeWords])],
    kitchen: withoutAddress([...lineChanges(before, after, kitchenTitle), ...other]),
    moved: other,
    isByUnits: refund !== null,
  };
}
