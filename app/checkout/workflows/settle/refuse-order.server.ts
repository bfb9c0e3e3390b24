import { listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { takeDailyNumber } from "#app/orders/data/order/insert-order.server.ts";
import { formatOrderNumber } from "#app/orders/domain/order.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import { writeAbandoned } from "#app/orders/workflows/changes/release-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { businessDay } from "#app/values/time.ts";
import type { ReceivedMoney } from "./receive-order.server.ts";

/**
 * Ends an order whose payment arrived after its reservations were gone, and notifies the customer. The caller undoes the payment after the
 * commit; if that fails, the reconciler does.
 */
export async function refuseLatePayment(
  tx: Db,
  services: Pick<WorkflowServices, "jobs" | "env" | "now">,
  order: OrderRow,
  lost: string,
  money: ReceivedMoney,
): Promise<OrderRow> {
  const now = services.now();
  const settings = await readSettings(tx);
  const businessDate = businessDay(now, settings.STORE_TIMEZONE);
  // It gets a number although it was never received, because the customer paid and gets an email with it.
  const number = formatOrderNumber(await takeDailyNumber(tx, businessDate));
  const row = await writeAbandoned(tx, order, now, {
    number,
    businessDate,
    reasonCode: "item_unavailable",
    reasonText: lost,
    paymentState: money.paymentState,
    capturedCents: money.capturedCents,
    paymentIntent: money.paymentIntent,
  });
  if (row === undefined) throw new Error("an order whose payment came too late could not be ended");
  const items = await listOrderItems(tx, order.id);
  await mailAboutOrder(tx, services, ["order_rejected"], "refused", { order: row, items, settings, now });
  return row;
}
