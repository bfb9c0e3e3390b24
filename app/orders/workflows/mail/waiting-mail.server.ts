import { inTransaction } from "#app/platform/db/database.server.ts";
import { listOrderItems, lockOrder } from "#app/orders/data/order-placement.server.ts";
import { listOrderMails } from "#app/orders/data/orders.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { mailAboutOrder } from "./mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { MailKind } from "#app/orders/domain/mail/order-mail.ts";

/** `unheard`: no screen listens. `waiting`: nobody has decided for minutes. */
export type Waiting = "unheard" | "waiting";

const KINDS: Readonly<Record<Waiting, MailKind>> = { unheard: "order_unheard_staff", waiting: "order_waiting_staff" };

/**
 * Tells ORDER_EMAIL_RECIPIENT that an order still waits for an answer: once per order and reason, whoever asks and however often, and never for
 * one that somebody has just decided on. Answers how many mails were written.
 */
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
