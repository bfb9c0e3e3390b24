import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { openState } from "#app/store/domain/hours/opening-hours.ts";
import { decisionDeadline, secondAlertAt, unheardAlertAt, type UndecidedOrder } from "#app/orders/domain/order-promise.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";

/** True if an undecided order must time out; never while ORDER_AUTO_REJECT_MINUTES is 0. */
export function isDecisionOverdue(order: OrderRow, settings: Settings, now: Date): boolean {
  const clock = clockOf(order, settings);
  const deadline = clock === null ? null : decisionDeadline(clock.order, settings.ORDER_AUTO_REJECT_MINUTES, clock.opensAt);
  return deadline !== null && now >= deadline;
}

/** True if the second alert is due and the customer sees the phone number. */
export function isSecondAlertDue(order: OrderRow, settings: Settings, now: Date): boolean {
  const clock = clockOf(order, settings);
  return clock !== null && now >= secondAlertAt(clock.order, clock.opensAt);
}

/** Times of the first alert without a listening device and of the second alert. */
export function alertTimes(order: OrderRow, settings: Settings): { readonly unheardAt: Date; readonly waitingAt: Date } {
  const clock = clockOf(order, settings) ?? { order: { ...order, placedAt: order.createdAt }, opensAt: null };
  return { unheardAt: unheardAlertAt(clock.order, clock.opensAt), waitingAt: secondAlertAt(clock.order, clock.opensAt) };
}

/** Start of the decision deadline; null if never placed. */
function clockOf(
  { placedAt, requestedFor, prepMinutes }: OrderRow,
  settings: Settings,
): { readonly order: UndecidedOrder; readonly opensAt: Date | null } | null {
  if (placedAt === null) return null;
  const atPlacing = openState(storeHours(settings), placedAt);
  return { order: { placedAt, requestedFor, prepMinutes }, opensAt: atPlacing.isOpen ? null : atPlacing.opensAt };
}
