import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Counted } from "#app/orders/domain/closing/counted.ts";
import { id, instant } from "#app/platform/db/columns.ts";

/** Closed business days. A trigger refuses every change of a row except its reopening, once (docs/rules/end-of-day.md). Contains no customer data. */
export const dayClosings = pgTable(
  "day_closings",
  {
    id: id(),
    /** 1, 2, 3 without gaps. */
    number: integer("number").notNull(),
    /** 1, then one more each time the day is reopened and closed again. */
    version: integer("version").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    startsAt: instant("starts_at").notNull(),
    /** Exclusive. */
    endsAt: instant("ends_at").notNull(),
    /** The currency of its amounts, as a lower-case code. */
    currency: text("currency").notNull().default("usd"),
    closedAt: instant("closed_at").notNull(),
    closedById: integer("closed_by_id"),
    closedByName: text("closed_by_name").notNull(),
    counted: jsonb("counted").$type<Counted>().notNull(),
    // Sums of a day: in currencies with small units they exceed the range of an integer.
    floatCents: bigint("float_cents", { mode: "number" }).notNull(),
    terminalCents: bigint("terminal_cents", { mode: "number" }).notNull(),
    countedCashCents: bigint("counted_cash_cents", { mode: "number" }).notNull(),
    expectedCashCents: bigint("expected_cash_cents", { mode: "number" }).notNull(),
    note: text("note").notNull(),
    reopenedAt: instant("reopened_at"),
    reopenedById: integer("reopened_by_id"),
    reopenedByName: text("reopened_by_name"),
    reopenedBecause: text("reopened_because"),
  },
  (t) => [
    unique("day_closings_version_key").on(t.number, t.version),
    uniqueIndex("day_closings_number_key")
      .on(t.number)
      .where(sql`reopened_at is null`),
    uniqueIndex("day_closings_day_key")
      .on(t.day)
      .where(sql`reopened_at is null`),
    check("day_closings_from_one", sql`${t.number} >= 1 and ${t.version} >= 1`),
    check("day_closings_range", sql`${t.startsAt} <= ${t.endsAt}`),
    check(
      "day_closings_reopened_whole",
      sql`(${t.reopenedAt} is null) = (${t.reopenedByName} is null) and (${t.reopenedAt} is null) = (${t.reopenedBecause} is null)`,
    ),
  ],
);

/** The amounts that each order adds to a closed day. A trigger allows only inserts, and deletes when the day is reopened. */
export const dayClosingOrders = pgTable(
  "day_closing_orders",
  {
    closingId: integer("closing_id")
      .notNull()
      .references(() => dayClosings.id),
    /** No foreign key: the books outlive the order. */
    orderId: uuid("order_id").notNull(),
    /** The difference to the amounts that earlier days count of it. */
    counted: jsonb("counted").$type<Counted>().notNull(),
    /** Whether the order is a sale for this day; a later day counts the difference. */
    isSale: boolean("is_sale").notNull(),
    capturedCents: integer("captured_cents").notNull(),
    refundedCents: integer("refunded_cents").notNull(),
  },
  (t) => [primaryKey({ columns: [t.closingId, t.orderId] }), index("day_closing_orders_order_idx").on(t.orderId, t.closingId)],
);
