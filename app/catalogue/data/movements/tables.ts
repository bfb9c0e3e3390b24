import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { products } from "#app/catalogue/data/tables.ts";
import type { MovementReason } from "#app/catalogue/domain/variants/stock-movement.ts";
import { instant } from "#app/platform/db/columns.ts";

/** Every change of stock. Triggers write it in the transaction of the change (`STOCK_REASON` in stock.server.ts). */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** No foreign key: it may be deleted. null: the product itself. */
    variantId: integer("variant_id"),
    /** null = not counted. */
    before: integer("before"),
    after: integer("after"),
    reason: text("reason").$type<MovementReason>().notNull(),
    /** No foreign key: the movement outlives the order. */
    orderId: uuid("order_id"),
    /** Who changed it: of the history entry of the same transaction; "" = nobody of staff. */
    userName: text("user_name").notNull().default(""),
    /** The same user's id. No foreign key: the movement outlives the account. null: nobody of staff, or written by an earlier release. */
    userId: integer("user_id"),
    /** The stock-taking that it belongs to, numbered by the page that sent it. */
    stockTaking: uuid("stock_taking"),
    /** Number of the transaction. */
    transaction: bigint("transaction", { mode: "number" })
      .notNull()
      .default(sql`txid_current()`),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("stock_movements_product_idx").on(t.productId, t.id),
    index("stock_movements_at_idx").on(t.at),
    index("stock_movements_transaction_idx")
      .on(t.transaction)
      .where(sql`${t.userName} = ''`),
    check("stock_movements_reason_known", sql`${t.reason} in ('order','return','refund','edit','import','stock-taking')`),
  ],
);

/** Low stock that staff were told of by email. The row goes when there is more again. */
export const lowStockNotices = pgTable(
  "low_stock_notices",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** 0: the product itself. No foreign key: a variant may be deleted. */
    variantId: integer("variant_id").notNull(),
    at: instant("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.variantId] })],
);
