import { listOpenAddOns, listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { OrderChanges } from "#app/orders/data/order/update-order.server.ts";
import { listItemsOfRefunds } from "#app/orders/data/refunds.server.ts";
import { refundedQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import { linkEnd, shortened } from "#app/orders/domain/payment-link.ts";
import { lastOrdersAt, type SlotInput } from "#app/store/domain/hours/slots.ts";
import { ok, type Result } from "#app/values/result.ts";
import { refuse, wantedLines, type ChangeRefusal, type Planned } from "./wanted-lines.server.ts";

/** An add-on of a changed order, with its own changes. */
export interface MovedAddOn {
  readonly order: OrderRow;
  readonly terms: OrderChanges;
}

/** The open add-ons with the new time and address of their order; refused if one of their products cannot be made for that time. */
export async function planAddOns(planned: Planned, terms: OrderChanges): Promise<Result<readonly MovedAddOn[], ChangeRefusal>> {
  const moved: MovedAddOn[] = [];
  if (Object.keys(terms).length === 0) return ok(moved);
  for (const order of await listOpenAddOns(planned.db, planned.order.id)) {
    const slots = await slotsThen(planned, order, terms);
    if (!slots.ok) return slots;
    moved.push({ order, terms: slots.value === null ? terms : { ...terms, ...linkThen(order, terms, slots.value) } });
  }
  return ok(moved);
}

/** The slots for an add-on at another time; null: its time stays, or it is being made. */
async function slotsThen(
  planned: Planned,
  order: OrderRow,
  { requestedFor }: OrderChanges,
): Promise<Result<SlotInput | null, ChangeRefusal>> {
  if (requestedFor === undefined || order.status === "preparing" || order.status === "ready") return ok(null);
  const { db } = planned;
  const rows = await listOrderItems(db, order.id);
  const refunded = refundedQuantities(order.paymentState, rows, await listItemsOfRefunds(db, [order.id]));
  const units = Object.fromEntries(rows.map(({ id, quantity }) => [id, quantity - (refunded[id] ?? 0)]));
  const wanted = await wantedLines({ ...planned, order, rows, units, command: { event: "edit", removeItemIds: [], requestedFor } }, null);
  return wanted.ok ? ok(wanted.value.cart.slots) : refuse(`${addOnName(order)} goes with it: ${wanted.error.message}`);
}

/** Shortens a payment link so that it ends in time for the new time of its order; never extends it. */
function linkThen({ status, payBy, prepMinutes }: OrderRow, terms: OrderChanges, slots: SlotInput): OrderChanges {
  if (status !== "awaiting_payment" || payBy === null) return {};
  const { requestedFor = null, promisedAt: promisedWith = null } = terms;
  const order = { requestedFor, promisedWith, prepMinutes: prepMinutes ?? 0, leadUntil: slots.lead?.until };
  const end = linkEnd(slots.now, { ...order, lastOrders: lastOrdersAt(slots) });
  return shortened(payBy, end);
}

/** The add-on's name for staff: it gets its number with the payment. */
export function addOnName({ number }: Pick<OrderRow, "number">): string {
  return number ?? "An order by payment link";
}
