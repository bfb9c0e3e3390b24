import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, textList, updatedAt, version } from "#app/platform/db/columns.ts";

/**
 * One row per person who ordered. A trigger on `orders` creates it and sets `orders.customer_id` when an order is placed
 * (docs/decisions/0024-customers.md). Counts and amounts are computed from the orders.
 */
export const customers = pgTable("customers", {
  id: id(),
  version: version(),
  name: text("name").notNull(),
  /** As typed in the newest order. */
  email: text("email").notNull(),
  phone: text("phone").notNull(),
  /** For staff only. */
  notes: text("notes").notNull().default(""),
  allergies: text("allergies").notNull().default(""),
  tags: textList("tags"),
  /** Orders by any of its contacts are refused. */
  isBlocked: boolean("is_blocked").notNull().default(false),
  blockedReason: text("blocked_reason").notNull().default(""),
  /** Whether the customer agrees to marketing emails; null: not asked. */
  marketingConsent: text("marketing_consent").$type<"given" | "withdrawn">(),
  consentSource: text("consent_source").notNull().default(""),
  /** When this answer was recorded. */
  consentAt: instant("consent_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Normalised emails and phone numbers (`customerKeys`); each belongs to one customer. */
export const customerContacts = pgTable(
  "customer_contacts",
  {
    key: text("key").primaryKey(),
    customerId: integer("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
  },
  (t) => [index("customer_contacts_customer_idx").on(t.customerId)],
);

/**
 * Access to the orders of an email address for the owner of the mailbox: a request, then a single-use link, then a session of the browser
 * that used the link. Only the SHA-256 of a token is stored.
 */
export const myOrdersAccess = pgTable(
  "my_orders_access",
  {
    id: uuid("id").primaryKey(),
    /** As typed, in lower case: the access is for this address, not for others with the same key. */
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    /** Null until the email with the link is created. */
    tokenHash: text("token_hash").unique(),
    isSession: boolean("is_session").notNull().default(false),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("my_orders_access_email_idx").on(t.emailKey), index("my_orders_access_expires_idx").on(t.expiresAt)],
);
