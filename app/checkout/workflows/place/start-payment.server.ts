import { setTimeout as pause } from "node:timers/promises";
import { findOrder, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { countOrderEvents, insertOrderEvent, PROVIDER_SILENT_EVENT } from "#app/orders/data/order/order-events.server.ts";
import { patchOrder } from "#app/orders/data/order/update-order.server.ts";
import { openProblem } from "#app/orders/data/payment-problems.server.ts";
import { finalTotalOf, storedIntent } from "#app/orders/workflows/stored-order.server.ts";
import { noteFirstAnswer, noteIntent } from "#app/orders/workflows/money/order-money.server.ts";
import { reasonOf } from "#app/orders/workflows/money/payment-problem-words.server.ts";
import { undoPayment } from "#app/orders/workflows/money/undo-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import {
  bindIntent,
  findWantedIntent,
  insertIntent,
  listIntentsOfOrder,
  postponeVoid,
  retryVoid,
  wantVoid,
  type RequestedIntent,
} from "#app/payments/data/payment-intents.server.ts";
import { failureClass } from "#app/payments/domain/failure-class.ts";
import type { PaymentFailure, PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import type { ActivePayments } from "#app/payments/workflows/payments-source.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { addMinutes } from "#app/values/time.ts";
import type { CheckoutResult, PlacedOrder } from "./checkout-result.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { newIntent } from "./new-intent.server.ts";

/** Retries of two requests with one key, of which the provider temporarily rejects one. */
const BUSY_TRIES = 20;
const BUSY_PAUSE_MS = 150;
/**
 * The provider may have stored a failure under the key; after this many missing responses the next attempt uses another key. The lost
 * payment could never be confirmed.
 */
const SILENT_ANSWERS_PER_KEY = 2;

/**
 * Creates or reads the payment of a reserved order. Its row and key are committed before, so a lost response never makes a second confirmable
 * payment. The secret is returned only if the locked order still waits for this payment; otherwise the payment is undone. `fresh`: the payment's row
 * if the caller just stored it.
 */
export async function startPayment(services: WorkflowServices, order: OrderRow, fresh: RequestedIntent | null): Promise<CheckoutResult> {
  if (order.gateway === "none") return answer(order, null, null);
  const active = await services.payments.current();
  for (let attempt = 1; attempt <= BUSY_TRIES; attempt += 1) {
    const isFresh = fresh !== null && attempt === 1;
    const current = isFresh ? order : ((await findOrder(services.db, order.id)) ?? order);
    if (current.status === "abandoned") return { kind: "ended" };
    if (current.status !== "awaiting_payment") return { kind: "already-placed", orderToken: current.publicToken };
    const row = isFresh ? fresh : await findOrMakeIntent(services, current, active.kind);
    // Ended or paid meanwhile.
    if (row === null) continue;
    if (row.wanted === "void") return { kind: "ended" };
    const askedAt = services.now();
    const result = await requestIntent(active, current, row);
    if (result.ok) {
      // Too many declines of earlier cards: end the order.
      const isOver =
        result.intent.lastError !== null && (await settleOrder(services, current, { intent: result.intent, askedAt })).kind === "ended";
      if (isOver) return { kind: "ended" };
      const kept = await keepAnswer(services, row, result.intent, askedAt);
      if (kept === "wanted") return answer(current, result.intent, active);
      if (kept === "ended") {
        await settleOrder(services, order.id);
        return { kind: "ended" };
      }
      // Abandoned or replaced while the provider created it. If it cannot be undone now, the reconciler does it.
      if (kept === "unwanted") await undoPayment(services, row.id);
      continue;
    }
    const refused = await afterFailure(services, current, row, result);
    if (refused !== null) return refused;
  }
  return { kind: "provider", retryAfterSeconds: 2 };
}

/** The outcome of a failed request; null: retry. */
async function afterFailure(
  services: WorkflowServices,
  order: OrderRow,
  row: RequestedIntent,
  failure: PaymentFailure,
): Promise<CheckoutResult | null> {
  if (failure.kind === "not-found" && order.payBy !== null) await giveUpIntent(services, row);
  else if (failure.kind === "rate-limited") await pause(BUSY_PAUSE_MS);
  else return refuse(services, order, row, failure);
  return null;
}

function requestIntent({ gateway }: ActivePayments, order: OrderRow, row: RequestedIntent) {
  if (row.providerId !== null) return gateway.retrieveIntent(row.providerId);
  return gateway.createIntent({
    amount: row.amountCents,
    currency: order.currency,
    orderId: order.id,
    cartHash: order.cartHash,
    idempotencyKey: row.idempotencyKey,
  });
}

/**
 * The payment to request; null if the order no longer waits for one. A payment link's payment is created when the link is opened, at the
 * current gateway.
 */
async function findOrMakeIntent(
  { db }: WorkflowServices,
  order: OrderRow,
  gateway: ActivePayments["kind"],
): Promise<RequestedIntent | null> {
  const wanted = await findWantedIntent(db, order.id);
  if (wanted !== undefined) return wanted;
  return inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked?.status !== "awaiting_payment") return null;
    const made = await listIntentsOfOrder(tx, order.id);
    const open = made.find((intent) => intent.wanted === "pay");
    if (open !== undefined) return open;
    if (locked.gateway !== gateway) await patchOrder(tx, order.id, { gateway });
    return insertIntent(tx, newIntent({ id: order.id, finalTotal: finalTotalOf(locked) }, gateway, made.length + 1));
  });
}

/** The provider does not know it, as after a change of keys. A cart starts another checkout; a payment link needs another payment. */
async function giveUpIntent({ db, now }: WorkflowServices, { id, orderId }: RequestedIntent): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await lockOrder(tx, orderId))?.status === "awaiting_payment") await retryVoid(tx, id, now());
  });
}

/** "other": another process stored another payment for this row; that one counts. */
async function keepAnswer(
  services: WorkflowServices,
  row: RequestedIntent,
  intent: PaymentIntentFacts,
  askedAt: Date,
): Promise<"wanted" | "unwanted" | "ended" | "other"> {
  if (row.providerId === null && intent.status !== "canceled" && (await noteFirstAnswer(services.db, row, intent, askedAt)))
    return "wanted";
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    if (order === undefined) throw new Error("an order vanished while its payment was made");
    const isBound = await bindIntent(tx, row.id, intent.id);
    const kept = await noteIntent(tx, order, intent, askedAt, isBound ? "pay" : "void");
    if (!isBound) return "other";
    if (order.status !== "awaiting_payment" || kept.wanted !== "pay") return "unwanted";
    await patchOrder(tx, order.id, { paymentIntentId: intent.id, paymentIntent: storedIntent(kept) });
    return kept.status === "canceled" ? "ended" : "wanted";
  });
}

async function refuse(services: WorkflowServices, order: OrderRow, row: RequestedIntent, failure: PaymentFailure): Promise<CheckoutResult> {
  const facts = {
    orderId: order.id,
    intentId: row.providerId,
    failure: failure.kind,
    code: failure.code,
    reason: failure.message.slice(0, 200),
  };
  if (failureClass(failure.kind) === "unknown") {
    services.log.warn(facts, "the card provider did not answer a checkout");
    await noteSilence(services, order, row);
    return { kind: "provider", retryAfterSeconds: 2 };
  }
  services.log.error(facts, "the card provider refused to make a payment");
  if (failure.kind === "auth" || failure.kind === "invalid") {
    const what = `No card payment can be made: ${reasonOf(failure)}`;
    const message = "The card payment service isn't responding right now.";
    await openProblem(services.db, { kind: "refused", orderId: null, intentId: null, amountCents: 0, what, told: message }, services.now());
  }
  return { kind: "provider", retryAfterSeconds: 30 };
}

/** After several missing responses the next attempt gets a new key; a payment under the old one is undone. */
async function noteSilence(services: WorkflowServices, order: OrderRow, row: RequestedIntent): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked?.status !== "awaiting_payment") return;
    await insertOrderEvent(tx, {
      orderId: order.id,
      actor: "system",
      event: PROVIDER_SILENT_EVENT,
      fromStatus: order.status,
      toStatus: order.status,
    });
    const silent = await countOrderEvents(tx, order.id, PROVIDER_SILENT_EVENT);
    const wanted = await findWantedIntent(tx, order.id);
    if (silent % SILENT_ANSWERS_PER_KEY !== 0 || wanted?.id !== row.id || wanted.providerId !== null) return;
    await wantVoid(tx, order.id, services.now());
    await postponeVoid(tx, row.id, addMinutes(services.now(), 1));
    await insertIntent(
      tx,
      newIntent({ id: locked.id, finalTotal: finalTotalOf(locked) }, row.gateway, silent / SILENT_ANSWERS_PER_KEY + 1),
    );
  });
}

function answer(order: OrderRow, intent: PaymentIntentFacts | null, active: ActivePayments | null): CheckoutResult {
  const placed: PlacedOrder = {
    orderToken: order.publicToken,
    clientSecret: intent?.clientSecret ?? null,
    publishableKey: active?.publishableKey ?? null,
    amount: finalTotalOf(order),
    currency: order.currency,
    gateway: order.gateway,
  };
  return { kind: "ok", placed };
}
