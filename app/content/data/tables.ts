import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { products } from "#app/catalogue/data/tables.ts";
import type { HomeLayout } from "#app/content/domain/home.ts";
import type { PageContent } from "#app/content/domain/page.ts";
import type { ReviewStatus, SpamSign } from "#app/content/domain/review.ts";
import { createdAt, id, instant, updatedAt, version } from "#app/platform/db/columns.ts";

/** site_top_menu and site_footer_menu; `items` is checked by domain/menu.schema.ts. */
export const menus = pgTable("menus", {
  name: text("name").primaryKey(),
  items: jsonb("items").notNull(),
  version: version(),
  updatedAt: updatedAt(),
});

/** Every saved version of a menu. */
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
  seoTitle: text("seo_title").notNull().default(""),
  seoDescription: text("seo_description").notNull().default(""),
  /** The home page's content above the menu; null for every other page. */
  home: jsonb("home").$type<HomeLayout>(),
  /** Unpublished changes; null = none. A draft page has its changes in the columns. */
  draft: jsonb("draft").$type<PageContent>(),
  /** Scheduled publication of the changes; null = published manually. */
  publishAt: instant("publish_at"),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Former public addresses of a page; they redirect to its current one. */
export const pageRedirects = pgTable(
  "page_redirects",
  {
    slug: text("slug").primaryKey(),
    pageId: integer("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [index("page_redirects_page_idx").on(t.pageId)],
);

export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    orderItemId: uuid("order_item_id").unique(),
    orderId: uuid("order_id"),
    authorName: text("author_name").notNull(),
    rating: integer("rating").notNull(),
    body: text("body").notNull().default(""),
    isVerified: boolean("is_verified").notNull().default(false),
    status: text("status").$type<ReviewStatus>().notNull().default("pending"),
    /** Why it looks like spam; null = it does not. */
    spamSign: text("spam_sign").$type<SpamSign>(),
    reply: text("reply").notNull().default(""),
    repliedAt: instant("replied_at"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("reviews_product_idx").on(t.productId, t.status, t.createdAt),
    index("reviews_queue_idx").on(t.status, t.createdAt),
    uniqueIndex("reviews_order_product_key").on(t.orderId, t.productId),
    check("reviews_rating_range", sql`${t.rating} between 1 and 5`),
  ],
);
