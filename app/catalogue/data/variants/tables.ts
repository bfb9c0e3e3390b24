import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { products } from "#app/catalogue/data/tables.ts";
import { id, instant } from "#app/platform/db/columns.ts";

/**
 * A combination of a product's options with its own SKU, barcode, stock, vendor, weight and cost. Database triggers keep `option_ids` and
 * `gone_at` in sync with options, links and copies.
 */
export const productVariants = pgTable(
  "product_variants",
  {
    id: id(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Sorted. Options of linked templates or of copies that the product has now. */
    optionIds: integer("option_ids").array().notNull(),
    /** Unique ignoring case, also among products. */
    sku: text("sku"),
    barcode: text("barcode"),
    /** null = not counted. */
    stock: integer("stock"),
    /** Stock level that counts as low; null = the product's level. */
    lowStock: integer("low_stock"),
    /** These three: null = the product's. */
    vendor: text("vendor"),
    weightGrams: integer("weight_grams"),
    costCents: integer("cost_cents"),
    /** Time when one of its options was removed. It returns with the option, and is deleted after 30 days. */
    goneAt: instant("gone_at"),
  },
  (t) => [
    uniqueIndex("product_variants_options_key").on(t.productId, t.optionIds),
    uniqueIndex("product_variants_sku_key")
      .on(sql`lower(${t.sku})`)
      .where(sql`${t.goneAt} is null`),
    index("product_variants_barcode_idx")
      .on(t.barcode)
      .where(sql`${t.barcode} is not null`),
    index("product_variants_gone_idx")
      .on(t.goneAt)
      .where(sql`${t.goneAt} is not null`),
    index("product_variants_low_idx")
      .on(t.productId)
      .where(sql`${t.lowStock} is not null`),
    check("product_variants_stock_not_negative", sql`${t.stock} >= 0`),
    check("product_variants_low_stock_not_negative", sql`${t.lowStock} >= 0`),
    check("product_variants_weight_positive", sql`${t.weightGrams} > 0`),
    check("product_variants_cost_range", sql`${t.costCents} between 0 and 9999999`),
    check("product_variants_has_options", sql`cardinality(${t.optionIds}) > 0`),
  ],
);
