import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import { isForStaff, type MailKind } from "#app/orders/domain/mail/order-mail.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { orderMailData, type OrderMailSource } from "./order-mail.server.ts";

/**
 * Mails that tell what has just happened to an order, in the caller's transaction; to the customer, or to ORDER_EMAIL_RECIPIENT. `happening`
 * names it among all that can happen to this order: the same one is never told twice. Answers how many mails were added.
 */
export async function mailAboutOrder(
  tx: Db,
  services: Pick<WorkflowServices, "jobs" | "env">,
  kinds: readonly MailKind[],
  happening: string,
  source: Omit<OrderMailSource, "publicUrl">,
): Promise<number> {
  const { order, settings } = source;
  const data = orderMailData({ ...source, publicUrl: services.env.publicUrl });
  const requests = kinds.map((kind) => ({
    kind,
    orderId: order.id,
    recipient: isForStaff(kind) ? settings.ORDER_EMAIL_RECIPIENT : order.customerEmail,
    dedupeKey: `${order.id}:${happening}`,
    data,
  }));
  return enqueueMail(tx, services.jobs, ...requests);
}
