import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, type AnyPgColumn } from "drizzle-orm/pg-core";
import type { CustomizationKind, CustomizationOverrides } from "#app/catalogue/domain/customization/customization.ts";
import type { CustomizationCopy } from "#app/catalogue/domain/customization/customization-copy.ts";
import type { WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { instant, createdAt, updatedAt, version, id, textList } from "#app/platform/db/columns.ts";
import { media } from "#app/media/data/tables.ts";

export const categories = pgTable(
  "categories",
  {
    id: id(),
    parentId: integer("parent_id").references((): AnyPgColumn => categories.id, { onDelete: "restrict" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    mediaId: integer("media_id").references(() => media.id, { onDelete: "set null" }),
    /** 0–359, tints initial tiles and picture backgrounds. */
    hue: integer("hue").notNull().default(160),
    position: integer("position").notNull().default(0),
    isHidden: boolean("is_hidden").notNull().default(false),
    /** Order hours of its products; null: always. */
    hours: jsonb("hours").$type<WeeklyHours>(),
    /** Kitchen station of its products; null: inherited, or the kitchen. */
    station: text("station"),
    /** Import key such as "shopify:type:shirts", against duplicates. */
    importKey: text("import_key").unique(),
    /** Hash of the call's Idempotency-Key and body; null: not created by a call. */
    callKey: text("call_key").unique(),
    callHash: text("call_hash"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("categories_parent_idx").on(t.parentId, t.position),
    index("categories_media_idx").on(t.mediaId),
    check("categories_not_own_parent", sql`${t.parentId} <> ${t.id}`),
  ],
);

export const products = pgTable(
  "products",
  {
    id: id(),
    name: text("name").notNull(),
    kitchenName: text("kitchen_name"),
    /** One line for cards. */
    summary: text("summary").notNull().default(""),
    /** Sanitized HTML. */
    descriptionHtml: text("description_html").notNull().default(""),
    /** Per piece, or per `weightUnit`. */
    priceCents: integer("price_cents").notNull(),
    /** Compare-at price; null: no sale. */
    compareAtCents: integer("compare_at_cents"),
    /** "standard", "zero", or a reduced rate's key. */
    taxClass: text("tax_class").notNull().default("standard"),
    isHidden: boolean("is_hidden").notNull().default(false),
    isSoldOut: boolean("is_sold_out").notNull().default(false),
    /** null with isSoldOut = indefinitely. */
    soldOutUntil: instant("sold_out_until"),
    /** null = not counted. */
    stock: integer("stock"),
    allergens: textList("allergens"),
    dietaryTags: textList("dietary_tags"),
    tags: textList("tags"),
    calories: integer("calories"),
    /** Unique ignoring case; null: none. */
    sku: text("sku"),
    barcode: text("barcode"),
    vendor: text("vendor"),
    weightGrams: integer("weight_grams"),
    /** Purchase cost per unit; visible only to staff who edit products. */
    costCents: integer("cost_cents"),
    /** Order hours; null: those of its categories and the shop. */
    hours: jsonb("hours").$type<WeeklyHours>(),
    /** Minimum hours between ordering and the order's time; 0: no lead time. */
    leadHours: integer("lead_hours").notNull().default(0),
    /** Largest quantity in one order; null: no limit. */
    maxPerOrder: integer("max_per_order"),
    isPickupOnly: boolean("is_pickup_only").notNull().default(false),
    /** Stock level of the product or a variant that counts as low; null: never. */
    lowStock: integer("low_stock"),
    /** The price is per this unit of weight; null: per piece. */
    weightUnit: text("weight_unit").$type<WeightUnit>(),
    /** One cart step and the least weight, in grams or hundredths of a pound; null: the unit's default step, one step. */
    weightStep: integer("weight_step"),
    weightMin: integer("weight_min"),
    /** Kitchen station; null: its category's. */
    station: text("station"),
    /** SEO title and description; empty: name and summary. */
    seoTitle: text("seo_title").notNull().default(""),
    seoDescription: text("seo_description").notNull().default(""),
    /** Suggested products for carts, best first; deleted ids are ignored. */
    goesWith: integer("goes_with")
      .array()
      .notNull()
      .default(sql`'{}'`),
    isPopular: boolean("is_popular").notNull().default(false),
    position: integer("position").notNull().default(0),
    importKey: text("import_key").unique(),
    /** Values of the last import, to detect changes of the file. */
    importHash: text("import_hash"),
    /** Path of its page in the previous shop, such as "product/green-tea"; it redirects to the product. */
    oldPath: text("old_path"),
    /** Hash of the call's Idempotency-Key and body; null: not created by a call. */
    callKey: text("call_key").unique(),
    callHash: text("call_hash"),
    /** In the bin since; deleted after 30 days. */
    deletedAt: instant("deleted_at"),
    /** Only read by earlier releases; lists are sorted by `product_fold(name)`, lower case without accents. */
    nameKey: text("name_key").generatedAlwaysAs(sql`lower(name)`),
    /** Generated for searching staff lists, lower case. */
    searchText: text("search_text").generatedAlwaysAs(sql`product_search_text(name, kitchen_name, tags)`),
    /** Only for releases before 0.5; searches use `product_search`. */
    shopSearch: text("shop_search").generatedAlwaysAs(sql`product_shop_text(name, summary, tags)`),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("products_position_idx").on(t.position, t.id),
    index("products_popular_idx")
      .on(t.position, t.id)
      .where(sql`${t.isPopular} and not ${t.isHidden} and ${t.deletedAt} is null`),
    // Few products are hidden, so lists and counts subtract them using this index.
    index("products_unshown_idx")
      .on(t.id)
      .where(sql`${t.isHidden} or ${t.deletedAt} is not null`),
    index("products_sold_out_until_idx")
      .on(t.soldOutUntil)
      .where(sql`${t.isSoldOut}`),
    ...(
      [
        ["name", sql`product_fold(${t.name})`, sql`${t.deletedAt} is null`],
        ["price", t.priceCents, sql`${t.deletedAt} is null`],
        ["created", t.createdAt, sql`${t.deletedAt} is null`],
        ["updated", t.updatedAt, sql`${t.deletedAt} is null`],
        ["stock", t.stock, sql`${t.deletedAt} is null`],
        ["hidden", sql`product_fold(${t.name})`, sql`${t.deletedAt} is null and ${t.isHidden}`],
        ["sold_out", sql`product_fold(${t.name})`, sql`${t.deletedAt} is null and (${t.isSoldOut} or ${t.stock} = 0)`],
        ["low_stock", sql`product_fold(${t.name})`, sql`${t.deletedAt} is null and ${t.lowStock} is not null`],
        ["tax_class", t.taxClass, sql`${t.deletedAt} is null and ${t.taxClass} <> 'standard'`],
      ] as const
    ).map(([name, column, where]) => index(`products_${name}_idx`).on(column, t.id).where(where)),
    uniqueIndex("products_sku_key").on(sql`lower(${t.sku})`),
    index("products_barcode_idx")
      .on(t.barcode)
      .where(sql`${t.barcode} is not null`),
    index("products_tags_idx").using("gin", t.tags),
    index("products_search_idx").using("gin", t.searchText.op("gin_trgm_ops")),
    index("products_deleted_idx")
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    index("products_old_path_idx")
      .on(t.oldPath)
      .where(sql`${t.oldPath} is not null`),
    index("products_hours_idx")
      .on(t.id)
      .where(sql`${t.hours} is not null`),
    check("products_compare_at_range", sql`${t.compareAtCents} between 1 and 9999999`),
    check("products_price_range", sql`${t.priceCents} between 0 and 9999999`),
    check("products_stock_not_negative", sql`${t.stock} >= 0`),
    check("products_weight_not_negative", sql`${t.weightGrams} >= 0`),
    check("products_lead_hours_range", sql`${t.leadHours} between 0 and 720`),
    check("products_max_per_order_positive", sql`${t.maxPerOrder} >= 1`),
    check("products_low_stock_not_negative", sql`${t.lowStock} >= 0`),
    check("products_cost_range", sql`${t.costCents} between 0 and 9999999`),
  ],
);

export const productCategories = pgTable(
  "product_categories",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    categoryId: integer("category_id")
      .notNull()
      .references(() => categories.id, { onDelete: "cascade" }),
    position: integer("position").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.categoryId] }),
    index("product_categories_place_idx").on(t.categoryId, t.position, t.productId),
  ],
);

export const productMedia = pgTable(
  "product_media",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    mediaId: integer("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    position: integer("position").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.productId, t.mediaId] }), index("product_media_media_idx").on(t.mediaId)],
);

export const customizationTemplates = pgTable(
  "customization_templates",
  {
    id: id(),
    /** Permanent key for configuration files. */
    key: text("key")
      .notNull()
      .unique()
      .default(sql`left(md5(gen_random_uuid()::text), 10)`),
    name: text("name").notNull(),
    title: text("title").notNull(),
    help: text("help").notNull().default(""),
    kind: text("kind").$type<CustomizationKind>().notNull(),
    minSelect: integer("min_select").notNull().default(0),
    maxSelect: integer("max_select"),
    maxPerOption: integer("max_per_option"),
    freeCount: integer("free_count").notNull().default(0),
    showWhenOptionIds: integer("show_when_option_ids")
      .array()
      .notNull()
      .default(sql`'{}'`),
    maxLength: integer("max_length"),
    kitchenLabel: text("kitchen_label"),
    position: integer("position").notNull().default(0),
    importKey: text("import_key").unique(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      "customization_templates_select_range",
      sql`${t.minSelect} >= 0 and (${t.maxSelect} is null or ${t.maxSelect} >= ${t.minSelect})`,
    ),
  ],
);

export const customizationOptions = pgTable(
  "customization_options",
  {
    id: id(),
    templateId: integer("template_id")
      .notNull()
      .references(() => customizationTemplates.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    kitchenName: text("kitchen_name"),
    priceDeltaCents: integer("price_delta_cents").notNull().default(0),
    priceByOption: jsonb("price_by_option").$type<Record<string, number>>().notNull().default({}),
    isDefault: boolean("is_default").notNull().default(false),
    defaultQuantity: integer("default_quantity").notNull().default(1),
    countsTowardFree: boolean("counts_toward_free").notNull().default(true),
    allergens: textList("allergens"),
    dietaryTags: textList("dietary_tags"),
    calories: integer("calories"),
    isSoldOut: boolean("is_sold_out").notNull().default(false),
    soldOutUntil: instant("sold_out_until"),
    isHidden: boolean("is_hidden").notNull().default(false),
    position: integer("position").notNull().default(0),
  },
  (t) => [index("customization_options_template_idx").on(t.templateId, t.position)],
);

export const productCustomizations = pgTable(
  "product_customizations",
  {
    id: id(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** null = a detached copy, whose group is `body`. */
    templateId: integer("template_id").references(() => customizationTemplates.id, { onDelete: "restrict" }),
    position: integer("position").notNull().default(0),
    overrides: jsonb("overrides").$type<CustomizationOverrides>().notNull().default({}),
    /** The template's version when it was linked or copied. */
    templateVersion: integer("template_version"),
    body: jsonb("body").$type<CustomizationCopy>(),
    /** The copied template; may be deleted. */
    copiedFrom: integer("copied_from"),
  },
  (t) => [
    uniqueIndex("product_customizations_key").on(t.productId, t.templateId),
    uniqueIndex("product_customizations_copy_key").on(t.productId, t.copiedFrom),
    index("product_customizations_template_idx").on(t.templateId),
    index("product_customizations_copied_from_idx").on(t.copiedFrom),
    check("product_customizations_link_or_copy", sql`(${t.templateId} is null) = (${t.body} is not null)`),
  ],
);
