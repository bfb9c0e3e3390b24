import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, textList, updatedAt, version } from "#app/platform/db/columns.ts";

/** Endpoints of other programs that receive order events. */
export const webhooks = pgTable("webhooks", {
  id: id(),
  url: text("url").notNull(),
  events: textList("events"),
  isOn: boolean("is_on").notNull().default(true),
  /** Encrypted; signs the messages. */
  secret: text("secret").notNull(),
  /** Start of the current series of failed attempts; null = the last one succeeded. */
  failingSince: instant("failing_since"),
  /** Switched off by the shop after failing for days. */
  isGivenUp: boolean("is_given_up").notNull().default(false),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Sent and waiting deliveries, written together with the order's change. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    webhookId: integer("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    event: text("event").notNull(),
    orderId: uuid("order_id"),
    body: text("body").notNull(),
    status: text("status", { enum: ["waiting", "delivered", "failed"] })
      .notNull()
      .default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** Status of the last attempt; null = no response. */
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
    triedAt: instant("tried_at"),
    createdAt: createdAt(),
  },
  (t) => [index("webhook_deliveries_webhook_idx").on(t.webhookId, t.createdAt), index("webhook_deliveries_created_idx").on(t.createdAt)],
);
