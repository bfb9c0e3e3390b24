import { deleteOldPageChanges } from "#app/platform/db/cached.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import {
  deleteOldCarts,
  deleteOldWebhooks,
  listExpiredHolds,
  listOpenCheckouts,
  listPendingActions,
  listUnprocessedWebhooks,
  type OpenCheckout,
} from "#app/checkout/data/open-payments.server.ts";
import { settleOutlivedRefusals } from "#app/orders/data/payment-problems.server.ts";
import { lockOrder } from "#app/orders/data/order/find-order.server.ts";
import { patchOrder } from "#app/orders/data/order/update-order.server.ts";
import { ABANDON_AFTER_MINUTES } from "#app/values/limits.ts";
import { addMinutes } from "#app/values/time.ts";
import type { WebhookFacts } from "#app/payments/gateway/gateway.server.ts";
import { abandonOrder } from "./abandon-order.server.ts";
import { finishPendingAction } from "#app/orders/workflows/changes/finish-pending-action.server.ts";
import { undoPayment } from "#app/orders/workflows/money/undo-payment.server.ts";
import { listUndoings } from "#app/payments/data/payment-intents.server.ts";
import { processWebhook } from "./receive-webhook.server.ts";
import { refreshPlacedOrder } from "#app/orders/workflows/money/refresh-placed-order.server.ts";
import { releaseHolds } from "#app/orders/workflows/changes/release-order.server.ts";
import { settleOrder } from "./settle-order.server.ts";
import { sweepSteps } from "./sweep-payments.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** The customer's page refreshes young checkouts. Half a minute, so that every payment is recorded within about a minute. */
const LEAVE_ALONE_SECONDS = 30;
const MAX_PER_RUN = 100;
/** With the provider down each call takes its full timeout; the rest waits for the next run. */
const RUN_SECONDS = 45;
const THROWN_PAUSE_MINUTES = 10;
/** How far back each run compares with the provider; the hourly sweep goes further. */
const SWEEP_MINUTES = 90;
/** After that, the other steps have covered the events. */
const RETRY_WEBHOOKS_HOURS = 24;
const KEEP_WEBHOOKS_DAYS = 30;
/** Longer than the cart's cookie lives. */
const KEEP_CARTS_DAYS = 45;
/** Longer than any transaction that has read one. */
const KEEP_PAGE_CHANGES_MINUTES = 60;

export interface ReconcileReport {
  readonly checked: number;
  readonly placed: number;
  readonly ended: number;
  readonly unreachable: number;
}

/**
 * Every minute: completes payments without browser or webhook, provider calls interrupted by a crash, unwanted payments, expired
 * authorizations and unpaid checkouts; then compares recent payments and refunds both ways. Every step is safe to repeat and to run in
 * parallel. A failing step is logged and blocks no other; the least attempted come first.
 */
export async function reconcilePayments(services: WorkflowServices): Promise<ReconcileReport> {
  const report = { checked: 0, placed: 0, ended: 0, unreachable: 0 };
  const now = services.now();
  const endsAt = performance.now() + RUN_SECONDS * 1000;
  const run = async (steps: readonly (() => Promise<StepResult>)[]): Promise<void> => {
    for (const step of steps) {
      if (performance.now() > endsAt) return;
      try {
        const result = await step();
        report.checked += 1;
        if (result !== "checked") report[result] += 1;
      } catch (error) {
        services.log.error({ err: error }, "a step of the payment reconciler failed");
      }
    }
  };
  const young = addMinutes(now, -LEAVE_ALONE_SECONDS / 60);
  const checkouts = await listOpenCheckouts(services.db, young, young, MAX_PER_RUN);
  await run(checkouts.map((checkout) => () => reconcileCheckout(services, checkout)));
  const actions = await listPendingActions(services.db, now, MAX_PER_RUN);
  await run(
    actions.map(
      ({ id }) =>
        () =>
          finishAction(services, id),
    ),
  );
  const voids = await listUndoings(services.db, now, MAX_PER_RUN);
  await run(
    voids.map(
      ({ id }) =>
        async () =>
          (await undoPayment(services, id)) === "later" ? "unreachable" : "checked",
    ),
  );
  const events = await listUnprocessedWebhooks(services.db, addMinutes(now, -RETRY_WEBHOOKS_HOURS * 60), young, MAX_PER_RUN);
  await run(
    events.map((event) => async () => {
      await processWebhook(services, event as WebhookFacts);
      return "checked";
    }),
  );
  const holds = await listExpiredHolds(services.db, now, MAX_PER_RUN);
  await run(holds.map((order) => async () => ((await refreshPlacedOrder(services, order)) ? "checked" : "unreachable")));
  await run(await sweepSteps(services, addMinutes(now, -SWEEP_MINUTES)));
  await settleOutlivedRefusals(services.db, now);
  await deleteOldWebhooks(services.db, addMinutes(now, -KEEP_WEBHOOKS_DAYS * 1440), MAX_PER_RUN);
  await deleteOldCarts(services.db, addMinutes(now, -KEEP_CARTS_DAYS * 1440), MAX_PER_RUN);
  await deleteOldPageChanges(services.db, addMinutes(now, -KEEP_PAGE_CHANGES_MINUTES));
  if (report.placed + report.unreachable > 0) services.log.info(report, "payments were reconciled");
  return report;
}

type StepResult = "checked" | "placed" | "ended" | "unreachable";

function resultOf(kind: "placed" | "ended" | "unreachable" | "pending" | "mismatch" | "busy"): StepResult {
  return kind === "placed" || kind === "ended" || kind === "unreachable" ? kind : "checked";
}

async function finishAction(services: WorkflowServices, orderId: string): Promise<StepResult> {
  try {
    const finished = await finishPendingAction(services, orderId);
    return finished.kind === "pending" ? "unreachable" : "checked";
  } catch (error) {
    // It would fail again immediately, so others come first.
    await patchOrder(services.db, orderId, { nextTryAt: addMinutes(services.now(), THROWN_PAUSE_MINUTES) });
    throw error;
  }
}

async function reconcileCheckout(services: WorkflowServices, checkout: OpenCheckout): Promise<StepResult> {
  const now = services.now();
  const isOver =
    !checkout.isStuck && (checkout.isSuperseded || (checkout.payBy ?? addMinutes(checkout.createdAt, ABANDON_AFTER_MINUTES)) <= now);
  const { kind } = isOver ? await abandonOrder(services, checkout.id) : await settleOrder(services, checkout.id);
  if (kind !== "placed" && kind !== "ended") {
    await patchOrder(services.db, checkout.id, { reconciledAt: now });
    // While the provider is unavailable the payment state is unknown: keep the reservations.
    if (kind !== "unreachable" && checkout.holdExpiresAt !== null && checkout.holdExpiresAt <= now)
      await releaseExpired(services, checkout.id);
  }
  return resultOf(kind);
}

/** Releases an unpaid checkout's reservations after ten minutes; a later payment reserves again if possible. */
async function releaseExpired(services: WorkflowServices, orderId: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined || order.status !== "awaiting_payment" || order.pendingAction !== null) return;
    if (order.holdExpiresAt !== null && order.holdExpiresAt <= services.now()) await releaseHolds(tx, order);
  });
}
