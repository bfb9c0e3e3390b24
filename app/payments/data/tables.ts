import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { PaymentProblemKind } from "#app/payments/domain/payment-problem.ts";
import type { IntentStatus } from "#app/payments/domain/provider-status.ts";
import { createdAt, instant } from "#app/platform/db/columns.ts";

/** The mirror of payment intents: what was requested, its current goal, and the provider's last response. Committed before the request. */
export const paymentIntents = pgTable(
  "payment_intents",
  {
    id: uuid("id").primaryKey(),
    /** No foreign key: payments is a module below orders. */
    orderId: uuid("order_id").notNull(),
    gateway: text("gateway").$type<"stripe" | "simulator">().notNull(),
    /** Idempotency key of the creation: repeating makes no second intent. */
    idempotencyKey: text("idempotency_key").notNull().unique(),
    amountCents: integer("amount_cents").notNull(),
    /** void: to be cancelled, or refunded if captured. */
    wanted: text("wanted").$type<"pay" | "void">().notNull().default("pay"),
    /** The provider's id; null until its response was read. */
    providerId: text("provider_id").unique(),
    status: text("status").$type<IntentStatus>(),
    /** The provider's amount; may differ after a change there. */
    saidAmountCents: integer("said_amount_cents"),
    receivedCents: integer("received_cents").notNull().default(0),
    capturableCents: integer("capturable_cents").notNull().default(0),
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** Epoch seconds, as the provider reports them. */
    providerCreated: bigint("provider_created", { mode: "number" }),
    captureBefore: bigint("capture_before", { mode: "number" }),
    card: text("card"),
    lastError: text("last_error"),
    isLive: boolean("is_live"),
    isDisputed: boolean("is_disputed").notNull().default(false),
    isDisputeLost: boolean("is_dispute_lost").notNull().default(false),
    /** The time of the request whose response is stored. */
    saidAt: instant("said_at"),
    /** For voids: attempts so far, the next one (null: none), and since when nothing is left to do. */
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at"),
    closedAt: instant("closed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("payment_intents_order_idx").on(t.orderId),
    index("payment_intents_undo_idx")
      .on(t.nextTryAt)
      .where(sql`wanted = 'void' and closed_at is null`),
    check("payment_intents_wanted_known", sql`${t.wanted} in ('pay', 'void')`),
    check("payment_intents_amount_positive", sql`${t.amountCents} >= 0`),
  ],
);

/** Needs staff: open until resolved by a user or the system. */
export const paymentProblems = pgTable(
  "payment_problems",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    kind: text("kind").$type<PaymentProblemKind>().notNull(),
    orderId: uuid("order_id"),
    /** The provider's id of the payment. */
    intentId: text("intent_id"),
    refundId: uuid("refund_id"),
    amountCents: integer("amount_cents").notNull().default(0),
    /** For staff: what happened and what they can do. */
    what: text("what").notNull(),
    /** The text that the customer sees on the order's page. */
    told: text("told").notNull().default(""),
    openedAt: instant("opened_at").notNull(),
    settledAt: instant("settled_at"),
    settledBy: text("settled_by").notNull().default(""),
    settlement: text("settlement").notNull().default(""),
  },
  (t) => [
    /** A repeated problem stays one open problem. */
    uniqueIndex("payment_problems_open_key")
      .on(t.kind, sql`coalesce(${t.orderId}::text, '')`, sql`coalesce(${t.refundId}::text, ${t.intentId}, '')`)
      .where(sql`settled_at is null`),
    index("payment_problems_order_idx").on(t.orderId),
  ],
);
