import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { OutsideService } from "#app/store/domain/connection.ts";
import { createdAt, instant, updatedAt } from "#app/platform/db/columns.ts";

/** One row per stored site setting; absent = its default. A secret's value is `{sealed: "…"}` (AES-256-GCM), never plain text. */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: updatedAt(),
});

/** The outcome of the last call to each outside service, written on change and at most once a minute. */
export const connections = pgTable("connections", {
  service: text("service").$type<OutsideService>().primaryKey(),
  /** Identifies the key of the call: results of another key do not count. */
  keyMark: text("key_mark").notNull(),
  /** `refused`: the service does not accept the key. `silent`: it does not respond. */
  state: text("state").$type<"works" | "refused" | "silent">().notNull(),
  /** The service's error message; "" while it works. */
  reason: text("reason").notNull().default(""),
  /** Start of the current state. */
  since: instant("since").notNull(),
  checkedAt: instant("checked_at").notNull(),
});

/** Times for which staff accept no more orders. */
export const closedSlots = pgTable("closed_slots", {
  /** Inclusive. */
  startsAt: instant("starts_at").primaryKey(),
  /** Exclusive. */
  endsAt: instant("ends_at").notNull(),
  userId: integer("user_id"),
  userName: text("user_name").notNull().default(""),
  createdAt: createdAt(),
});
