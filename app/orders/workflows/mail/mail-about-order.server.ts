import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import { listLinkedOrders } from "#app/orders/data/order/find-order.server.ts";
import { mailTemplates, snapshotWords, type MailTemplate } from "#app/orders/domain/mail/mail-template.schema.ts";
import { differenceWords } from "#app/orders/domain/changes/order-change.ts";
import type { LinkedOrder } from "#app/orders/domain/changes/add-on.ts";
import { changedMoney } from "#app/orders/data/refunds.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { inCurrency } from "#app/values/money.ts";
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
  // Nothing was added yet to an order that was just placed or accepted.
  const mayBeLinked = order.goesWith !== null || !kinds.some((kind) => kind === "order_received" || kind === "order_accepted");
  const linked = mayBeLinked ? ((await listLinkedOrders(tx, [order])).get(order.id) ?? []) : [];
  const difference = kinds.some((kind) => FIRST_OF_ADD_ON.has(kind)) ? await differenceOf(tx, source, linked) : null;
  const data = orderMailData({ linked, difference, ...source, publicUrl: services.env.publicUrl });
  const templates = mailTemplates(settings.MAIL_WORDS);
  const requests = kinds.map((kind) => ({
    kind,
    orderId: order.id,
    recipient: isForStaff(kind) ? settings.ORDER_EMAIL_RECIPIENT : order.customerEmail,
    dedupeKey: `${order.id}:${happening}`,
    data: withWords(data, templates[kind]),
  }));
  return enqueueMail(tx, services.jobs, ...requests);
}

/** The emails in which the customer of an add-on may read first what it costs. */
const FIRST_OF_ADD_ON: ReadonlySet<MailKind> = new Set(["order_payment_link", "order_received", "order_accepted"]);

/** What the order of an add-on paid back for what was taken out of it, and what is paid for what was added, as one difference; null: nothing was paid back. */
async function differenceOf(
  tx: Db,
  { order: { goesWith, currency }, settings }: Pick<OrderMailSource, "order" | "settings">,
  linked: readonly LinkedOrder[],
): Promise<string | null> {
  const first = linked.find(({ id }) => id === goesWith);
  if (first === undefined) return null;
  const { back, added } = await changedMoney(tx, first.id);
  const words = differenceWords("card", back, added, inCurrency(moneyFormat(settings), currency));
  return back === 0 ? null : `Together with the change of ${first.number}, ${words}`;
}

function withWords(data: OrderMailData, template: MailTemplate | undefined): OrderMailData {
  return template === undefined ? data : { ...data, words: snapshotWords(template) };
}
