import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { SeenWeight } from "#app/catalogue/domain/weight/steps.ts";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { cartItems, carts } from "#app/cart/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { reviews } from "#app/content/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { CUSTOMER_MAIL_KINDS } from "#app/orders/domain/mail/order-mail.ts";
import type { CustomerExport } from "#app/orders/domain/customers/customer-export.ts";
import { orderEvents, orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import type { Person } from "./person.server.ts";
import { customers } from "./tables.ts";

/** Everything the shop stores about the customer. Secret links and technical ids are left out. */
export async function readCustomerExport(db: Db, person: Person): Promise<CustomerExport | undefined> {
  const [customer] = await db
    .select({
      name: customers.name,
      email: customers.email,
      phone: customers.phone,
      notes: customers.notes,
      allergies: customers.allergies,
      tags: customers.tags,
      isBlocked: customers.isBlocked,
      blockedReason: customers.blockedReason,
      marketingConsent: customers.marketingConsent,
      consentSource: customers.consentSource,
      consentAt: customers.consentAt,
      createdAt: customers.createdAt,
    })
    .from(customers)
    .where(eq(customers.id, person.id));
  if (customer === undefined) return undefined;
  const [ordered, reviewed, emails, left, uses, history] = await Promise.all([
    readOrders(db, person.orderIds),
    readReviews(db, person.reviewIds),
    readEmails(db, person.orderIds),
    readCarts(db, person.cartIds),
    readUses(db, person.orderIds),
    readHistory(db, person),
  ]);
  return {
    customer: { ...customer, contacts: person.contacts },
    orders: ordered,
    reviews: reviewed,
    emails,
    carts: left,
    promotions: uses,
    history,
  };
}

async function readOrders(db: Db, orderIds: readonly string[]): Promise<CustomerExport["orders"]> {
  const ids = [...orderIds];
  const [rows, lines, returned, cards, events] = await Promise.all([
    db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.createdAt)),
    db.select().from(orderItems).where(inArray(orderItems.orderId, ids)).orderBy(asc(orderItems.position)),
    db.select().from(refunds).where(inArray(refunds.orderId, ids)).orderBy(asc(refunds.createdAt)),
    db.select().from(paymentIntents).where(inArray(paymentIntents.orderId, ids)).orderBy(asc(paymentIntents.createdAt)),
    db.select().from(orderEvents).where(inArray(orderEvents.orderId, ids)).orderBy(asc(orderEvents.id)),
  ]);
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  const refundsOf = Map.groupBy(returned, (refund) => refund.orderId);
  const cardsOf = Map.groupBy(cards, (card) => card.orderId);
  const eventsOf = Map.groupBy(events, (event) => event.orderId);
  return rows.map((order) => ({
    number: order.number,
    status: order.status,
    checkoutAt: order.createdAt,
    placedAt: order.placedAt,
    fulfillment: order.fulfillment,
    requestedFor: order.requestedFor,
    name: order.customerName,
    email: order.customerEmail,
    phone: order.customerPhone,
    address: order.address,
    instructions: order.instructions,
    allergyNote: order.allergyNote,
    reason: order.reasonText,
    couponCodes: order.couponCodes,
    lines: (linesOf.get(order.id) ?? []).map(exportLine),
    currency: order.currency.toUpperCase(),
    subTotalCents: order.subTotalCents,
    promotionDiscountCents: order.promotionDiscountCents,
    deliveryFeeCents: order.deliveryFeeCents,
    taxCents: order.taxCents,
    tipCents: order.tipCents,
    finalTotalCents: order.finalTotalCents,
    paymentState: order.paymentState,
    capturedCents: order.capturedCents,
    refundedCents: order.refundedCents,
    payments: (cardsOf.get(order.id) ?? []).map(({ providerId, card, status, amountCents, lastError }) => ({
      providerId,
      card,
      status,
      amountCents,
      lastError,
    })),
    refunds: (refundsOf.get(order.id) ?? []).map(({ createdAt, amountCents, status, reason }) => ({
      createdAt,
      amountCents,
      status,
      reason,
    })),
    events: (eventsOf.get(order.id) ?? []).map(({ at, actor, event, toStatus, data }) => ({ at, actor, event, toStatus, data })),
  }));
}

function exportLine(line: typeof orderItems.$inferSelect): CustomerExport["orders"][number]["lines"][number] {
  return {
    name: line.name,
    quantity: line.quantity,
    options: line.options.map((option) => `${option.group}: ${option.name}`),
    note: line.note,
    unitPriceCents: line.unitPriceCents,
    lineTotalCents: line.lineTotalCents,
    discountCents: line.discountCents,
  };
}

async function readReviews(db: Db, ids: readonly number[]): Promise<CustomerExport["reviews"]> {
  return db
    .select({
      createdAt: reviews.createdAt,
      product: products.name,
      authorName: reviews.authorName,
      rating: reviews.rating,
      body: reviews.body,
      status: reviews.status,
      reply: reviews.reply,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(inArray(reviews.id, [...ids]))
    .orderBy(asc(reviews.id));
}

/** Emails to the customer, found by order: an address may also belong to others, such as the shop, which gets the staff's copies of all orders. */
async function readEmails(db: Db, orderIds: readonly string[]): Promise<CustomerExport["emails"]> {
  return db
    .select({
      createdAt: mailOutbox.createdAt,
      sentAt: mailOutbox.sentAt,
      recipient: mailOutbox.recipient,
      status: mailOutbox.status,
      subject: mailOutbox.subject,
      text: mailOutbox.plainText,
    })
    .from(mailOutbox)
    .where(and(inArray(mailOutbox.orderId, [...orderIds]), inArray(mailOutbox.kind, CUSTOMER_MAIL_KINDS)))
    .orderBy(asc(mailOutbox.createdAt));
}

async function readCarts(db: Db, ids: readonly string[]): Promise<CustomerExport["carts"]> {
  const rows = await db
    .select()
    .from(carts)
    .where(inArray(carts.id, [...ids]))
    .orderBy(asc(carts.updatedAt));
  const items = await db
    .select({
      cartId: cartItems.cartId,
      product: products.name,
      quantity: cartItems.quantity,
      seenWeight: cartItems.seenWeight,
      note: cartItems.note,
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(inArray(cartItems.cartId, [...ids]));
  const { LOCALE: locale } = await readSettings(db);
  return rows.map(({ id, updatedAt, draft, postalCode }) => ({
    updatedAt,
    draft,
    postalCode,
    lines: items.filter((item) => item.cartId === id).map((item) => cartLine(item, locale)),
  }));
}

interface CartLineRow {
  readonly product: string;
  readonly quantity: number;
  readonly seenWeight: SeenWeight | null;
  readonly note: string;
}

/** An item sold by weight is one piece with its weight. */
function cartLine({ product, quantity, seenWeight, note }: CartLineRow, locale: string): CustomerExport["carts"][number]["lines"][number] {
  if (seenWeight === null) return { product, quantity, note };
  return { product: `${product}, ${formatWeight(seenWeight.step * quantity, seenWeight.unit, locale)}`, quantity: 1, note };
}

async function readUses(db: Db, orderIds: readonly string[]): Promise<CustomerExport["promotions"]> {
  return db
    .select({
      createdAt: promotionUses.createdAt,
      promotion: promotions.title,
      amountCents: promotionUses.amountCents,
      state: promotionUses.state,
    })
    .from(promotionUses)
    .innerJoin(promotions, eq(promotions.id, promotionUses.promotionId))
    .where(inArray(promotionUses.orderId, [...orderIds]))
    .orderBy(asc(promotionUses.id));
}

/** The history of the customer's record and reviews. Orders have their own history. */
async function readHistory(db: Db, { ids, reviewIds }: Person): Promise<CustomerExport["history"]> {
  const about = (kind: string, numbers: readonly number[]) =>
    sql`(${auditLog.subjectKind} = ${kind} and ${auditLog.subjectIds} && ${sql.param(numbers.map(String))}::text[])`;
  return db
    .select({
      at: auditLog.at,
      by: auditLog.userName,
      action: auditLog.action,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(sql`${about("customer", ids)} or ${about("review", reviewIds)}`)
    .orderBy(asc(auditLog.id));
}
