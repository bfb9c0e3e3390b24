import { inArray, sql } from "drizzle-orm";
import { isUnavailable } from "#app/catalogue/domain/product.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import { soldByWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { withSoldOutVariants } from "#app/catalogue/domain/variants/variant.ts";
import { toPicture } from "#app/media/data/media.server.ts";
import { pictureUrl } from "#app/media/domain/picture.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cachedById } from "#app/platform/db/cached.server.ts";
import { loadCategoryIds } from "./categories.server.ts";
import { loadGroupsByProduct } from "./customizations/customization-templates.server.ts";
import { loadOrderHours } from "./order-hours.server.ts";
import { firstPicture, picturePart } from "./product-pictures.server.ts";
import { products } from "./tables.ts";
import { VARIANTS_LEFT, HAS_COUNTED_VARIANTS } from "./variants/counted-variants.server.ts";

/** Picture width in carts, emails and tickets, in pixels. */
const CART_PICTURE_WIDTH = 320;

/**
 * Products for pricing by id; hidden and binned ones are not offered. Stock is always current. At most seven queries; none if cached and
 * not counted. Can run in a transaction.
 */
export async function loadProductsForSale(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, ProductForSale>> {
  const wanted = [...new Set(ids)];
  const rows = await cachedById(db, "product for sale", wanted, (missing) => readSaleRows(db, missing));
  const counted = [...rows.values()].filter((row) => row.isCounted).map((row) => row.id);
  const stock = counted.length === 0 ? new Map<number, Stock>() : await readStock(db, counted);
  const categoryIds = await loadCategoryIds(db, wanted);
  const groups = await loadGroupsByProduct(db, wanted, now);
  const orderHours = await loadOrderHours(db, wanted);
  return new Map(
    [...rows.values()].map((row) => {
      const menuGroups = groups.get(row.id) ?? [];
      const { stock: left, variants } = stock.get(row.id) ?? NOT_COUNTED;
      const product: ProductForSale = {
        id: row.id,
        name: row.name,
        kitchenName: row.kitchenName,
        imageUrl: row.picture === null ? null : pictureUrl(toPicture(row.picture), CART_PICTURE_WIDTH),
        price: row.priceCents,
        weight: soldByWeight(row),
        taxClass: row.taxClass,
        categoryIds: categoryIds.get(row.id) ?? [],
        tags: row.tags,
        isReduced: row.compareAtCents !== null && row.compareAtCents > row.priceCents,
        isOffered: !row.isHidden && row.deletedAt === null,
        isSoldOut: isUnavailable({ ...row, stock: null }, menuGroups, now),
        orderHours: orderHours.get(row.id) ?? null,
        stock: left,
        variants,
        leadHours: row.leadHours,
        maxPerOrder: row.maxPerOrder,
        isPickupOnly: row.isPickupOnly,
        groups: withSoldOutVariants(menuGroups, variants),
        menuGroups,
      };
      return [row.id, product];
    }),
  );
}

/** The cacheable part: of stock, only whether it is counted. */
async function readSaleRows(db: Db, ids: readonly number[]) {
  const picture = firstPicture(db);
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      kitchenName: products.kitchenName,
      priceCents: products.priceCents,
      compareAtCents: products.compareAtCents,
      taxClass: products.taxClass,
      tags: products.tags,
      isHidden: products.isHidden,
      deletedAt: products.deletedAt,
      isSoldOut: products.isSoldOut,
      soldOutUntil: products.soldOutUntil,
      leadHours: products.leadHours,
      maxPerOrder: products.maxPerOrder,
      isPickupOnly: products.isPickupOnly,
      weightUnit: products.weightUnit,
      weightStep: products.weightStep,
      weightMin: products.weightMin,
      isCounted: sql<boolean>`${products.stock} is not null or ${HAS_COUNTED_VARIANTS}`,
      picture: picturePart(picture),
    })
    .from(products)
    .leftJoinLateral(picture, sql`true`)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

type Stock = Pick<ProductForSale, "stock" | "variants">;
const NOT_COUNTED: Stock = { stock: null, variants: [] };

async function readStock(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Stock>> {
  const rows = await db
    .select({ id: products.id, stock: products.stock, variants: VARIANTS_LEFT })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
