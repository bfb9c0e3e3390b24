import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { orders } from "#app/orders/data/tables.ts";
import { instant, createdAt } from "#app/platform/db/columns.ts";

/** One row per email, inserted in the transaction of the event it reports; `dedupeKey` prevents duplicates. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    orderId: uuid("order_id").references(() => orders.id, { onDelete: "cascade" }),
    recipient: text("recipient").notNull(),
    dedupeKey: text("dedupe_key").notNull().unique(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    status: text("status").$type<"queued" | "sent" | "failed">().notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    subject: text("subject"),
    html: text("html"),
    plainText: text("plain_text"),
    /** How it was sent: "sendgrid", "smtp" or "outbox" (stored only, no provider set). */
    transport: text("transport"),
    createdAt: createdAt(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    index("mail_outbox_created_idx").on(t.createdAt),
    index("mail_outbox_order_idx").on(t.orderId),
    // Every page of the staff area counts them.
    index("mail_outbox_failed_idx")
      .on(t.createdAt)
      .where(sql`status = 'failed'`),
  ],
);
