import { and, asc, eq, gt, inArray, isNull, max, notInArray, sql } from "drizzle-orm";
import type { CategoryPath } from "#app/catalogue/domain/import/category-paths.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import type { CurrentProduct } from "#app/catalogue/domain/import/differences.ts";
import type { ProductDetails } from "#app/catalogue/domain/import/product-details.ts";
import { variantsBesideFiles } from "#app/catalogue/domain/import/variants/planned-variants.ts";
import { variantName } from "#app/catalogue/domain/variants/variant.ts";
import { variantGroups, variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { loadVariants } from "#app/catalogue/data/variants/variant-records.server.ts";
import { mediaUrl, pictureUrl } from "#app/media/domain/picture.ts";
import { loadGroupsByProduct } from "#app/catalogue/data/customizations/customization-templates.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { pictureColumns, toPicture } from "#app/media/data/media.server.ts";
import { categories, productCategories, productCustomizations, productMedia, products } from "#app/catalogue/data/tables.ts";
import { media } from "#app/media/data/tables.ts";

/** Arbitrary advisory lock key: concurrent imports alternate by batch. */
const IMPORT_LOCK = 7_412_311;
/** Larger than any version number. */
const WIDEST = 100_000;

/** Waits for another import's batch; released at the end of the transaction. */
export async function lockImports(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

export interface CategoryEntry {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly importKey: string | null;
}

export async function listCategoryEntries(db: Db): Promise<readonly CategoryEntry[]> {
  return db
    .select({ id: categories.id, parentId: categories.parentId, name: categories.name, importKey: categories.importKey })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id));
}

/** Names from the root down, per category id. */
export function categoryPaths(entries: readonly CategoryEntry[]): ReadonlyMap<number, CategoryPath> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const pathOf = (entry: CategoryEntry, depth = 0): CategoryPath => {
    const parent = entry.parentId === null || depth > entries.length ? undefined : byId.get(entry.parentId);
    return parent === undefined ? [entry.name] : [...pathOf(parent, depth + 1), entry.name];
  };
  return new Map(entries.map((entry) => [entry.id, pathOf(entry)]));
}

/** Adds a category after its siblings; returns its id. */
export async function insertCategoryEntry(
  tx: Db,
  entry: { readonly parentId: number | null; readonly name: string; readonly importKey: string | null; readonly hue: number },
): Promise<number> {
  const siblings = entry.parentId === null ? isNull(categories.parentId) : eq(categories.parentId, entry.parentId);
  const [last] = await tx
    .select({ position: max(categories.position) })
    .from(categories)
    .where(siblings);
  const [row] = await tx
    .insert(categories)
    .values({ ...entry, position: (last?.position ?? -1) + 1 })
    .returning({ id: categories.id });
  return requireRow(row).id;
}

/** Assigns an import label to an existing category. */
export async function claimCategory(tx: Db, id: number, importKey: string): Promise<void> {
  await tx
    .update(categories)
    .set({ importKey })
    .where(and(eq(categories.id, id), isNull(categories.importKey)));
}

const CURRENT_COLUMNS = {
  id: products.id,
  importKey: products.importKey,
  importHash: products.importHash,
  oldPath: products.oldPath,
  createdAt: products.createdAt,
  name: products.name,
  summary: products.summary,
  descriptionHtml: products.descriptionHtml,
  price: products.priceCents,
  isHidden: products.isHidden,
  taxClass: products.taxClass,
  stock: products.stock,
  tags: products.tags,
  kitchenName: products.kitchenName,
  allergens: products.allergens,
  dietaryTags: products.dietaryTags,
  calories: products.calories,
  isPopular: products.isPopular,
  isSoldOut: products.isSoldOut,
  soldOutUntil: products.soldOutUntil,
  compareAtCents: products.compareAtCents,
  seoTitle: products.seoTitle,
  seoDescription: products.seoDescription,
  hours: products.hours,
  sku: products.sku,
  barcode: products.barcode,
  vendor: products.vendor,
  weightGrams: products.weightGrams,
  costCents: products.costCents,
  leadHours: products.leadHours,
  maxPerOrder: products.maxPerOrder,
  isPickupOnly: products.isPickupOnly,
  lowStock: products.lowStock,
  weightUnit: products.weightUnit,
  weightStep: products.weightStep,
  weightMin: products.weightMin,
  deletedAt: products.deletedAt,
};

/** Products by import key or id with all importable data, in eight queries. */
export async function loadCurrentProducts(
  db: Db,
  wanted: { readonly importKeys?: readonly string[]; readonly ids?: readonly number[] },
  now: Date,
): Promise<readonly CurrentProduct[]> {
  const { importKeys = [], ids = [] } = wanted;
  if (importKeys.length + ids.length === 0) return [];
  const rows = await db
    .select(CURRENT_COLUMNS)
    .from(products)
    .where(
      sql`(${importKeys.length === 0 ? sql`false` : inArray(products.importKey, [...importKeys])} or ${ids.length === 0 ? sql`false` : inArray(products.id, [...ids])})`,
    )
    .orderBy(asc(products.position), asc(products.id));
  if (rows.length === 0) return [];
  const found = rows.map((row) => row.id);
  const entries = await listCategoryEntries(db);
  const paths = categoryPaths(entries);
  const places = await db
    .select({ productId: productCategories.productId, categoryId: productCategories.categoryId })
    .from(productCategories)
    .where(inArray(productCategories.productId, found));
  const pictures = await listPictures(db, found);
  const groups = await loadGroupsByProduct(db, found, now);
  const variants = await loadVariants(db, found);
  const links = await db
    .select({ productId: productCustomizations.productId, templateId: productCustomizations.templateId })
    .from(productCustomizations)
    .where(inArray(productCustomizations.productId, found));
  return rows.map((row) => {
    const own = new Set(places.filter((place) => place.productId === row.id).map((place) => place.categoryId));
    const allGroups = groups.get(row.id) ?? [];
    const linked = new Set(links.filter((link) => link.productId === row.id).map((link) => link.templateId));
    const ownGroups = allGroups.filter((group) => linked.has(group.id));
    const inFiles = variantGroups(ownGroups);
    const variantIds = new Set(inFiles.map((group) => group.id));
    const ownVariants = variants.get(row.id) ?? [];
    const beside = new Set(variantsBesideFiles(ownVariants, inFiles));
    return {
      ...row,
      isInBin: row.deletedAt !== null,
      details: {
        ...row,
        soldOutUntil: row.soldOutUntil?.toISOString() ?? null,
        compareAtCents: row.compareAtCents === null ? null : aboveLeast(row.compareAtCents, row.price, ownGroups),
      },
      groups: ownGroups,
      variants: ownVariants.filter((variant) => !beside.has(variant)),
      variantsBeside: [...beside].map(({ optionIds }) => variantName(allGroups, optionIds)),
      customizations: allGroups.filter((group) => !variantIds.has(group.id)).map((group) => group.name),
      copies: allGroups.filter((group) => !linked.has(group.id)).map((group) => group.name),
      categories: entries
        .filter((entry) => own.has(entry.id))
        .map((entry) => ({ id: entry.id, path: paths.get(entry.id) ?? [entry.name], importKey: entry.importKey })),
      pictures: pictures.filter((picture) => picture.productId === row.id).map(currentPicture),
    };
  });
}

function currentPicture(picture: Awaited<ReturnType<typeof listPictures>>[number]): CurrentProduct["pictures"][number] {
  return { mediaId: picture.mediaId, url: pictureUrl(toPicture(picture), WIDEST) ?? mediaUrl(picture.key), alt: picture.alt };
}

function listPictures(db: Db, productIds: readonly number[]) {
  return db
    .select({ productId: productMedia.productId, mediaId: media.id, ...pictureColumns })
    .from(productMedia)
    .innerJoin(media, eq(media.id, productMedia.mediaId))
    .where(inArray(productMedia.productId, [...productIds]))
    .orderBy(asc(productMedia.position), asc(productMedia.mediaId));
}

/** Compare-at price of the cheapest variant; null if it is not higher. */
function aboveLeast(compareAt: number, price: number, groups: readonly CustomizationTemplate[]): number | null {
  if (compareAt <= price) return null;
  return compareAt - price + Math.min(...variantTableOf(price, groups).variants.map((variant) => variant.price));
}

/** Product ids in menu order, paged by the last id. */
export async function listProductIds(db: Db, after: number, limit: number): Promise<readonly number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(gt(products.id, after), isNull(products.deletedAt)))
    .orderBy(asc(products.id))
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function countProducts(db: Db, since: Date | null = null): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(products)
    .where(and(isNull(products.deletedAt), since === null ? undefined : gt(products.createdAt, since)));
  return row?.count ?? 0;
}

/** Importable fields of a product; undefined keeps the stored value or uses the default. */
export interface ImportedProduct extends Partial<Omit<ProductDetails, "soldOutUntil">> {
  readonly name: string;
  readonly descriptionHtml: string | undefined;
  readonly priceCents: number;
  readonly taxClass: string | undefined;
  readonly isHidden: boolean | undefined;
  readonly stock: number | null | undefined;
  readonly tags: readonly string[] | undefined;
  readonly soldOutUntil?: Date | null;
  readonly importHash: string;
}

/** Adds products at the end of the menu; returns ids in order. */
export async function insertImportedProducts(
  tx: Db,
  rows: readonly (ImportedProduct & { readonly importKey: string })[],
  now: Date,
): Promise<readonly number[]> {
  if (rows.length === 0) return [];
  const [last] = await tx.select({ position: max(products.position) }).from(products);
  const first = (last?.position ?? -1) + 1;
  const made = await tx
    .insert(products)
    .values(
      rows.map((row, index) => ({
        ...columnsOf(row),
        position: first + index,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning({ id: products.id, importKey: products.importKey });
  const ids = new Map(made.map((row) => [row.importKey, row.id]));
  return rows.map((row) => requireRow(ids.get(row.importKey)));
}

/** Restores a product from the bin, too. */
export async function updateImportedProduct(tx: Db, id: number, row: Partial<ImportedProduct>, now: Date): Promise<void> {
  await tx
    .update(products)
    .set({ ...columnsOf(row), deletedAt: null, updatedAt: now, version: sql`${products.version} + 1` })
    .where(eq(products.id, id));
}

/** Records the file's key for a manually created product, so that the same line finds it again after its SKU changes. */
export async function rememberSource(
  tx: Db,
  id: number,
  source: { readonly importKey?: string; readonly importHash: string },
): Promise<void> {
  await tx.update(products).set(source).where(eq(products.id, id));
}

/** Stores the paths of the products' pages in the previous shop. */
export async function putOldPaths(tx: Db, paths: readonly { readonly id: number; readonly oldPath: string | null }[]): Promise<void> {
  if (paths.length === 0) return;
  await tx.execute(
    sql`update products p set old_path = o."oldPath" from jsonb_to_recordset(${JSON.stringify(paths)}::jsonb) as o (id int, "oldPath" text)
        where p.id = o.id and p.old_path is distinct from o."oldPath"`,
  );
}

/** Converts lists to their stored type. */
function columnsOf<Row extends Partial<ImportedProduct>>({ tags, allergens, dietaryTags, ...row }: Row) {
  return { ...row, tags: tags && [...tags], allergens: allergens && [...allergens], dietaryTags: dietaryTags && [...dietaryTags] };
}

/** Sets a product's categories; existing ones keep their position. */
export async function setProductCategories(tx: Db, productId: number, categoryIds: readonly number[]): Promise<void> {
  await tx
    .delete(productCategories)
    .where(
      and(
        eq(productCategories.productId, productId),
        categoryIds.length === 0 ? undefined : notInArray(productCategories.categoryId, [...categoryIds]),
      ),
    );
  await addToCategories(
    tx,
    categoryIds.map((categoryId) => ({ productId, categoryId, position: productId })),
  );
}

/** Adds products to categories; existing ones stay. */
export async function addToCategories(
  tx: Db,
  places: readonly { readonly productId: number; readonly categoryId: number; readonly position: number }[],
): Promise<void> {
  if (places.length > 0)
    await tx
      .insert(productCategories)
      .values([...places])
      .onConflictDoNothing();
}

/** Sets the product's pictures in this order. */
export async function saveProductPictures(tx: Db, productId: number, mediaIds: readonly number[]): Promise<void> {
  await tx.delete(productMedia).where(eq(productMedia.productId, productId));
  if (mediaIds.length > 0) await tx.insert(productMedia).values(mediaIds.map((mediaId, position) => ({ productId, mediaId, position })));
}

/** The row that an insert must have returned. */
export function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("the database took a row without answering it");
  return row;
}
