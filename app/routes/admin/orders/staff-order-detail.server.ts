import { namedTaxes } from "#app/cart/domain/pricing/tax-label.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listCustomersOfOrders } from "#app/orders/data/customers/customers-of-orders.server.ts";
import { listLinkedOrders } from "#app/orders/data/order/find-order.server.ts";
import { findCustomerOrders } from "#app/orders/data/customer-orders.server.ts";
import { findNeighbours, listOrderMails, type OrderDetail, type OrderEventRow } from "#app/orders/data/orders.server.ts";
import { listItemsOfRefunds } from "#app/orders/data/refunds.server.ts";
import { cashWords } from "#app/orders/domain/changes/cash-given.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { decimalSignOf } from "#app/values/money/money-input.ts";
import { eventWords, refundReason } from "#app/orders/domain/changes/event-words.ts";
import { refundedOfTotal } from "#app/orders/domain/changes/order-change.ts";
import { itemRefund, refundableAmount, refundedOfItems } from "#app/orders/domain/changes/order-refunds.ts";
import { reasonLabel, REASON_CODES, type ReasonCode } from "#app/orders/domain/order.ts";
import { isPaidBy, isStaffSource, paidByLabel, sourceLabel } from "#app/orders/domain/taken-order.ts";
import type { LineMoney, StaffOrderDetail, StoryEntry } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { finalTotalOf, orderItem, orderFormat, orderState } from "#app/orders/workflows/stored-order.server.ts";
import { staffOrder, WEIGHED_WHILE, type ViewFacts } from "./staff-order.server.ts";
import { isMailKind, MAIL_KIND_LABELS } from "#app/orders/domain/mail/order-mail.ts";

/** All data of an order's page, except how messages reach the customer. */
export async function staffOrderDetail(db: Db, detail: OrderDetail, facts: ViewFacts): Promise<Omit<StaffOrderDetail, "messages">> {
  const { order, items, events, refunds } = detail;
  const [neighbours, mails, itemsOfRefunds, customerOrders, customers, linked] = await Promise.all([
    findNeighbours(db, order),
    listOrderMails(db, order.id),
    listItemsOfRefunds(db, [order.id]),
    findCustomerOrders(db, order),
    listCustomersOfOrders(db, [order.id]),
    listLinkedOrders(db, [order]),
  ]);
  const format = orderFormat(order, facts.settings);
  const story = [
    ...events.filter(({ event }) => event !== CHECKOUT_EVENT).map((event) => storyEntry(event, order, format)),
    ...mails.map(mailEntry),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const related = { customer: customers.get(order.id) ?? null, linked: linked.get(order.id) ?? [] };
  const shown = staffOrder(order, items, itemsOfRefunds, related, facts);
  const refundedIds = new Set(shown.lines.flatMap(({ id, isRefunded }) => (isRefunded ? [id] : [])));
  return {
    ...shown,
    receiptNumber: order.receiptNumber,
    money: moneyOf(order, items, itemsOfRefunds, format),
    payment: {
      card: order.paymentIntent?.card?.replace(/^./, (letter) => letter.toUpperCase()) ?? null,
      intentId: order.paymentIntentId,
      refunds: refunds.map((refund) => ({
        id: refund.id,
        amount: refund.amountCents,
        status: refund.status,
        who: refund.userName,
        reason: refundReason(refund.reason),
        at: refund.createdAt,
      })),
    },
    weighing: weighingOf(
      order,
      items.filter(({ id }) => !refundedIds.has(id)),
      format,
    ),
    holdsStock: order.isStockTaken && items.some(({ stockTaken, variantsTaken }) => stockTaken !== 0 || variantsTaken.length > 0),
    story,
    customerOrders,
    ...neighbours,
  };
}

/** The amounts of the order and of each line, and the refunds of each. */
function moneyOf(
  order: OrderDetail["order"],
  items: OrderDetail["items"],
  itemsOfRefunds: Awaited<ReturnType<typeof listItemsOfRefunds>>,
  format: MoneyFormat,
): StaffOrderDetail["money"] {
  const refundedOf = refundedOfItems(items.map(orderItem), order.isTaxIncluded, itemsOfRefunds);
  return {
    lines: items.map((row): LineMoney => ({
      id: row.id,
      unitPrice: row.unitPriceCents,
      lineTotal: row.lineTotalCents,
      discount: row.discountCents,
      paid: itemRefund(orderItem(row), order.isTaxIncluded),
      refunded: refundedOf[row.id] ?? 0,
    })),
    subTotal: order.subTotalCents,
    promotions: promotionsOf(order),
    deliveryFee: order.deliveryFeeCents,
    taxLines: namedTaxes(order.taxLines, format),
    isTaxIncluded: order.isTaxIncluded,
    tip: order.tipCents,
    finalTotal: finalTotalOf(order),
    refunded: refundedOfTotal(orderState(order)),
    refundable: refundableAmount({ captured: order.capturedCents, refunded: order.refundedCents }),
  };
}

/** The lines that staff weigh, until the order is handed over. */
function weighingOf({ status }: OrderDetail["order"], items: OrderDetail["items"], format: MoneyFormat): StaffOrderDetail["weighing"] {
  if (!WEIGHED_WHILE.includes(status)) return [];
  return items.flatMap(({ id, name, weight }) => {
    if (weight === null) return [];
    const unit = weight.unit === "lb" ? "lb" : "g";
    const { actual } = weight;
    const text = (value: number) => String(unit === "lb" ? value / 100 : value).replace(".", decimalSignOf(format));
    return [{ id, name, unit, ordered: text(weight.ordered), actual: actual === null ? "" : text(actual) }];
  });
}

/** Internal event of the checkout before the order is placed; not shown in the history. */
const CHECKOUT_EVENT = "checkout";

/** The promotions by name, plus a "Discount" row for the part without a name, so that the column adds up. */
function promotionsOf(order: OrderDetail["order"]): StaffOrderDetail["money"]["promotions"] {
  const named = order.appliedPromotions.map(({ title, code, amount }) => ({ title, code, amount }));
  const rest = order.promotionDiscountCents - named.reduce((sum, each) => sum + each.amount, 0);
  return rest === 0 ? named : [...named, { title: "Discount", code: null, amount: rest }];
}

const PROBLEM_EVENTS: ReadonlySet<string> = new Set(["provider_silent", "disputed", "refund_failed", "not_done", "first_ended"]);

function storyEntry(event: OrderEventRow, { requestedFor }: Pick<OrderDetail["order"], "requestedFor">, format: MoneyFormat): StoryEntry {
  const { data } = event;
  const given = REASON_CODES.find((code) => code === data["reason"]);
  const reason = given ?? (event.event === "hold_expired" ? "payment_hold_expired" : undefined);
  const detail = storyDetail(event, { reason, isForLater: requestedFor !== null }, format);
  const what = eventWords(event.event);
  const changed = [data["changes"], data["removed"]].find((names) => Array.isArray(names));
  const words = changed?.join(", ") ?? (event.event === "refund" && reason === undefined ? data["reason"] : data["text"]);
  return {
    key: `event ${event.id}`,
    at: event.at,
    who: whoOf(event),
    what: detail.length === 0 ? what : `${what}: ${detail.join(", ")}`,
    text: typeof words === "string" ? words : "",
    mailId: null,
    isProblem: PROBLEM_EVENTS.has(event.event),
  };
}

/** Whether the event is staff entering the order. */
function isTaking(event: string): boolean {
  return event === "placed" || event === "payment_link";
}

interface StoryFacts {
  readonly reason: ReasonCode | undefined;
  /** A scheduled order shows the requested time, not the minutes of preparation. */
  readonly isForLater: boolean;
}

function storyDetail({ event, data }: OrderEventRow, { reason, isForLater }: StoryFacts, format: MoneyFormat): readonly string[] {
  const minutes = typeof data["minutes"] === "number" ? data["minutes"] : null;
  const amount = [data["amount"], data["refunded"]].find((value) => typeof value === "number") ?? 0;
  return [
    isTaking(event) && isStaffSource(data["source"]) ? sourceLabel(data["source"]) : null,
    isTaking(event) && isPaidBy(data["paid_by"]) ? paidByLabel(data["paid_by"]).toLowerCase() : null,
    isTaking(event) && typeof data["discount"] === "number" ? discountWords(data["discount"], data["discount_reason"], format) : null,
    cashWords(data, format),
    event === "accept" && minutes !== null && !isForLater ? `${minutes} min` : null,
    event === "delay" && minutes !== null ? `${minutes} min more` : null,
    event !== "refund" && reason !== undefined ? reasonLabel(reason) : null,
    amount > 0 ? formatMoney(amount, format) : null,
    stockWords(data["restock"]),
    event === "message" && typeof data["channel"] === "string" ? `by ${data["channel"]}` : null,
  ].filter((part) => part !== null);
}

/** The stock choice of staff, if it differs from the default. */
function stockWords(isRestocked: unknown): string | null {
  if (isRestocked === true) return "put back into stock";
  return isRestocked === false ? "not put back into stock" : null;
}

function discountWords(amount: number, reason: unknown, format: MoneyFormat): string {
  const words = `discount ${formatMoney(amount, format)}`;
  return typeof reason === "string" && reason !== "" ? `${words} (${reason})` : words;
}

/** The customer placed the order, although the shop learns of it from the payment provider. */
function whoOf({ actor, actorName, event }: OrderEventRow): string {
  if (event === "payment_authorized") return "Customer";
  if (actorName !== "") return actorName;
  if (actor === "guest") return "Customer";
  return actor === "system" ? "Shop" : "Staff";
}

const MAIL_STATES = { sent: "sent", failed: "failed", queued: "waits to be sent" } as const;

function mailEntry(mail: Awaited<ReturnType<typeof listOrderMails>>[number]): StoryEntry {
  const label = isMailKind(mail.kind) ? MAIL_KIND_LABELS[mail.kind] : mail.kind;
  const isKept = mail.status === "sent" && mail.transport === "outbox";
  const state = isKept ? "not sent: no email provider" : MAIL_STATES[mail.status];
  return {
    key: `mail ${mail.id}`,
    at: mail.sentAt ?? mail.createdAt,
    who: "Email",
    what: `“${label}” ${state}`,
    text: mail.recipient,
    mailId: mail.id,
    isProblem: mail.status === "failed",
  };
}
