import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { OutsideService } from "#app/store/domain/connection.ts";
import { createdAt, instant, updatedAt } from "#app/platform/db/columns.ts";

/** One row per stored site setting; absent = its default. A secret's value is `{sealed: "…"}` (AES-256-GCM), never plain text. */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: updatedAt(),
});

/** How the last call to each outside service went, written when it changes and once a minute at most. */
export const connections = pgTable("connections", {
  service: text("service").$type<OutsideService>().primaryKey(),
  /** Stands for the key that was used: what was heard about another one says nothing. */
  keyMark: text("key_mark").notNull(),
  /** `refused`: the service does not take the key. `silent`: it does not answer. */
  state: text("state").$type<"works" | "refused" | "silent">().notNull(),
  /** The service's error message; "" while it works. */
  reason: text("reason").notNull().default(""),
  /** Since when it is in this state. */
  since: instant("since").notNull(),
  checkedAt: instant("checked_at").notNull(),
});

/** Times for which staff take no further orders. */
export const closedSlots = pgTable("closed_slots", {
  /** The first instant of the slot. */
  startsAt: instant("starts_at").primaryKey(),
  /** Not included. */
  endsAt: instant("ends_at").notNull(),
  userId: integer("user_id"),
  userName: text("user_name").notNull().default(""),
  createdAt: createdAt(),
});
