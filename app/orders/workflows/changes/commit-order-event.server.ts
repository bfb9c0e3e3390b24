import { finalTotalOf, orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { forgetStock, giveStockBack, restockUnits } from "#app/orders/data/order-holds.server.ts";
import { listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent, notifyAddOns } from "#app/orders/data/order/order-events.server.ts";
import { updateOrder, type OrderChanges } from "#app/orders/data/order/update-order.server.ts";
import { removeStationsDone } from "#app/orders/data/counter/stations.server.ts";
import { findRefundItems } from "#app/orders/data/refunds.server.ts";
import { settleProblems } from "#app/orders/data/payment-problems.server.ts";
import { wantVoid } from "#app/payments/data/payment-intents.server.ts";
import type { PaymentProblemKind } from "#app/payments/domain/payment-problem.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { isLinkOpen } from "#app/orders/domain/payment-link.ts";
import { changeOf } from "#app/orders/domain/changes/cash-given.ts";
import { delayedPromise, promiseOf } from "#app/orders/domain/order-promise.ts";
import type { TransitionOutcome } from "#app/orders/domain/changes/order-transitions.ts";
import type { OrderActorFacts, ReasonCode } from "#app/orders/domain/order.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { enqueueChangedTickets, enqueueTickets } from "#app/orders/workflows/counter/print-tickets.server.ts";
import { enqueueNotification } from "#app/orders/workflows/counter/order-notifications.server.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import { webhookEventOf } from "#app/orders/domain/webhooks/webhook.ts";
import { enqueueWebhooks } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { withReceiptNumber } from "#app/orders/workflows/receipt/number-receipt.server.ts";
import { shortenLinks } from "./shorten-links.server.ts";
import type { EditCommand, OrderCommand } from "./order-command.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { moveUses } from "#app/promotions/data/uses.server.ts";
import type { MailKind } from "#app/orders/domain/mail/order-mail.ts";

export interface CommittedEvent {
  readonly actor: OrderActorFacts;
  readonly command: OrderCommand;
  readonly outcome: TransitionOutcome;
  /** Changes of the payment by the provider's call. */
  readonly money: Pick<OrderChanges, "capturedCents" | "refundedCents" | "paymentState" | "paymentIntent">;
  /** The order's pending action waited for this event. */
  readonly isFinishing: boolean;
  /** Refunded by this event, for the customer's email. */
  readonly refunded: number;
  /** That refund. */
  readonly refundId?: string | null;
  readonly settings: Settings;
}

/** Further history entries of the event. */
function storyOf(order: OrderRow, command: OrderCommand, event: CommittedEvent): Record<string, unknown> {
  switch (command.event) {
    case "accept":
    case "delay":
      return { minutes: command.minutes };
    case "reject":
    case "cancel":
      return {
        reason: command.reason,
        text: command.text,
        ...(event.refunded > 0 ? { refunded: event.refunded } : {}),
      };
    case "hold_expired":
      return { reason: holdReason(command) };
    case "refund":
      return { amount: event.refunded, reason: command.reason };
    case "complete":
      return command.given === undefined
        ? {}
        : { given: command.given, change: changeOf(command.given, finalTotalOf(order), order.currency) };
    case "edit":
      return {
        removed: command.done?.removed ?? [],
        changes: command.done?.changes ?? [],
        ...(command.done?.isWeighed === true ? { weighed: true } : {}),
        ...(event.refunded > 0 ? { refunded: event.refunded, refund_id: event.refundId } : {}),
      };
    default:
      return {};
  }
}

/** Staff's choice for the stock, if not the default. */
function stockChoiceOf(command: OrderCommand): { readonly restock?: boolean } {
  const isChoice = (command.event === "cancel" || command.event === "refund") && command.restock !== undefined;
  return isChoice ? { restock: command.restock } : {};
}

/**
 * Writes an event on a locked order in the caller's transaction: row, history, audit, reservations, emails. A required provider call has succeeded
 * before.
 */
export async function commitOrderEvent(tx: Db, services: WorkflowServices, order: OrderRow, event: CommittedEvent): Promise<OrderRow> {
  const { actor, command, outcome } = event;
  const now = services.now();
  const changes: OrderChanges = {
    status: outcome.status,
    paymentState: outcome.paymentState,
    ...outcome.stamps,
    // The promise counts from the stored acceptance time.
    ...changesOf(order, command, outcome.stamps.acceptedAt ?? now),
    ...event.money,
    ...(event.isFinishing ? { pendingAction: null, actionTries: 0, nextTryAt: null } : {}),
    ...(command.event === "complete" && order.firstCompletedAt === null ? { firstCompletedAt: now } : {}),
  };
  const isOver = outcome.status === "rejected" || outcome.status === "cancelled";
  if (order.isStockTaken) changes.isStockTaken = await keepsStock(tx, order.id, event, isOver);
  if (isOver) await notifyAddOns(tx, order, outcome.status);
  if (isOver) await wantVoid(tx, order.id, now, order.paymentIntentId);
  const settled = settledBy(event, isChargedShort({ ...order, ...event.money }));
  if (settled.length > 0)
    await settleProblems(
      tx,
      { orderId: order.id, kinds: settled },
      actor.name,
      settlementOf(event, orderFormat(order, event.settings)),
      now,
    );
  const isAllRefunded = (changes.paymentState ?? order.paymentState) === "refunded";
  if (isOver || isAllRefunded) await tx.execute(moveUses(order.id, ["held", "redeemed"], "released"));
  const updated = await updateOrder(tx, order.id, changes);
  await recordOrderEvent(tx, {
    order,
    changed: updated,
    actor,
    event: command.event,
    data: { ...storyOf(order, command, event), ...stockChoiceOf(command) },
  });
  await tellKitchen(tx, services, command, { order, changed: updated });
  if (command.event === "accept")
    for (const addOn of await shortenLinks(tx, updated, now)) await commitOrderEvent(tx, services, addOn, dueEarlier(event, addOn, now));
  await notifyWebhooks(tx, services, command, updated);
  // Every accepted order waits for the receipt counter, so do everything else before. Emails name the number.
  const changed = await withReceiptNumber(tx, updated);
  await sendMails(tx, services, changed, event, now);
  return changed;
}

/** History entry and email of an order whose payment link now ends earlier. */
function dueEarlier({ actor, settings }: CommittedEvent, { status, paymentState, payBy }: OrderRow, now: Date): CommittedEvent {
  const changes = payBy === null ? [] : [`payment due ${formatReopening(payBy, now, shopClock(settings))}`];
  return {
    actor,
    command: { event: "edit", removeItemIds: [], done: { removed: [], changes, kitchen: [], isByUnits: false } },
    outcome: { status, effect: "none", paymentState, stamps: {} },
    money: {},
    refunded: 0,
    isFinishing: false,
    settings,
  };
}

interface OrderChange {
  readonly order: OrderRow;
  readonly changed: OrderRow;
}

async function tellKitchen(tx: Db, { jobs }: WorkflowServices, command: OrderCommand, { order, changed }: OrderChange): Promise<void> {
  // Back in the kitchen: shown on every station again.
  if (command.event === "undo" && changed.status === "preparing" && command.keepsStations !== true) await removeStationsDone(tx, order.id);
  if (command.event === "accept") await enqueueTickets(tx, jobs, order.id);
  if (command.event === "edit" && isForKitchen(order, command)) await enqueueChangedTickets(tx, jobs, order.id);
}

/** Returns the stock of an ended order, and of refunded units, as staff chose. Whether the order still has stock reserved. */
async function keepsStock(tx: Db, orderId: string, { command, refundId = null }: CommittedEvent, isOver: boolean): Promise<boolean> {
  if (command.event === "refund" && command.restock === true) {
    if (command.request.kind === "items" && refundId !== null) await restockUnits(tx, orderId, await findRefundItems(tx, refundId));
    else if (command.request.kind === "all") await giveStockBack(tx, orderId, "refund");
  }
  if (!isOver) return true;
  if (command.event === "cancel" && command.restock === false) await forgetStock(tx, orderId);
  else await giveStockBack(tx, orderId);
  return false;
}

/** Programs do not know an order yet while it waits for its payment link. */
async function notifyWebhooks(tx: Db, services: WorkflowServices, { event }: OrderCommand, order: OrderRow): Promise<void> {
  if (order.status !== "awaiting_payment") await enqueueWebhooks(tx, services, webhookEventOf(event), order);
}

/** An entry of the order's history, and of the shop's if staff acted. */
export async function recordOrderEvent(
  tx: Db,
  entry: {
    readonly order: OrderRow;
    readonly changed: OrderRow;
    readonly actor: OrderActorFacts;
    readonly event: OrderCommand["event"];
    readonly data: Record<string, unknown>;
  },
): Promise<void> {
  const { order, changed, actor, event, data } = entry;
  await insertOrderEvent(tx, {
    orderId: order.id,
    actor: actor.kind,
    actorUserId: actor.userId,
    actorName: actor.name,
    event,
    fromStatus: order.status,
    toStatus: changed.status,
    data,
  });
  if (actor.kind !== "staff") return;
  await recordAudit(tx, {
    userId: actor.userId,
    userName: actor.name,
    action: `order-${event}`,
    subject: `order ${order.id}`,
    before: { status: order.status, paymentState: order.paymentState },
    after: { status: changed.status, paymentState: changed.paymentState, ...data },
  });
}

const UNCHARGED: readonly PaymentProblemKind[] = ["capture_failed", "expired_hold", "undo_failed", "amount_mismatch"];

function isChargedShort(order: Pick<OrderRow, "capturedCents" | "totalCents" | "promotionDiscountCents">): boolean {
  return order.capturedCents > 0 && order.capturedCents < finalTotalOf(order);
}

/** Problems resolved by a decision; events without money resolve none. */
function settledBy({ command, refunded }: CommittedEvent, isShort: boolean): readonly PaymentProblemKind[] {
  switch (command.event) {
    case "accept":
      // A smaller charge made at the provider stays a problem.
      return isShort && command.payAtPickup !== true ? UNCHARGED.filter((kind) => kind !== "amount_mismatch") : UNCHARGED;
    case "reject":
    case "cancel":
    case "time_out":
    case "hold_expired":
    case "refund":
      return [...(command.event === "refund" ? [] : UNCHARGED), ...(refunded > 0 ? (["refund_failed"] as const) : [])];
    default:
      return [];
  }
}

function settlementOf({ command, refunded }: CommittedEvent, format: MoneyFormat): string {
  if (command.event === "accept")
    return command.payAtPickup === true ? "Accepted; the customer pays at pickup." : "Accepted; the card was charged.";
  return refunded > 0 ? `${formatMoney(refunded, format)} went back to the card.` : "The order has ended.";
}

function changesOf(order: OrderRow, command: OrderCommand, now: Date): OrderChanges {
  switch (command.event) {
    case "accept":
      return { promisedAt: promiseOf(order.requestedFor, now, command.minutes), prepMinutes: command.minutes };
    case "delay":
      return { promisedAt: delayedPromise(order.promisedAt, now, command.minutes) };
    case "reject":
    case "cancel":
      return { reasonCode: command.reason, reasonText: command.text };
    case "edit":
      // An accepted order shows its kitchen what changed, and screens print its ticket again.
      return isForKitchen(order, command)
        ? { kitchenChanges: [...order.kitchenChanges, ...(command.done?.kitchen ?? [])], printedAt: null, printedBy: null }
        : {};
    case "time_out":
      return { reasonCode: "no_response", reasonText: "" };
    case "hold_expired":
      return { reasonCode: holdReason(command), reasonText: "" };
    default:
      return {};
  }
}

/** A weight does not matter to the kitchen of an accepted order; an order that waits for its payment link is not made yet. */
function isForKitchen({ status }: OrderRow, { done }: EditCommand): boolean {
  return status !== "received" && status !== "awaiting_payment" && done?.kitchen.length !== 0;
}

function holdReason({ isReleased }: Extract<OrderCommand, { event: "hold_expired" }>): ReasonCode {
  return isReleased ? "payment_hold_released" : "payment_hold_expired";
}

/** The email of an event; for deliveries "ready" is when they leave. */
function mailKindOf(order: OrderRow, command: OrderCommand): MailKind | null {
  switch (command.event) {
    case "accept":
      return "order_accepted";
    case "ready":
      return order.fulfillment === "pickup" ? "order_ready" : null;
    case "out":
      return "order_ready";
    case "delay":
      return "order_delayed";
    case "reject":
    case "time_out":
      return "order_rejected";
    case "cancel":
    case "hold_expired":
      return "order_cancelled";
    case "edit":
      return "order_changed";
    case "refund":
      return "order_refunded";
    default:
      return null;
  }
}

async function sendMails(tx: Db, services: WorkflowServices, order: OrderRow, event: CommittedEvent, now: Date): Promise<void> {
  const kind = mailKindOf(order, event.command);
  const isLinkOver = order.status === "awaiting_payment" && !isLinkOpen(order, now);
  if (kind === null || isLinkOver) return;
  const isToldToStaff = event.command.event === "cancel" && event.actor.kind === "guest";
  if (isToldToStaff) await enqueueNotification(tx, services.jobs, order.id, "cancelled");
  // The version makes each delay and refund a separate email.
  const happening = `${event.command.event}:${order.version}`;
  await mailAboutOrder(tx, services, isToldToStaff ? [kind, "order_cancelled_staff"] : [kind], happening, {
    order,
    items: await listOrderItems(tx, order.id),
    settings: event.settings,
    now,
    ...(event.refunded > 0 ? { refundAmount: event.refunded } : {}),
    ...(event.command.event === "edit"
      ? { removedItems: event.command.done?.removed ?? [], changes: event.command.done?.changes ?? [] }
      : {}),
  });
}

/** The refund of a cancellation, at most the refundable rest. */
export function refundWanted(command: Extract<OrderCommand, { event: "cancel" }>, refundable: number): number {
  if (command.refund === "none") return 0;
  return command.refund === "full" ? refundable : Math.min(command.refund.amount, refundable);
}
