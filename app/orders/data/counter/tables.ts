import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, version } from "#app/platform/db/columns.ts";
import { sessions, users } from "#app/staff/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";

/** Staff browsers that poll for new orders, by their own id; tabs share the id. */
export const listeningScreens = pgTable(
  "listening_screens",
  {
    id: uuid("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    seenAt: instant("seen_at").notNull(),
    /** Last poll with sound on; only such devices alert. */
    heardAt: instant("heard_at"),
  },
  (t) => [index("listening_screens_seen_idx").on(t.seenAt), index("listening_screens_user_idx").on(t.userId)],
);

/** VAPID keys, created at first use; the private one is encrypted. */
export const pushKeys = pgTable(
  "push_keys",
  {
    id: integer("id").primaryKey().default(1),
    publicKey: text("public_key").notNull(),
    sealedPrivateKey: text("sealed_private_key").notNull(),
    createdAt: createdAt(),
  },
  (t) => [check("push_keys_only_one", sql`${t.id} = 1`)],
);

/** Devices with push notifications. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The session that enabled it; signing out ends notifications. Null: unknown, so no notifications. */
    sessionId: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    /** The device's URL at its push service; with the keys it allows sending. */
    endpoint: text("endpoint").notNull().unique(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** "Chrome on Android", for the list of devices. */
    device: text("device").notNull().default(""),
    createdAt: createdAt(),
    lastSentAt: instant("last_sent_at"),
  },
  (t) => [index("push_subscriptions_user_idx").on(t.userId), index("push_subscriptions_session_idx").on(t.sessionId)],
);

/** Receipt printers in the local network (ESC/POS). */
export const printers = pgTable(
  "printers",
  {
    id: id(),
    name: text("name").notNull(),
    host: text("host").notNull(),
    port: integer("port").notNull().default(9100),
    /** Prints only this station's lines; null: the whole order. */
    station: text("station"),
    /** Characters in a line. */
    columns: integer("columns").notNull().default(48),
    isOn: boolean("is_on").notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [check("printers_port_range", sql`${t.port} between 1 and 65535`), check("printers_columns_known", sql`${t.columns} in (42, 48)`)],
);

/** A ticket for a printer: one automatic per order and printer, more when staff print again. */
export const printJobs = pgTable(
  "print_jobs",
  {
    id: uuid("id").primaryKey(),
    printerId: integer("printer_id")
      .notNull()
      .references(() => printers.id, { onDelete: "cascade" }),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** 0 = the automatic ticket. */
    copy: integer("copy").notNull().default(0),
    tries: integer("tries").notNull().default(0),
    /** The printer's last error; "" if none. */
    error: text("error").notNull().default(""),
    createdAt: createdAt(),
    printedAt: instant("printed_at"),
    /** No more attempts: staff must check the printer. */
    failedAt: instant("failed_at"),
  },
  (t) => [
    unique("print_jobs_once").on(t.orderId, t.printerId, t.copy),
    index("print_jobs_printer_idx").on(t.printerId),
    index("print_jobs_failed_idx")
      .on(t.failedAt)
      .where(sql`failed_at is not null`),
  ],
);

/** A station has finished its part of an order. */
export const stationsDone = pgTable(
  "stations_done",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    station: text("station").notNull(),
    at: instant("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.station] })],
);
