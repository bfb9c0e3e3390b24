import { inTransaction } from "#app/platform/db/database.server.ts";
import { listOrderItems, lockOrder } from "#app/orders/data/order/find-order.server.ts";
import { listOrderMails } from "#app/orders/data/orders.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { mailAboutOrder } from "./mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { MailKind } from "#app/orders/domain/mail/order-mail.ts";

/** `unheard`: no device listens. `waiting`: undecided for minutes. */
export type Waiting = "unheard" | "waiting";

const KINDS: Readonly<Record<Waiting, MailKind>> = { unheard: "order_unheard_staff", waiting: "order_waiting_staff" };

/** Emails ORDER_EMAIL_RECIPIENT about a waiting order: once per order and reason, not after a decision. Returns the number written. */
export async function mailWaitingOrder(
  services: Pick<WorkflowServices, "db" | "jobs" | "env" | "now">,
  orderId: string,
  settings: Settings,
  why: Waiting = "waiting",
): Promise<number> {
  if (settings.ORDER_EMAIL_RECIPIENT === "") return 0;
  const kind = KINDS[why];
  const written = await listOrderMails(services.db, orderId);
  if (written.some((mail) => mail.kind === kind)) return 0;
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== "received" || order.pendingAction !== null) return 0;
    const items = await listOrderItems(tx, orderId);
    return mailAboutOrder(tx, services, [kind], why, { order, items, settings, now: services.now() });
  });
}
