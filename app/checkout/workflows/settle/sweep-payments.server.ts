import { listShownPayments, type ShownPayment } from "#app/checkout/data/open-payments.server.ts";
import { findOrder, lockOrder } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { listKnownRefunds } from "#app/orders/data/refunds.server.ts";
import { noteRefunds, writeDerivedMoney } from "#app/orders/workflows/money/order-money.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { findIntentByProviderId, listKnownIntents, type IntentRow } from "#app/payments/data/payment-intents.server.ts";
import type { PaymentIntentFacts, RefundFacts } from "#app/payments/gateway/gateway.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { comparePayment } from "./compare-payment.server.ts";

/** Longer than a card authorization lasts. */
const SWEEP_DAYS = 8;

type SweepResult = "checked" | "unreachable";

/** Once an hour: compares all payments and refunds of the last days with the provider's, both ways. Returns how many differed. */
export async function sweepPayments(services: WorkflowServices): Promise<number> {
  const steps = await sweepSteps(services, addMinutes(services.now(), -SWEEP_DAYS * 1440));
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      services.log.error({ err: error }, "a step of the payment sweep failed");
    }
  }
  if (steps.length > 0) services.log.info({ differed: steps.length }, "payments were swept");
  return steps.length;
}

/**
 * One step for each payment and refund made at the provider since `since` that differs from the mirror. In bounded pages; a later run continues.
 */
export async function sweepSteps(services: WorkflowServices, since: Date): Promise<readonly (() => Promise<SweepResult>)[]> {
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const listed = await gateway.listRecentIntents(since);
  if (!listed.ok) return [async () => "unreachable"];
  const rows = await listKnownIntents(
    services.db,
    listed.intents.map((intent) => intent.id),
  );
  const mirrored = new Map(rows.map((row) => [row.providerId, row]));
  const orders = await listShownPayments(
    services.db,
    rows.map(({ orderId }) => orderId),
  );
  const intents = listed.intents.filter((intent) => {
    const row = mirrored.get(intent.id);
    return differsFromMirror(intent, row) || isUnshown(intent, orders.get(row?.orderId ?? ""));
  });
  const recent = await gateway.listRecentRefunds(since);
  const refunds = recent.ok ? await unknownRefunds(services, recent.refunds) : [];
  return [
    ...intents.map(
      (intent) => async () => ((await comparePayment(services, intent, askedAt)) ? ("checked" as const) : ("unreachable" as const)),
    ),
    ...refunds.map((refund) => () => adoptRefund(services, refund, askedAt)),
  ];
}

/** True when the mirror differs, or when an unwanted payment is still open. */
function differsFromMirror(intent: PaymentIntentFacts, row: IntentRow | undefined): boolean {
  if (row === undefined) return intent.orderId !== null;
  const isAlive = intent.status !== "canceled" && intent.status !== "succeeded";
  return (
    row.status !== intent.status ||
    row.receivedCents !== intent.amountReceived ||
    row.refundedCents !== intent.amountRefunded ||
    row.isDisputed !== intent.disputed ||
    row.isDisputeLost !== intent.disputeLost ||
    (row.wanted === "void" && row.closedAt !== null && isAlive)
  );
}

/** True when the mirror has it and the order does not. */
function isUnshown(intent: PaymentIntentFacts, order: ShownPayment | undefined): boolean {
  if (order?.paymentIntentId !== intent.id || order.isBusy || order.status === "abandoned") return false;
  const isHeldHere = order.paymentState === "authorized" && !order.hasProblem;
  return order.isDisputed !== intent.disputed || (isHeldHere && intent.status !== "requires_capture");
}

async function unknownRefunds(services: WorkflowServices, refunds: readonly RefundFacts[]): Promise<readonly RefundFacts[]> {
  const stored = await listKnownRefunds(
    services.db,
    refunds.map((refund) => refund.id),
  );
  const statuses = new Map(stored.map((row) => [row.providerRefundId, row.status]));
  return refunds.filter((refund) => refund.intentId !== null && statuses.get(refund.id) !== refund.status);
}

async function adoptRefund(services: WorkflowServices, refund: RefundFacts, askedAt: Date): Promise<SweepResult> {
  const row = await findIntentByProviderId(services.db, refund.intentId ?? "");
  const found = row === undefined ? undefined : await findOrder(services.db, row.orderId);
  // Belongs to another shop on the same account, or is in progress here: that request reads the response.
  if (found === undefined || found.pendingAction !== null) return "checked";
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, found.id);
    if (order === undefined || order.pendingAction !== null) return;
    const { adopted } = await noteRefunds(tx, order, [refund], askedAt);
    await writeDerivedMoney(tx, order);
    if (adopted === 0) return;
    await insertOrderEvent(tx, {
      orderId: order.id,
      actor: "system",
      event: "refund",
      fromStatus: order.status,
      toStatus: order.status,
      data: { amount: adopted },
    });
  });
  return "checked";
}
