import { listLinkedOrders, type OrderItemRow, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { listCustomersOfOrders, type CustomerOfOrder } from "#app/orders/data/customers/customers-of-orders.server.ts";
import { allAllergies } from "#app/orders/domain/customer-words.ts";
import { listItemsOfRefunds } from "#app/orders/data/refunds.server.ts";
import { listItemsOfOrders } from "#app/orders/data/orders.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { openState } from "#app/store/domain/hours/opening-hours.ts";
import type { LinkedOrder } from "#app/orders/domain/changes/add-on.ts";
import { refundedQuantities, type ItemsOfRefund } from "#app/orders/domain/changes/order-refunds.ts";
import { suggestMinutes } from "#app/orders/domain/counter/order-pace.ts";
import { decisionDeadline } from "#app/orders/domain/order-promise.ts";
import { staffActions, staffAsker, type OrderAction } from "#app/orders/domain/changes/order-permissions.ts";
import { orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { isToWeigh } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import { isTestPayment } from "#app/orders/domain/test-payment.ts";
import { addMinutes } from "#app/values/time.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { StaffOrderLine, StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { finalTotalOf, orderState, permissionRules } from "#app/orders/workflows/stored-order.server.ts";

export interface ViewFacts {
  readonly settings: Settings;
  readonly now: Date;
  readonly user: StaffUser;
  /** Accepted or preparing orders, for the suggested minutes. */
  readonly inKitchen: number;
}

/** Stored orders as the staff's screens show them, lines included. */
export async function staffOrders(db: Db, orders: readonly OrderRow[], facts: ViewFacts): Promise<readonly StaffOrder[]> {
  const ids = orders.map((order) => order.id);
  const refundedIds = orders.filter((order) => order.refundedCents > 0).map((order) => order.id);
  const [items, customers, linked, refunded] = await Promise.all([
    listItemsOfOrders(db, ids),
    listCustomersOfOrders(db, ids),
    listLinkedOrders(db, orders),
    refundedIds.length === 0 ? [] : listItemsOfRefunds(db, refundedIds),
  ]);
  return orders.map((order) =>
    staffOrder(
      order,
      items.get(order.id) ?? [],
      refunded,
      { customer: customers.get(order.id) ?? null, linked: linked.get(order.id) ?? [] },
      facts,
    ),
  );
}

/** `refunds` may include those of other orders. */
export function staffOrder(
  order: OrderRow,
  items: readonly OrderItemRow[],
  refunds: readonly ItemsOfRefund[],
  { customer, linked }: { readonly customer: CustomerOfOrder | null; readonly linked: readonly LinkedOrder[] },
  facts: ViewFacts,
): StaffOrder {
  const refunded = refundedQuantities(order.paymentState, items, refunds);
  const { settings } = facts;
  const prepMinutes = order.prepMinutes ?? orderingSettings(settings).prepMinutes[order.fulfillment];
  const placedAt = order.placedAt ?? order.createdAt;
  return {
    id: order.id,
    currency: order.currency,
    number: order.number ?? "",
    version: order.version,
    status: order.status,
    paymentState: order.paymentState,
    paymentProblem: order.paymentProblem,
    isSettling: order.pendingAction !== null,
    isDisputed: order.isDisputed,
    isTest: isTestPayment(order),
    source: order.source,
    paidBy: order.paidBy,
    isTestOrder: order.isTest,
    fulfillment: order.fulfillment,
    requestedFor: order.requestedFor,
    promisedAt: order.promisedAt,
    placedAt,
    acceptedAt: order.acceptedAt,
    printedAt: order.printedAt,
    readyAt: order.readyAt,
    completedAt: order.completedAt,
    endedAt: order.endedAt,
    arrivedAt: order.arrivedAt,
    customer: { name: order.customerName, phone: order.customerPhone, email: order.customerEmail },
    address: order.address,
    instructions: order.instructions,
    allergyNote: allAllergies(order.allergyNote, customer?.allergies ?? ""),
    knownCustomer:
      customer === null ? null : { id: customer.id, notes: customer.notes, position: customer.position, samePhone: customer.samePhone },
    lines: items.map((row) => lineView(row, refunded[row.id] ?? 0, WEIGHED_WHILE.includes(order.status))),
    finalTotal: finalTotalOf(order),
    captured: order.capturedCents,
    refunded: order.refundedCents,
    events: eventsFor(order, facts),
    decideBy: decideBy(order, placedAt, prepMinutes, settings),
    cookFrom: order.requestedFor === null ? null : addMinutes(order.requestedFor, -prepMinutes),
    suggestedMinutes: suggestedMinutes(order, facts),
    linked,
    isAddOn: order.goesWith !== null,
    changes: order.kitchenChanges,
    reason: order.reasonCode === null ? null : { code: order.reasonCode, text: order.reasonText },
  };
}

/** Until the order is handed over. */
export const WEIGHED_WHILE: readonly OrderStatus[] = ["received", "accepted", "preparing", "ready"];

function lineView(row: OrderItemRow, refundedQuantity: number, isOpen: boolean): StaffOrderLine {
  return {
    id: row.id,
    refundedQuantity,
    isRefunded: refundedQuantity === row.quantity,
    productId: row.productId,
    quantity: row.quantity,
    name: row.name,
    kitchenName: row.kitchenName,
    options: row.options.map(({ optionId, group, name, kitchenName, quantity }) => ({ optionId, group, name, kitchenName, quantity })),
    note: row.note,
    isFreeItem: row.isFreeItem,
    isToWeigh: isOpen && isToWeigh(row) && refundedQuantity < row.quantity,
  };
}

function eventsFor(order: OrderRow, { now, user, settings }: ViewFacts): readonly OrderAction[] {
  return staffActions(orderState(order), staffAsker(user), now, permissionRules(settings));
}

function decideBy(order: OrderRow, placedAt: Date, prepMinutes: number, settings: Settings): Date | null {
  // No timer runs while a payment problem waits for a staff member.
  if (order.status !== "received" || order.paymentProblem !== null || settings.ORDER_AUTO_REJECT_MINUTES === 0) return null;
  const atPlacing = openState(storeHours(settings), placedAt);
  const opensAt = atPlacing.isOpen ? null : atPlacing.opensAt;
  return decisionDeadline({ placedAt, requestedFor: order.requestedFor, prepMinutes }, settings.ORDER_AUTO_REJECT_MINUTES, opensAt);
}

function suggestedMinutes(order: OrderRow, { settings, now, inKitchen }: ViewFacts): number {
  const { prepMinutes, busyExtraMinutes, busyUntil } = orderingSettings(settings);
  const isBusy = busyUntil === null || busyUntil > now;
  return suggestMinutes({ prepMinutes: prepMinutes[order.fulfillment], busyMinutes: isBusy ? busyExtraMinutes : 0, inKitchen });
}
