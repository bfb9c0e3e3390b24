import * as texts from "#texts/checkout/placed-order.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { findOrderDetailByToken, type OrderDetail } from "#app/orders/data/orders.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { customerMessage, type CustomerMessage } from "#app/orders/domain/order-sentences.ts";
import { withoutAddress } from "#app/orders/domain/changes/order-change.ts";
import { nextEvents } from "#app/orders/domain/changes/order-transitions.ts";
import { isPromiseBroken } from "#app/orders/domain/counter/order-pace.ts";
import type { OrderEventName } from "#app/orders/domain/order.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { abandonOrder } from "./settle/abandon-order.server.ts";
import { applyOrderEvent, type OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { GUEST, type OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { finalTotalOf, orderState, orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import { refreshPayment } from "./refresh-payment.server.ts";
import { isSecondAlertDue } from "#app/orders/workflows/changes/undecided-clock.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { listReviewedItemIds } from "#app/content/data/reviews.server.ts";

/** An order as its customer sees it. */
export interface OrderStatus extends OrderDetail, CustomerMessage {
  readonly settings: Settings;
  /** "cancel" and "arrived", if they are possible now. */
  readonly possible: readonly OrderEventName[];
  /** The promised time has passed. */
  readonly isLate: boolean;
  /** The order is undecided for long or past its promised time; the page shows the phone number. */
  readonly isWaitingLong: boolean;
  readonly reviewedItemIds: ReadonlySet<string>;
}

/** Whether a text can be the token of an order. */
export function isOrderToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{16,200}$/.test(text);
}

/** Loads an order by token after refreshing its payment; undefined if unknown. Works without webhooks and without the bank's return. */
export async function findOrderStatus(services: WorkflowServices, token: string): Promise<OrderStatus | undefined> {
  if (!isOrderToken(token)) return undefined;
  const found = await findOrderDetailByToken(services.db, token);
  if (found === undefined) return undefined;
  const { order } = found;
  // Reads the provider while the payment is open, so that a customer who just paid sees it.
  if (order.status !== "awaiting_payment") return toStatus(services, found);
  const isReplaced = order.paymentProblem === null && found.isSuperseded;
  await (isReplaced ? abandonOrder(services, order.id) : refreshPayment(services, order));
  return toStatus(services, (await findOrderDetailByToken(services.db, token)) ?? found);
}

/** Performs a customer's action on an order; undefined for an unknown token. An unpaid order can only be abandoned. */
export async function applyGuestEvent(
  services: WorkflowServices,
  token: string,
  event: "cancel" | "arrived",
): Promise<OrderEventAnswer | undefined> {
  const found = isOrderToken(token) ? await findOrderDetailByToken(services.db, token) : undefined;
  if (found === undefined) return undefined;
  let { order } = found;
  if (order.status === "awaiting_payment" && event === "cancel") {
    const given = await abandonOrder(services, order.id);
    if (given.kind === "unreachable") return { kind: "pending", message: texts.paymentNotResponding, order };
    if (given.kind === "busy") {
      const message = given.order.paymentProblem === null ? texts.bankIsDeciding : texts.paymentDiffers;
      return { kind: "conflict", message, order: given.order };
    }
    if (given.kind === "ended") return { kind: "done", order: given.order };
    order = given.order;
  }
  if (order.status === "awaiting_payment" || order.status === "abandoned") return { kind: "refused", message: texts.notPlaced, order };
  const command: OrderCommand = event === "cancel" ? { event, reason: "customer_request", text: "", refund: "full" } : { event };
  return applyOrderEvent(services, { orderId: order.id, version: null, actor: GUEST, command });
}

async function toStatus(services: WorkflowServices, detail: OrderDetail): Promise<OrderStatus> {
  const settings = await readSettings(services.db);
  const now = services.now();
  const { order, events } = detail;
  const story = {
    number: order.number,
    status: order.status,
    paymentState: order.paymentState,
    fulfillment: order.fulfillment,
    promisedAt: order.promisedAt,
    isDelayed: events.some((event) => event.event === "delay"),
    ...editsOf(events.filter(({ event }) => event === "edit").map(({ data }) => data)),
    finalTotal: finalTotalOf(order),
    captured: order.capturedCents,
    refunded: order.refundedCents,
    refunding: detail.refunds
      .filter(({ status }) => status === "pending" || status === "requires_action")
      .reduce((sum, refund) => sum + refund.amountCents, 0),
    isPaidInShop: order.paidBy !== null,
    hasPaymentProblem: order.paymentProblem !== null,
    reason: order.reasonCode === null ? null : { code: order.reasonCode, text: order.reasonText },
    telephone: settings.TELEPHONE,
    format: orderFormat(order, settings),
    clock: shopClock(settings),
  };
  const rules = { cancelCutoffMinutes: settings.CANCEL_CUTOFF_MINUTES, decideBy: null };
  const possible = order.status === "awaiting_payment" ? (["cancel"] as const) : nextEvents(orderState(order), "guest", now, rules);
  const isLate = isOverdue(order, now);
  const isWaitingLong = isLate || (order.status === "received" && isSecondAlertDue(order, settings, now));
  // Customers can review only items that they have received.
  const reviewedItemIds = order.firstCompletedAt === null ? new Set<string>() : await listReviewedItemIds(services.db, detail.items);
  return { ...detail, settings, ...customerMessage(story, now), possible, isLate, isWaitingLong, reviewedItemIds };
}

/** Past its promised time and not handed over; a ready pickup waits for its customer. */
function isOverdue({ status, fulfillment, paymentState, promisedAt }: OrderDetail["order"], now: Date): boolean {
  const isToCome =
    status === "accepted" || status === "preparing" || status === "out_for_delivery" || (status === "ready" && fulfillment === "delivery");
  return isToCome && paymentState !== "refunded" && isPromiseBroken(promisedAt, now);
}

/** Items that staff removed without replacement, and all other changes. Older versions may have stored the history without names. */
function editsOf(stored: readonly unknown[]) {
  const edits = stored.map((data) => data as { readonly removed?: readonly string[]; readonly changes?: readonly string[] });
  const isOnlyLess = ({ removed = [], changes = removed }: (typeof edits)[number]) => changes.length === removed.length;
  return {
    removed: edits.filter(isOnlyLess).flatMap(({ removed = [] }) => removed),
    changes: edits.filter((edit) => !isOnlyLess(edit)).flatMap(({ changes = [] }) => withoutAddress(changes)),
  };
}
