import { inTransaction } from "#app/platform/db/database.server.ts";
import { findOrder, listOrderItems, lockOrder, takeDailyNumber, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatOrderNumber } from "#app/orders/domain/order.ts";
import { businessDay } from "#app/values/time.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import { writeAbandoned } from "#app/orders/workflows/release-order.server.ts";
import type { Settlement } from "./settlement.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * Carries out the undoing of a payment that came too late (its stock or promotion was gone): voids or refunds at the provider, then ends the
 * order and tells the customer. The wish stands in `pendingAction` before the call, so a crash in between is finished by the reconciler.
 */
export async function finishRefusedOrder(services: WorkflowServices, orderId: string): Promise<Settlement> {
  const order = await findOrder(services.db, orderId);
  if (order === undefined) return { kind: "unreachable", order };
  if (order.status !== "awaiting_payment") return { kind: order.status === "abandoned" ? "ended" : "placed", order };
  const { pendingAction, paymentIntentId } = order;
  if (pendingAction === null || pendingAction.event !== "abandon" || paymentIntentId === null) return { kind: "pending", order };
  const { gateway } = await services.payments.current();
  const done =
    pendingAction.kind === "refund"
      ? await gateway.refundIntent(paymentIntentId, pendingAction.amount, pendingAction.key)
      : await gateway.cancelIntent(paymentIntentId, pendingAction.key);
  if (!done.ok) {
    services.log.error(
      { orderId, intentId: paymentIntentId, failure: done.kind, code: done.code },
      "a late payment could not be undone yet",
    );
    return { kind: "unreachable", order };
  }
  return { kind: "ended", order: await writeRefused(services, orderId) };
}

async function writeRefused(services: WorkflowServices, orderId: string): Promise<OrderRow> {
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw new Error("an order vanished while its payment was undone");
    if (order.status !== "awaiting_payment") return order;
    const now = services.now();
    const settings = await readSettings(tx);
    const businessDate = businessDay(now, settings.STORE_TIMEZONE);
    const isRefund = order.pendingAction?.kind === "refund";
    // A number, although it never was an order of the shop: the customer has paid and gets a mail that must call it something.
    const number = formatOrderNumber(await takeDailyNumber(tx, businessDate));
    const row = await writeAbandoned(tx, order, now, {
      number,
      businessDate,
      paymentState: isRefund ? "refunded" : "voided",
      refundedCents: isRefund ? order.capturedCents : 0,
    });
    if (row === undefined) throw new Error("an order whose payment was undone could not be ended");
    const items = await listOrderItems(tx, orderId);
    await mailAboutOrder(tx, services, ["order_rejected"], "refused", { order: row, items, settings, now });
    return row;
  });
}
