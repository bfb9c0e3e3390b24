import type { PaymentProblemKind, ProblemRemedy } from "#app/payments/domain/payment-problem.ts";
import { permissionRefusal, type OrderAction, type OrderAsker, type PermissionRules } from "./order-permissions.ts";
import type { OrderState } from "#app/orders/domain/order.ts";
import { PAYMENT_DISPUTED, type TransitionRefusal } from "./transition-refusal.ts";

/** Remedies per kind of problem with their permission; null: all staff. */
const REMEDIES: Readonly<Record<PaymentProblemKind, readonly (readonly [ProblemRemedy, OrderAction | null])[]>> = {
  amount_mismatch: [
    ["release_hold", null],
    ["by_hand", null],
  ],
  hold_without_order: [
    ["release_hold", "refund"],
    ["by_hand", null],
  ],
  capture_failed: [
    ["retry_capture", "accept"],
    ["accept_at_pickup", "accept_at_pickup"],
    ["by_hand", null],
  ],
  expired_hold: [
    ["accept_at_pickup", "accept_at_pickup"],
    ["by_hand", null],
  ],
  refund_failed: [
    ["refund_again", "refund"],
    ["by_hand", null],
  ],
  undo_failed: [
    ["release_hold", null],
    ["by_hand", null],
  ],
  refused: [["by_hand", null]],
};

/** Without an order, its state is unknown: refunds need the permission. */
const NO_ORDER: Pick<OrderState, "fulfillment" | "paymentState" | "wasCompleted" | "isUncollectable" | "isDisputed"> = {
  fulfillment: "pickup",
  paymentState: "captured",
  wasCompleted: true,
  isUncollectable: false,
  isDisputed: false,
};

/** Remedies for this user. `order` null: the problem has none. */
export function remediesFor(
  kind: PaymentProblemKind,
  order: OrderState | null,
  asker: OrderAsker,
  rules: PermissionRules,
): readonly ProblemRemedy[] {
  return REMEDIES[kind].filter(([remedy]) => remedyRefusal(kind, remedy, order, asker, rules) === null).map(([remedy]) => remedy);
}

/** Why a remedy is not allowed; null if allowed. */
export function remedyRefusal(
  kind: PaymentProblemKind,
  remedy: ProblemRemedy,
  order: OrderState | null,
  asker: OrderAsker,
  rules: PermissionRules,
): TransitionRefusal | null {
  const row = REMEDIES[kind].find(([name]) => name === remedy);
  if (row === undefined) return { code: "wrong-status", message: "This does not settle this problem." };
  if (order?.isDisputed === true && remedy === "refund_again") return { code: "payment", message: PAYMENT_DISPUTED };
  if (order !== null && DECIDING.has(remedy) && order.status !== "received") {
    return { code: "wrong-status", message: "The order has moved on. Look at its present state." };
  }
  if (order !== null && remedy === "release_hold" && !RELEASABLE.has(order.status)) {
    return { code: "wrong-status", message: "This order is alive: reject or cancel it, and its payment goes with it." };
  }
  // A captured payment can only be undone by a refund.
  const isPayingBack = remedy === "release_hold" && order?.paymentState === "captured";
  const right = isPayingBack ? "refund" : row[1];
  return right === null ? null : permissionRefusal(right, { ...EMPTY, ...NO_ORDER, ...order }, asker, rules);
}

const RELEASABLE: ReadonlySet<OrderState["status"]> = new Set(["awaiting_payment", "abandoned", "rejected", "cancelled"]);
const DECIDING: ReadonlySet<ProblemRemedy> = new Set(["retry_capture", "accept_at_pickup"]);

const EMPTY: Omit<OrderState, keyof typeof NO_ORDER> = {
  status: "abandoned",
  pendingAction: null,
  requestedFor: null,
  promisedAt: null,
  prepMinutes: null,
  finalTotal: 0,
  captured: 0,
  refunded: 0,
  readyAt: null,
  outAt: null,
  paidBy: null,
  completedAt: null,
};
