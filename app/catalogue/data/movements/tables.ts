import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
      .where(sql`${t.userName} = '' and ${t.reason} = 'edit'`),
    check("stock_movements_reason_known", sql`${t.reason} in ('order','return','edit','import')`),
  ],
);
