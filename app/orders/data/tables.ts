import { sql, type SQL } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import type { VariantUnits } from "#app/catalogue/domain/variants/variant.ts";
import type { Choice, SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { LineWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { FactKind } from "#app/orders/domain/figures/figures.ts";
import type { OrderActor, OrderStatus, PaymentState, PendingAction, ReasonCode } from "#app/orders/domain/order.ts";
import type { AppliedPromotion } from "#app/promotions/domain/promotion.ts";
import { instant, createdAt, version, textList } from "#app/platform/db/columns.ts";
import type { OrderSource, PaidBy } from "#app/orders/domain/taken-order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { PaymentProblemKind } from "#app/payments/domain/payment-problem.ts";
import type { RefundStatus } from "#app/payments/domain/provider-status.ts";
import type { TaxTable } from "#app/cart/domain/pricing/tax-table.ts";
import type { TaxLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { users } from "#app/staff/data/tables.ts";
import { customers } from "./customers/tables.ts";

/** The combined lower-case search text, phone as digits. Queries must use exactly this expression to use its index. */
export function orderSearchText(t: Readonly<Record<"number" | "customerName" | "customerEmail" | "customerPhone", AnyPgColumn>>): SQL {
  return sql`lower(coalesce(${t.number}, '') || ' ' || ${t.customerName} || ' ' || ${t.customerEmail} || ' ' || regexp_replace(${t.customerPhone}, '\\D', '', 'g'))`;
}

/**
 * The amount that the customer pays for the order in total, as `totalLeft` in order-change.ts. A change that lowered a paid total refunded
 * the same amount, which counts once. Sums of orders use this.
 */
export function paidForOrder(t: Readonly<Record<"finalTotalCents" | "capturedCents" | "refundedCents", AnyPgColumn>>): SQL<number> {
  const { finalTotalCents: total, capturedCents: captured } = t;
  return sql`case when ${captured} > 0 then greatest(0, least(${total}, ${captured} - ${t.refundedCents})) else ${total} end`;
}

/** The refunded part of the total, as `refundedOfTotal` in order-change.ts; any other difference was never charged. */
export function refundedOfOrder(t: Readonly<Record<"finalTotalCents" | "capturedCents" | "refundedCents", AnyPgColumn>>): SQL<number> {
  return sql`least(${t.refundedCents}, ${t.finalTotalCents} - ${paidForOrder(t)})`;
}

/** Provider data of the intent as last read; `created` in epoch seconds. */
export interface StoredPaymentIntent {
  readonly id: string;
  readonly status: string;
  readonly created: number;
  readonly amount: number;
  readonly amountReceived: number;
  readonly captureBefore: number | null;
  readonly card: string | null;
  readonly lastError: string | null;
  /** Missing on orders of earlier versions. */
  readonly livemode?: boolean;
}

export const orders = pgTable(
  "orders",
  {
    id: uuid("id").primaryKey(),
    /** Short daily number such as "A-042", assigned when received. */
    number: text("number"),
    /** Local date of the business day (from 04:00) of `number`. */
    businessDate: date("business_date", { mode: "string" }),
    /**
     * Sequential receipt number, assigned once; null: not a sale yet, a test or demo order, or accepted by an earlier version and its
     * receipt not opened since.
     */
    receiptNumber: integer("receipt_number"),
    publicToken: text("public_token").notNull().unique(),
    cartId: uuid("cart_id"),
    cartHash: text("cart_hash").notNull(),
    /** The ordered cart version: a later one replaces this attempt. */
    cartVersion: integer("cart_version"),
    /** The Idempotency-Key of the checkout, bound to the cart. */
    checkoutKey: text("checkout_key").notNull().unique(),
    status: text("status").$type<OrderStatus>().notNull(),
    paymentState: text("payment_state").$type<PaymentState>().notNull(),
    isDisputed: boolean("is_disputed").notNull().default(false),
    version: version(),
    gateway: text("gateway").$type<"stripe" | "simulator" | "none">().notNull(),
    paymentIntentId: text("payment_intent_id").unique(),
    paymentIntent: jsonb("payment_intent").$type<StoredPaymentIntent>(),
    pendingAction: jsonb("pending_action").$type<PendingAction>(),
    /** Attempts of the pending action, and the next one; null: immediately. */
    actionTries: integer("action_tries").notNull().default(0),
    nextTryAt: instant("next_try_at"),
    /** Message for staff when the provider refused (red banner). */
    paymentProblem: text("payment_problem"),
    /** The kind of the newest open problem, like the sentence. */
    paymentProblemKind: text("payment_problem_kind").$type<PaymentProblemKind>(),
    fulfillment: text("fulfillment").$type<Fulfillment>().notNull(),
    requestedFor: instant("requested_for"),
    promisedAt: instant("promised_at"),
    prepMinutes: integer("prep_minutes"),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    customerPhone: text("customer_phone").notNull(),
    emailKey: text("email_key").notNull(),
    phoneKey: text("phone_key").notNull(),
    /** Set by a trigger when the order is placed. */
    customerId: integer("customer_id").references(() => customers.id, { onDelete: "set null" }),
    address: jsonb("address").$type<DeliveryAddress>(),
    instructions: text("instructions").notNull().default(""),
    /** Allergies: marked red wherever staff read the order. */
    allergyNote: text("allergy_note").notNull().default(""),
    /** The currency of all amounts of the order, as a lower-case ISO 4217 code. */
    currency: text("currency").notNull().default("usd"),
    subTotalCents: integer("sub_total_cents").notNull(),
    promotionDiscountCents: integer("promotion_discount_cents").notNull(),
    deliveryFeeCents: integer("delivery_fee_cents").notNull(),
    deliveryDiscountCents: integer("delivery_discount_cents").notNull(),
    taxCents: integer("tax_cents").notNull(),
    taxLines: jsonb("tax_lines").$type<readonly TaxLine[]>().notNull(),
    isTaxIncluded: boolean("is_tax_included").notNull(),
    /** The rates it was priced with; null: not stored by an earlier version. */
    taxTable: jsonb("tax_table").$type<TaxTable>(),
    tipCents: integer("tip_cents").notNull(),
    tipPercentage: numeric("tip_percentage", { mode: "number" }),
    totalCents: integer("total_cents").notNull(),
    finalTotalCents: integer("final_total_cents")
      .notNull()
      .generatedAlwaysAs(sql`total_cents - promotion_discount_cents`),
    capturedCents: integer("captured_cents").notNull().default(0),
    refundedCents: integer("refunded_cents").notNull().default(0),
    couponCodes: textList("coupon_codes"),
    appliedPromotions: jsonb("applied_promotions").$type<readonly AppliedPromotion[]>().notNull().default([]),
    reasonCode: text("reason_code").$type<ReasonCode>(),
    reasonText: text("reason_text").notNull().default(""),
    /** True while counted stock is taken for it. */
    isStockTaken: boolean("is_stock_taken").notNull().default(false),
    /** Reservations of uses, stock and slot last until then while unpaid. */
    holdExpiresAt: instant("hold_expires_at"),
    createdAt: createdAt(),
    placedAt: instant("placed_at"),
    acceptedAt: instant("accepted_at"),
    preparingAt: instant("preparing_at"),
    readyAt: instant("ready_at"),
    outAt: instant("out_at"),
    completedAt: instant("completed_at"),
    /** Kept when the completion is undone. */
    firstCompletedAt: instant("first_completed_at"),
    endedAt: instant("ended_at"),
    arrivedAt: instant("arrived_at"),
    /** The courier; null: unassigned. */
    courierId: integer("courier_id").references(() => users.id, { onDelete: "set null" }),
    printedAt: instant("printed_at"),
    /** Key of the screen that got the ticket to print automatically. */
    printedBy: uuid("printed_by"),
    reconciledAt: instant("reconciled_at"),
    /** Placed by staff before the shop opened: excluded from reports, and removed at the opening. */
    isTest: boolean("is_test").notNull().default(false),
    /** The customer agreed to marketing emails with this order; copied to the customer's record when the order is received. */
    marketingConsent: boolean("marketing_consent").notNull().default(false),
    /** "web", or where staff received the order that they entered. */
    source: text("source").$type<OrderSource>().notNull().default("web"),
    /** How staff took the money when they entered the order; null: paid by card on the site, or on handover. */
    paidBy: text("paid_by").$type<PaidBy>(),
    /** The deadline of the payment link of an order that staff entered; null: no link. */
    payBy: instant("pay_by"),
    /** Minutes until ready that staff chose, used once it is paid; null: the quoted ones. */
    acceptMinutes: integer("accept_minutes"),
    /** The order that this one was added to: both are made and handed over together. */
    goesWith: uuid("goes_with").references((): AnyPgColumn => orders.id, { onDelete: "set null" }),
    /** Changes by staff after acceptance, as shown to the kitchen. */
    kitchenChanges: textList("kitchen_changes"),
  },
  (t) => [
    uniqueIndex("orders_number_key").on(t.businessDate, t.number),
    uniqueIndex("orders_receipt_number_key")
      .on(t.receiptNumber)
      .where(sql`${t.receiptNumber} is not null`),
    index("orders_placed_idx").on(t.placedAt.desc(), t.id),
    index("orders_status_idx").on(t.status, t.placedAt),
    index("orders_cart_idx").on(t.cartId),
    index("orders_email_idx").on(t.emailKey),
    index("orders_phone_idx").on(t.phoneKey),
    index("orders_customer_idx").on(t.customerId, t.placedAt),
    index("orders_courier_idx")
      .on(t.courierId, t.completedAt)
      .where(sql`${t.courierId} is not null`),
    index("orders_goes_with_idx")
      .on(t.goesWith)
      .where(sql`${t.goesWith} is not null`),
    index("orders_search_idx").using("gin", sql`(${orderSearchText(t)}) gin_trgm_ops`),
    index("orders_open_idx")
      .on(t.createdAt)
      .where(sql`status = 'awaiting_payment' or pending_action is not null`),
    check(
      "orders_status_known",
      sql`${t.status} in ('awaiting_payment','abandoned','received','accepted','preparing','ready','out_for_delivery','completed','rejected','cancelled')`,
    ),
    check(
      "orders_payment_state_known",
      sql`${t.paymentState} in ('none','pending','authorized','captured','partially_refunded','refunded','voided','failed')`,
    ),
    check("orders_source_known", sql`${t.source} in ('web','telephone','counter')`),
    check("orders_paid_by_known", sql`${t.paidBy} in ('cash','terminal')`),
    check("orders_discount_range", sql`${t.promotionDiscountCents} between 0 and ${t.subTotalCents} + ${t.deliveryFeeCents}`),
    check(
      "orders_parts_not_negative",
      sql`${t.subTotalCents} >= 0 and ${t.deliveryFeeCents} >= 0 and ${t.taxCents} >= 0 and ${t.tipCents} >= 0`,
    ),
    check(
      "orders_total_is_its_parts",
      sql`${t.totalCents} = ${t.subTotalCents} + ${t.deliveryFeeCents} + ${t.tipCents} + case when ${t.isTaxIncluded} then 0 else ${t.taxCents} end`,
    ),
    check("orders_total_range", sql`${t.totalCents} between 0 and 99999999`),
    check("orders_refund_range", sql`${t.refundedCents} between 0 and ${t.capturedCents}`),
    check(
      "orders_received_has_number",
      sql`${t.status} in ('awaiting_payment','abandoned') or (${t.number} is not null and ${t.placedAt} is not null)`,
    ),
  ],
);

export const orderItems = pgTable(
  "order_items",
  {
    id: uuid("id").primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    /** No foreign key: the order outlives the product. */
    productId: integer("product_id").notNull(),
    name: text("name").notNull(),
    kitchenName: text("kitchen_name").notNull(),
    imageUrl: text("image_url"),
    quantity: integer("quantity").notNull(),
    /** Units taken from stock; null: not recorded by an earlier version. */
    stockTaken: integer("stock_taken"),
    /** Units taken from variants' stock. */
    variantsTaken: jsonb("variants_taken").$type<readonly VariantUnits[]>().notNull().default([]),
    /** The product's price when bought: per piece, or per unit of weight. */
    basePriceCents: integer("base_price_cents").notNull(),
    unitPriceCents: integer("unit_price_cents").notNull(),
    lineTotalCents: integer("line_total_cents").notNull(),
    discountCents: integer("discount_cents").notNull(),
    taxRatePpm: integer("tax_rate_ppm").notNull(),
    taxCents: integer("tax_cents").notNull(),
    note: text("note").notNull().default(""),
    isFreeItem: boolean("is_free_item").notNull().default(false),
    options: jsonb("options").$type<readonly SelectedOption[]>().notNull().default([]),
    /** As chosen, for "order again". */
    choices: jsonb("choices").$type<readonly Choice[]>().notNull().default([]),
    /** Only of a line sold by weight, which is one piece; null: sold by the piece. */
    weight: jsonb("weight").$type<LineWeight>(),
  },
  (t) => [
    index("order_items_order_idx").on(t.orderId, t.position),
    index("order_items_product_idx").on(t.productId),
    check("order_items_quantity_range", sql`${t.quantity} between 1 and 9999`),
    check("order_items_discount_range", sql`${t.discountCents} between 0 and ${t.lineTotalCents}`),
  ],
);

/** Append-only history of an order for timeline, audit and time reports. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    at: instant("at").notNull().defaultNow(),
    actor: text("actor").$type<OrderActor>().notNull(),
    actorUserId: integer("actor_user_id"),
    actorName: text("actor_name").notNull().default(""),
    event: text("event").notNull(),
    fromStatus: text("from_status").$type<OrderStatus>(),
    toStatus: text("to_status").$type<OrderStatus>().notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index("order_events_order_idx").on(t.orderId, t.id)],
);

export const refunds = pgTable(
  "refunds",
  {
    id: uuid("id").primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    amountCents: integer("amount_cents").notNull(),
    /** The provider's status; "pending" also before its response. */
    status: text("status").$type<RefundStatus>().notNull(),
    providerRefundId: text("provider_refund_id").unique(),
    itemIds: jsonb("item_ids").$type<readonly string[]>().notNull().default([]),
    /** Refunded quantity per item; items not listed were refunded completely. */
    itemQuantities: jsonb("item_quantities").$type<Readonly<Record<string, number>>>().notNull().default({}),
    reason: text("reason").notNull().default(""),
    userId: integer("user_id"),
    userName: text("user_name").notNull().default(""),
    createdAt: createdAt(),
    settledAt: instant("settled_at"),
    /** Request time of the response with this status. */
    saidAt: instant("said_at"),
  },
  (t) => [index("refunds_order_idx").on(t.orderId), check("refunds_amount_positive", sql`${t.amountCents} > 0`)],
);

/**
 * Business days precomputed in `order_facts`. A trigger on `orders` removes a day in the transaction that changes its orders; the job adds it again.
 */
export const orderDays = pgTable(
  "order_days",
  {
    startsAt: instant("starts_at").primaryKey(),
    /** Exclusive. After a time zone change, days with the old bounds are removed over time. */
    endsAt: instant("ends_at").notNull(),
    /** The version of the report query that computed it; other versions are recomputed. */
    queryVersion: integer("query_version").notNull().default(1),
  },
  (t) => [check("order_days_range", sql`${t.startsAt} < ${t.endsAt}`)],
);

/** One value of a precomputed day, as the report query computes it. */
export const orderFacts = pgTable(
  "order_facts",
  {
    startsAt: instant("starts_at")
      .notNull()
      .references(() => orderDays.startsAt, { onDelete: "cascade" }),
    kind: text("kind").$type<FactKind>().notNull(),
    /** The counted thing: a product id, an hour, a reason. */
    key: text("key").notNull(),
    /** Its name at the time, if the key is not readable. */
    label: text("label").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    /** Cents; seconds for sums of durations. */
    amount: bigint("amount", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.startsAt, t.kind, t.key] })],
);

/** Last number given per business day. */
export const orderCounters = pgTable("order_counters", {
  businessDate: date("business_date", { mode: "string" }).primaryKey(),
  last: integer("last").notNull(),
});

/** One row: the last receipt number given. */
export const receiptCounter = pgTable(
  "receipt_counter",
  {
    id: boolean("id").primaryKey().default(true),
    last: integer("last").notNull(),
  },
  (t) => [check("receipt_counter_one_row", sql`${t.id}`)],
);

/** Provider events by id; a redelivery finds the row and changes nothing. */
export const webhookInbox = pgTable("webhook_inbox", {
  eventId: text("event_id").primaryKey(),
  type: text("type").notNull(),
  body: jsonb("body").notNull(),
  receivedAt: instant("received_at").notNull().defaultNow(),
  processedAt: instant("processed_at"),
});
