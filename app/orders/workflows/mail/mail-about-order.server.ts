import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import { withKnownAllergies } from "#app/orders/data/customers/customers-of-orders.server.ts";
import { listLinkedOrders } from "#app/orders/data/order/find-order.server.ts";
import { mailTemplates, snapshotWords, type MailTemplate } from "#app/orders/domain/mail/mail-template.schema.ts";
import { readDifference } from "#app/orders/workflows/together-words.server.ts";
import { isForStaff, type MailKind, type OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { orderMailData, type OrderMailSource } from "./order-mail.server.ts";

/**
 * Enqueues emails about an event in the caller's transaction; to the customer, or to ORDER_EMAIL_RECIPIENT. `happening` identifies the event, so it
 * is sent once. Returns the number added.
 */
export async function mailAboutOrder(
  tx: Db,
  services: Pick<WorkflowServices, "jobs" | "env">,
  kinds: readonly MailKind[],
  happening: string,
  source: Omit<OrderMailSource, "publicUrl">,
): Promise<number> {
  const { order, settings } = source;
  // An order that was just placed or accepted has no add-ons yet.
  const mayBeLinked = order.goesWith !== null || !kinds.some((kind) => kind === "order_received" || kind === "order_accepted");
  const linked = mayBeLinked ? ((await listLinkedOrders(tx, [order])).get(order.id) ?? []) : [];
  const difference = kinds.includes(firstOfAddOn(order)) ? await readDifference(tx, source, linked) : null;
  const data = orderMailData({ linked, difference, ...source, publicUrl: services.env.publicUrl });
  const [withAllergies = order] = kinds.some(isForStaff) ? await withKnownAllergies(tx, [order]) : [];
  const templates = mailTemplates(settings.MAIL_WORDS);
  const requests = kinds.map((kind) => ({
    kind,
    orderId: order.id,
    recipient: isForStaff(kind) ? settings.ORDER_EMAIL_RECIPIENT : order.customerEmail,
    dedupeKey: `${order.id}:${happening}`,
    data: isForStaff(kind) ? { ...data, allergyNote: withAllergies.allergyNote } : withWords(data, templates[kind]),
  }));
  return enqueueMail(tx, services.jobs, ...requests);
}

/** The first email that tells the customer of an add-on its price. */
function firstOfAddOn({ payBy }: OrderMailSource["order"]): MailKind {
  return payBy === null ? "order_accepted" : "order_payment_link";
}

function withWords(data: OrderMailData, template: MailTemplate | undefined): OrderMailData {
  return template === undefined ? data : { ...data, words: snapshotWords(template) };
}
