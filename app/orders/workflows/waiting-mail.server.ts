import { inTransaction } from "#app/platform/db/database.server.ts";
import { listOrderItems, lockOrder } from "#app/orders/data/order-placement.server.ts";
import { listOrderMails } from "#app/orders/data/orders.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import { orderMailData, type MailKind } from "./mail/order-mail.server.ts";
import type { WorkflowServices } from "./workflow-services.server.ts";

const KIND: MailKind = "order_waiting_staff";

/**
 * Tells ORDER_EMAIL_RECIPIENT that an order still waits for an answer: once per order, whoever asks and however often, and never for one that
 * somebody has just decided on. Answers how many mails were written.
 */
export async function mailWaitingOrder(
  services: Pick<WorkflowServices, "db" | "jobs" | "env" | "now">,
  orderId: string,
  settings: Settings,
): Promise<number> {
  if (settings.ORDER_EMAIL_RECIPIENT === "") return 0;
  const written = await listOrderMails(services.db, orderId);
  if (written.some((mail) => mail.kind === KIND)) return 0;
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== "received" || order.pendingAction !== null) return 0;
    const items = await listOrderItems(tx, orderId);
    const data = orderMailData({ order, items, settings, publicUrl: services.env.publicUrl, now: services.now() });
    return enqueueMail(tx, services.jobs, {
      kind: KIND,
      orderId,
      recipient: settings.ORDER_EMAIL_RECIPIENT,
      dedupeKey: `${orderId}:waiting`,
      data,
    });
  });
}
