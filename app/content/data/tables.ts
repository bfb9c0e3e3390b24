import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, updatedAt, version, id } from "#app/platform/db/columns.ts";

/** One row per stored site setting; absent = its default. A secret's value is `{sealed: "…"}` (AES-256-GCM), never plain text. */
export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: updatedAt(),
});

/** site_top_menu and site_footer_menu; `items` is checked by domain/menu.schema.ts. */
export const menus = pgTable("menus", {
  name: text("name").primaryKey(),
  items: jsonb("items").notNull(),
  version: version(),
  updatedAt: updatedAt(),
});

export const pages = pgTable("pages", {
  id: id(),
  slug: text("slug").notNull().unique(),
  title: text("title").notNull(),
  html: text("html").notNull(),
  summary: text("summary").notNull().default(""),
  status: text("status").$type<"draft" | "published">().notNull(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
