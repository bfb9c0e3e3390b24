import type { OrderActor, OrderEventName, OrderState } from "#app/orders/domain/order.ts";
import { nextEvents } from "./order-transitions.ts";
import type { TransitionRefusal } from "./transition-refusal.ts";

/** What can be asked of a placed order: the events of the transition table, and two that need a right of their own. */
export type OrderAction = OrderEventName | "accept_at_pickup" | "cancel_in_part";

/** Who asks. `isAdmin`: a super-admin; order staff, guests and the shop itself are not. */
export interface OrderAsker {
  readonly kind: OrderActor;
  readonly isAdmin: boolean;
}

export interface PermissionRules {
  /** ORDER_ADMIN_CAN_REFUND. */
  readonly orderStaffMayRefund: boolean;
  /** ALLOW_PAY_AT_PICKUP. */
  readonly allowPayAtPickup: boolean;
}

interface Permission {
  readonly allows: (order: OrderState, isMoneyBackAllowed: boolean, rules: PermissionRules) => boolean;
  readonly message: string;
}

const ASK = "Ask an administrator.";

/**
 * What staff need, beyond an order that can move that way (order-transitions.ts), to do it: every button, call and check asks this table.
 * Money back is one permission, whatever door it leaves by. Actions that are not here are open to all staff.
 */
const PERMISSIONS: Readonly<Partial<Record<OrderAction, Permission>>> = {
  accept_at_pickup: {
    allows: (order, _, rules) => order.fulfillment === "pickup" && (rules.allowPayAtPickup || order.isUncollectable),
    message: "Only a pickup whose card cannot be charged can be accepted with payment at pickup.",
  },
  refund: { allows: (_, isMoneyBackAllowed) => isMoneyBackAllowed, message: `Your role does not allow refunds. ${ASK}` },
  edit: {
    allows: (order, isMoneyBackAllowed) => !isCharged(order) || isMoneyBackAllowed,
    message: `The card has been charged, so taking items out pays money back, which your role does not allow. ${ASK}`,
  },
  cancel: {
    allows: (order, isMoneyBackAllowed) => !isCharged(order) || isMoneyBackAllowed || !order.wasCompleted,
    message: `This order was handed over. Paying it back needs a role that may refund. ${ASK}`,
  },
  cancel_in_part: {
    allows: (order, isMoneyBackAllowed) => !isCharged(order) || isMoneyBackAllowed,
    message: `Your role may cancel only with everything paid back. ${ASK}`,
  },
};

function isCharged(order: OrderState): boolean {
  return order.paymentState === "captured" || order.paymentState === "partially_refunded" || order.paymentState === "refunded";
}

/** Why this asker may not do this; null when they may. The state machine is asked apart. */
export function permissionRefusal(
  action: OrderAction,
  order: OrderState,
  asker: OrderAsker,
  rules: PermissionRules,
): TransitionRefusal | null {
  const permission = PERMISSIONS[action];
  if (asker.kind !== "staff" || permission === undefined) return null;
  const isMoneyBackAllowed = asker.isAdmin || rules.orderStaffMayRefund;
  return permission.allows(order, isMoneyBackAllowed, rules) ? null : { code: "forbidden", message: permission.message };
}

/** What this member of staff may do with the order now: the buttons. */
export function staffActions(order: OrderState, asker: OrderAsker, now: Date, rules: PermissionRules): readonly OrderAction[] {
  const events = nextEvents(order, "staff", now);
  const isAcceptable = order.status === "received" && order.pendingAction === null && !isCharged(order);
  const actions: readonly OrderAction[] = [
    ...events,
    ...(isAcceptable ? (["accept_at_pickup"] as const) : []),
    ...(events.includes("cancel") ? (["cancel_in_part"] as const) : []),
  ];
  return actions.filter((action) => permissionRefusal(action, order, asker, rules) === null);
}
