import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { products } from "#app/catalogue/data/tables.ts";
import type { ReviewStatus } from "#app/content/domain/review.ts";
import { createdAt, id, updatedAt, version } from "#app/platform/db/columns.ts";

/** site_top_menu and site_footer_menu; `items` is checked by domain/menu.schema.ts. */
export const menus = pgTable("menus", {
  name: text("name").primaryKey(),
  items: jsonb("items").notNull(),
  version: version(),
  updatedAt: updatedAt(),
});

/** Every version a menu ever had. */
export const menuVersions = pgTable(
  "menu_versions",
  {
    name: text("name").notNull(),
    version: integer("version").notNull(),
    items: jsonb("items").notNull(),
    savedBy: text("saved_by").notNull().default(""),
    savedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.name, t.version] })],
);

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

export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    orderItemId: uuid("order_item_id").unique(),
    authorName: text("author_name").notNull(),
    rating: integer("rating").notNull(),
    body: text("body").notNull().default(""),
    isVerified: boolean("is_verified").notNull().default(false),
    status: text("status").$type<ReviewStatus>().notNull().default("pending"),
    createdAt: createdAt(),
  },
  (t) => [
    index("reviews_product_idx").on(t.productId, t.status, t.createdAt),
    check("reviews_rating_range", sql`${t.rating} between 1 and 5`),
  ],
);
