import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "#app/platform/db/columns.ts";

/** One row per stored site setting; absent = its default. A secret's value is `{sealed: "…"}` (AES-256-GCM), never plain text. */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: updatedAt(),
});
