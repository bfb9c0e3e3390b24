import type { OrderActor, OrderActorFacts, OrderEventName, OrderState } from "#app/orders/domain/order.ts";
import { FORBIDDEN_BY_ROLE, canOpen, DELIVERIES_PAGE, hasPermission, KITCHEN_PAGE, type Visitor } from "#app/staff/domain/permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { Cents } from "#app/values/money.ts";
import { nextEvents } from "./order-transitions.ts";
import type { TransitionRefusal } from "./transition-refusal.ts";

/** Actions on a placed order: transition events, and two actions with their own permission. */
export type OrderAction = OrderEventName | "accept_at_pickup" | "cancel_in_part";

/** `isAdmin`: may refund, like administrators and managers; not order staff, guests or the system. */
export interface OrderAsker {
  readonly kind: OrderActor;
  readonly isAdmin: boolean;
  /** May give discounts on orders that they enter ("order.discount"). */
  readonly mayDiscount?: boolean;
  /** The API token of a program, which cannot give discounts even where order staff may. */
  readonly tokenId?: number;
  /** Set for staff who may not open orders: they may only perform these duties. */
  readonly duties?: readonly Duty[];
  /** null or left out: not a signed-in staff member. */
  readonly userId?: number | null;
}

/** Work on orders that needs no access to the orders themselves. */
export type Duty = "kitchen" | "courier";

const DUTY_PAGES: Readonly<Record<Duty, string>> = { kitchen: KITCHEN_PAGE, courier: DELIVERIES_PAGE };

/** Whether this user works with complete orders: lists, payments and customers. */
export function handlesOrders(user: Visitor): boolean {
  return canOpen("/admin/orders", user);
}

function dutiesOf(user: Visitor): readonly Duty[] {
  return (["kitchen", "courier"] as const).filter((duty) => canOpen(DUTY_PAGES[duty], user));
}

/** A signed-in user as the actor of an order event. */
export function staffActor(
  user: Pick<StaffUser, "id" | "name" | "roles" | "permissions" | "mayReturnMoney" | "tokenId">,
): OrderActorFacts & { readonly kind: "staff" } {
  const { id: userId, name, mayReturnMoney, tokenId } = user;
  return {
    ...staffAsker(user),
    userId,
    name,
    ...(mayReturnMoney === undefined ? {} : { mayReturnMoney }),
    ...(tokenId === undefined ? {} : { tokenId }),
  };
}

/** Why this actor may not refund this amount as part of another action; null if allowed. */
export function moneyBackRefusal({ mayReturnMoney }: OrderActorFacts, amount: Cents): TransitionRefusal | null {
  if (mayReturnMoney !== false || amount <= 0) return null;
  return { code: "forbidden", message: "This token lacks the permission orders:refund, and this pays money back." };
}

/** A signed-in user with the facts that permissions need. */
export function staffAsker(user: Visitor): OrderAsker & { readonly kind: "staff" } {
  const isAdmin = hasPermission(user, "refunds");
  return {
    kind: "staff",
    isAdmin,
    mayDiscount: hasPermission(user, "discounts"),
    ...(handlesOrders(user) ? {} : { duties: dutiesOf(user) }),
  };
}

export interface PermissionRules {
  /** ORDER_ADMIN_CAN_REFUND. */
  readonly orderStaffMayRefund: boolean;
  /** ALLOW_PAY_AT_PICKUP. */
  readonly allowPayAtPickup: boolean;
  /** ORDER_ADMIN_CAN_DISCOUNT. */
  readonly orderStaffMayDiscount: boolean;
}

interface Permission {
  readonly allows: (order: OrderState, isMoneyBackAllowed: boolean, rules: PermissionRules) => boolean;
  readonly message: string;
}

const ASK = "Ask an administrator.";

/**
 * Permissions per action, beyond the transition table; used by every button, call and check. Returning money is one permission. Actions not listed
 * are open to all staff.
 */
const PERMISSIONS: Readonly<Partial<Record<OrderAction, Permission>>> = {
  accept_at_pickup: {
    allows: (order, _, rules) => order.fulfillment === "pickup" && (rules.allowPayAtPickup || order.isUncollectable),
    message: "Only a pickup whose card cannot be charged can be accepted with payment at pickup.",
  },
  refund: { allows: (_, isMoneyBackAllowed) => isMoneyBackAllowed, message: `Your role does not allow refunds. ${ASK}` },
  edit: {
    allows: (order, isMoneyBackAllowed) => !isPaid(order) || isMoneyBackAllowed,
    message: `The card has been charged, so taking items out pays money back, which your role does not allow. ${ASK}`,
  },
  cancel: {
    allows: (order, isMoneyBackAllowed) => !isPaid(order) || isMoneyBackAllowed || !order.wasCompleted,
    message: `This order was paid and handed over. Paying it back needs a role that may refund. ${ASK}`,
  },
  cancel_in_part: {
    allows: (order, isMoneyBackAllowed) => isMoneyBackAllowed || !(isCharged(order) || (isPaid(order) && order.wasCompleted)),
    message: `Your role may cancel only with everything paid back. ${ASK}`,
  },
};

/** Why this user may not give a discount on an order that they enter ("order.discount"); null if allowed. */
export function discountForbidden(
  asker: Pick<OrderAsker, "mayDiscount" | "tokenId">,
  rules: Pick<PermissionRules, "orderStaffMayDiscount">,
): TransitionRefusal | null {
  if (asker.tokenId !== undefined) return { code: "forbidden", message: "API tokens give no discounts by hand." };
  if (asker.mayDiscount === true || rules.orderStaffMayDiscount) return null;
  return { code: "forbidden", message: `Your role does not allow discounts. ${ASK}` };
}

/** A charged card, or money that staff took when they entered the order. */
function isPaid(order: OrderState): boolean {
  return order.paidBy !== null || isCharged(order);
}

function isCharged(order: OrderState): boolean {
  return order.paymentState === "captured" || order.paymentState === "partially_refunded" || order.paymentState === "refunded";
}

/** Whether a duty includes an action. The kitchen undoes only its own last step, a courier those of their own deliveries. */
const DUTY_ALLOWS: Readonly<Record<Duty, (action: OrderAction, order: OrderState, asker: OrderAsker) => boolean>> = {
  courier: (action, { status, courierId = null }, { userId = null }) => {
    const isStep = action === "out" || action === "complete" || (action === "undo" && status !== "ready");
    return isStep && courierId !== null && courierId === userId;
  },
  kitchen: (action, { status }) => action === "preparing" || action === "ready" || (action === "undo" && status === "ready"),
};

/** Why this user may not do this; null if allowed. Transitions are checked separately. */
export function permissionRefusal(
  action: OrderAction,
  order: OrderState,
  asker: OrderAsker,
  rules: PermissionRules,
): TransitionRefusal | null {
  const isOutsideDuty = asker.duties?.some((duty) => DUTY_ALLOWS[duty](action, order, asker)) === false;
  if (isOutsideDuty) return { code: "forbidden", message: `${FORBIDDEN_BY_ROLE} ${ASK}` };
  const permission = PERMISSIONS[action];
  if (asker.kind !== "staff" || permission === undefined) return null;
  const isMoneyBackAllowed = asker.isAdmin || rules.orderStaffMayRefund;
  return permission.allows(order, isMoneyBackAllowed, rules) ? null : { code: "forbidden", message: permission.message };
}

/** Actions this user may take now, for buttons. */
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
