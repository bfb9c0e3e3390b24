import type { CartRecord } from "#app/cart/data/carts.server.ts";
import { findOrder, lockCartAndOrder, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { patchOrder, showPayment } from "#app/orders/data/order/update-order.server.ts";
import { openProblem } from "#app/orders/data/payment-problems.server.ts";
import { transition } from "#app/orders/domain/changes/order-transitions.ts";
import { autoAccept } from "#app/orders/workflows/changes/auto-accept.server.ts";
import { finalTotalOf, orderState, storedIntent, orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import { keepIntent } from "#app/orders/workflows/money/order-money.server.ts";
import { writeAbandoned } from "#app/orders/workflows/changes/release-order.server.ts";
import { undoPaymentsOf } from "#app/orders/workflows/money/undo-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { closeIntent, type IntentRow } from "#app/payments/data/payment-intents.server.ts";
import { paymentStateOf } from "#app/payments/domain/provider-status.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { noteDecline } from "#app/checkout/workflows/place/card-testing.server.ts";
import { receiveOrder } from "./receive-order.server.ts";
import { refuseLatePayment } from "./refuse-order.server.ts";
import { retakeHolds } from "./retake-holds.server.ts";
import type { Settlement } from "./settlement.server.ts";

/**
 * Reads the order's payment from the provider and receives the order exactly once if it is authorized or paid. Called by return page, status poll,
 * webhook and reconciler. Only the provider's response counts. Safe to repeat at any time.
 */
export async function settleOrder(
  services: WorkflowServices,
  /** Its id, or its row if just read. */
  about: string | OrderRow,
  /** The payment as read from the provider, requested at `askedAt`. */
  payment?: { readonly intent: PaymentIntentFacts; readonly askedAt: Date },
): Promise<Settlement> {
  const order = typeof about === "string" ? await findOrder(services.db, about) : about;
  if (order === undefined) return { kind: "unreachable", order };
  const orderId = order.id;
  if (order.status !== "awaiting_payment") return currentSettlement(order);
  if (order.paymentIntentId === null) return { kind: "pending", order };
  const { gateway } = await services.payments.current();
  const askedAt = payment?.askedAt ?? services.now();
  const answer =
    payment === undefined ? await gateway.retrieveIntent(order.paymentIntentId) : { ok: true as const, intent: payment.intent };
  if (!answer.ok) {
    services.log.warn({ orderId, intentId: order.paymentIntentId, failure: answer.kind, code: answer.code }, "a payment could not be read");
    // Unknown to the provider: it cannot be paid, so it expires.
    return answer.kind === "not-found" ? { kind: "pending", order } : { kind: "unreachable", order };
  }
  const isOverLimit = await noteDecline(services, order, answer.intent);
  // Another card may have been accepted while the decline was counted: only the current payment ends the order.
  const fresh = isOverLimit ? await rereadPayment(services, answer.intent.id) : undefined;
  const seen = fresh ?? { intent: answer.intent, askedAt };
  const settled = await inTransaction(services.db, (tx) =>
    settleWith(tx, services, order, { ...seen, livemode: gateway.livemode, endsUnpaid: fresh !== undefined }),
  );
  if (settled.kind === "refused" || (isOverLimit && settled.kind === "ended")) {
    await undoPaymentsOf(services, orderId);
    return { kind: "ended", order: (await findOrder(services.db, orderId)) ?? settled.order };
  }
  return settled.kind === "received" ? { kind: "placed", order: await autoAccept(services, settled.order) } : settled;
}

/** undefined while the provider does not respond. */
async function rereadPayment(services: WorkflowServices, intentId: string): Promise<SeenPayment | undefined> {
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const answer = await gateway.retrieveIntent(intentId);
  return answer.ok ? { intent: answer.intent, askedAt } : undefined;
}

interface SeenPayment {
  readonly intent: PaymentIntentFacts;
  readonly askedAt: Date;
}

interface PaymentReading extends SeenPayment {
  readonly livemode: boolean;
  /** Too many declines: end the order unless it is paid or about to be. */
  readonly endsUnpaid: boolean;
}

/**
 * - received: this call received the order.
 * - refused: the reservations had expired and are gone; the payment must be undone.
 */
type Settled =
  | Settlement
  | { readonly kind: "received"; readonly order: OrderRow }
  | { readonly kind: "refused"; readonly order: OrderRow };

async function settleWith(
  tx: Db,
  services: WorkflowServices,
  unlocked: OrderRow,
  { intent, askedAt, livemode, endsUnpaid }: PaymentReading,
): Promise<Settled> {
  const isPaid = intent.status === "requires_capture" || intent.status === "succeeded";
  // Always cart before order, to avoid deadlocks.
  const both = isPaid && unlocked.cartId !== null ? await lockCartAndOrder(tx, unlocked.cartId, unlocked.id) : undefined;
  const order = both?.order ?? (await lockOrder(tx, unlocked.id));
  if (order === undefined) return { kind: "unreachable", order };
  if (intent.orderId !== order.id)
    return order.status === "awaiting_payment"
      ? writeMismatch(tx, services, order, intent, "it names another order")
      : currentSettlement(order);
  const row = await keepIntent(tx, order, intent, askedAt);
  const isOpen = order.status === "awaiting_payment";
  // Another refresh read a later state and does the rest.
  const isNewest = row.status === intent.status && order.paymentIntentId === intent.id;
  const mismatch = isPaid ? findMismatch(order, intent, livemode, orderFormat(order, await readSettings(tx))) : null;
  if (isPaid && isOpen && isNewest && mismatch === null) return receivePaid(tx, services, order, both?.cart ?? null, row);
  await showPayment(tx, row.orderId, intent.id, storedIntent(row));
  if (!isOpen) return currentSettlement(order);
  if (!isNewest) return { kind: "pending", order };
  if (mismatch !== null) return writeMismatch(tx, services, order, intent, mismatch);
  return writeUnpaid(tx, services, order, row, { intent, askedAt, livemode, endsUnpaid });
}

/** An order without a payment yet waits. An order whose payment has ended, or may not be retried, ends with it. */
async function writeUnpaid(
  tx: Db,
  services: WorkflowServices,
  order: OrderRow,
  row: IntentRow,
  reading: PaymentReading,
): Promise<Settlement> {
  const isOver = paymentStateOf(reading.intent.status) === "voided";
  if (!isOver && !(reading.endsUnpaid && reading.intent.status === "requires_payment_method")) {
    await patchOrder(tx, order.id, { reconciledAt: services.now() });
    return { kind: "pending", order: { ...order, paymentIntent: storedIntent(row) } };
  }
  if (isOver) await closeIntent(tx, row.id, reading.askedAt);
  return currentSettlement((await writeAbandoned(tx, order, services.now(), { paymentIntent: storedIntent(row) })) ?? order);
}

function currentSettlement(order: OrderRow): Settlement {
  return { kind: order.status === "abandoned" ? "ended" : "placed", order };
}

/** The difference between payment and order; null if they match. */
function findMismatch(order: OrderRow, intent: PaymentIntentFacts, livemode: boolean, format: MoneyFormat): string | null {
  const paid = intent.status === "succeeded" ? intent.amountReceived : intent.amountCapturable;
  if (intent.currency !== order.currency) return "it is in another currency";
  if (intent.amount !== finalTotalOf(order) || paid !== finalTotalOf(order)) {
    return `its amount is ${formatMoney(paid, format)}, the order's total is ${formatMoney(finalTotalOf(order), format)}`;
  }
  return intent.livemode === livemode ? null : "it was made in another mode (test or live)";
}

async function writeMismatch(
  tx: Db,
  services: WorkflowServices,
  order: OrderRow,
  intent: PaymentIntentFacts,
  mismatch: string,
): Promise<Settlement> {
  const isForeign = intent.orderId !== order.id;
  const isTaken = intent.status === "succeeded";
  const remedy = isTaken ? "Pay it back." : "Release the hold.";
  const what = `The payment was not accepted: ${mismatch}. ${isForeign ? "Look at both orders." : remedy}`;
  const isNew = await openProblem(
    tx,
    {
      kind: "amount_mismatch",
      orderId: order.id,
      intentId: intent.id,
      amountCents: isTaken ? intent.amountReceived : intent.amountCapturable,
      what,
      told: "Your payment does not match this order, so it is not placed yet.",
    },
    services.now(),
  );
  if (isNew) {
    services.log.error(
      { orderId: order.id, intentId: intent.id, amount: intent.amount, expected: finalTotalOf(order), mismatch },
      "a payment does not fit its order",
    );
  }
  // Stores the authorized or captured amount although the order is not placed.
  if (!isForeign) await patchOrder(tx, order.id, { paymentState: paymentStateOf(intent.status), capturedCents: intent.amountReceived });
  return { kind: "mismatch", order: (await findOrder(tx, order.id)) ?? order, isForeign };
}

async function receivePaid(tx: Db, services: WorkflowServices, order: OrderRow, cart: CartRecord | null, row: IntentRow): Promise<Settled> {
  const paymentState = row.status === "succeeded" ? ("captured" as const) : ("authorized" as const);
  const money = { paymentState, capturedCents: row.receivedCents, paymentIntent: storedIntent(row) };
  // An earlier version stored the undo of a late payment on the order.
  const lost = order.pendingAction === null ? await retakeHolds(tx, order, services.now()) : order.reasonText;
  if (lost !== null) return { kind: "refused", order: await refuseLatePayment(tx, services, order, lost, money) };
  const moved = transition({ ...orderState(order), paymentState }, "payment_authorized", "system", services.now());
  if (!moved.ok) throw new Error(`an awaiting order refused its payment: ${moved.error.message}`);
  const settings = await readSettings(tx);
  return { kind: "received", order: await receiveOrder(tx, services, settings, { order, cart, money, event: "payment_authorized" }) };
}
