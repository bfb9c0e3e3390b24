import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { PricedProduct } from "#app/catalogue/domain/price-change.ts";
import type { ProductListQuery } from "#app/catalogue/domain/product-list.schema.ts";
import { toPicture } from "#app/media/data/media.server.ts";
import type { Picture } from "#app/media/domain/picture.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { perUnit, type WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { Cents } from "#app/values/money.ts";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import { findProductIds, type ProductIdPage } from "./product-list-ids.server.ts";
import { IS_LOW } from "./stock-states.server.ts";
import { firstPicture, picturePart } from "#app/catalogue/data/product-pictures.server.ts";
import { productCustomizations, products } from "#app/catalogue/data/tables.ts";

/** A row of the staff's list. */
export interface ProductListRow {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly kitchenName: string | null;
  readonly price: Cents;
  readonly compareAt: Cents | null;
  readonly isHidden: boolean;
  readonly isSoldOut: boolean;
  readonly soldOutUntil: Date | null;
  readonly stock: number | null;
  /** Units of all variants in total; null: none is counted. */
  readonly variantStock: number | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly vendor: string | null;
  readonly weightGrams: number | null;
  readonly costCents: Cents | null;
  readonly leadHours: number;
  readonly maxPerOrder: number | null;
  readonly isPickupOnly: boolean;
  readonly lowStock: number | null;
  /** At or below its low stock level. */
  readonly isLow: boolean;
  readonly weightUnit: WeightUnit | null;
  readonly weightStep: number | null;
  readonly weightMin: number | null;
  readonly categoryIds: readonly number[];
  readonly picture: Picture | null;
  /** Number of its customizations. */
  readonly customizations: number;
  readonly changedAt: Date;
  readonly createdAt: Date;
  /** Hue of its first category, for the placeholder. */
  readonly hue: number | null;
  readonly deletedAt: Date | null;
}

export interface ProductListPage extends Omit<ProductIdPage, "ids"> {
  readonly rows: readonly ProductListRow[];
}

/** Filter tags come from this many recently changed products. */
const TAGS_FROM_PRODUCTS = 5000;
const MOST_TAGS = 100;

/** One page: ids first, then rows. */
export async function listProductPage(db: Db, query: ProductListQuery): Promise<ProductListPage> {
  const { ids, ...counted } = await findProductIds(db, query);
  return { rows: await findListRows(db, ids), ...counted };
}

/** Rows of these products in the order of ids. */
export async function findListRows(db: Db, ids: readonly number[]): Promise<readonly ProductListRow[]> {
  if (ids.length === 0) return [];
  const picture = firstPicture(db);
  const rows = await db
    .select({
      id: products.id,
      version: products.version,
      name: products.name,
      kitchenName: products.kitchenName,
      price: products.priceCents,
      compareAt: products.compareAtCents,
      isHidden: products.isHidden,
      isSoldOut: products.isSoldOut,
      soldOutUntil: products.soldOutUntil,
      stock: products.stock,
      variantStock: sql<
        number | null
      >`(select sum(v.stock)::int from product_variants v where v.product_id = products.id and v.gone_at is null)`,
      sku: products.sku,
      barcode: products.barcode,
      vendor: products.vendor,
      weightGrams: products.weightGrams,
      costCents: products.costCents,
      leadHours: products.leadHours,
      maxPerOrder: products.maxPerOrder,
      isPickupOnly: products.isPickupOnly,
      lowStock: products.lowStock,
      isLow: IS_LOW,
      weightUnit: products.weightUnit,
      weightStep: products.weightStep,
      weightMin: products.weightMin,
      categoryIds: sql<number[]>`array(select pc.category_id from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = ${products.id} order by c.parent_id is null, c.position, c.id)`,
      picture: picturePart(picture),
      customizations: sql<number>`(select count(*) from ${productCustomizations} where ${eq(productCustomizations.productId, products.id)})`,
      changedAt: products.updatedAt,
      createdAt: products.createdAt,
      hue: sql<number | null>`(select c.hue from product_categories pc join categories c on c.id = pc.category_id
        where pc.product_id = ${products.id} order by c.parent_id is null, c.position, c.id limit 1)`,
      deletedAt: products.deletedAt,
    })
    .from(products)
    .leftJoinLateral(picture, sql`true`)
    .where(isOneOf(products.id, ids));
  const byId = new Map(rows.map((row) => [row.id, { ...row, picture: row.picture === null ? null : toPicture(row.picture) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Prices by product id, without the bin. */
export async function listPrices(db: Db, ids: readonly number[]): Promise<readonly PricedProduct[]> {
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      price: products.priceCents,
      compareAt: products.compareAtCents,
      weightUnit: products.weightUnit,
    })
    .from(products)
    .where(and(isOneOf(products.id, ids), isNull(products.deletedAt)))
    .orderBy(products.id);
  return rows.map(({ weightUnit, ...row }) => ({ ...row, per: perUnit(weightUnit) }));
}

/** Filter tags of recently changed products, most common first. */
export async function listTags(db: Db): Promise<readonly string[]> {
  const recent = db
    .select({ tags: products.tags })
    .from(products)
    .where(isNull(products.deletedAt))
    .orderBy(desc(products.updatedAt), desc(products.id))
    .limit(TAGS_FROM_PRODUCTS)
    .as("recent");
  const each = db
    .select({ tag: sql<string>`unnest(${recent.tags})`.as("tag") })
    .from(recent)
    .as("each");
  const rows = await db
    .select({ tag: each.tag })
    .from(each)
    .groupBy(each.tag)
    .orderBy(sql`count(*) desc`, each.tag)
    .limit(MOST_TAGS);
  return rows.map((row) => row.tag);
}
