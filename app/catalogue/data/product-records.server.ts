import { and, asc, eq, isNotNull, lt, max, sql } from "drizzle-orm";
import { SOLD_OUT_UNTIL_UNDONE, type ProductRecord } from "#app/catalogue/domain/product-record.ts";
import { media } from "#app/media/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cleanStoredHtml, sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import { holdSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { otherTaxRates } from "#app/store/domain/tax-rates.ts";
import { attachedProblem, loadAttached, putAttached, questionProblems } from "./customizations/attached-customizations.server.ts";
import { withNewIds } from "./customizations/template-uses.server.ts";
import { leastWeightProblem } from "#app/catalogue/domain/weight/steps.ts";
import { isOneOf } from "./is-one-of.ts";
import { findSkuHolders } from "./import/sku-holders.server.ts";
import { loadVariants, putVariants, releaseSkus, skuTakenText, variantProblems } from "./variants/variant-records.server.ts";
import { categories, productCategories, productMedia, products } from "./tables.ts";
import { updateManyProducts } from "./update-products.server.ts";
import { insertRow } from "#app/staff/data/table-records.ts";

/** Products for staff, also in the bin. */
export const productRecords: RecordStore<ProductRecord> = {
  kind: "product",
  nameOf: (value) => value.name,
  // Fields that change automatically: stock, also of variants, end of sold out, alt texts.
  moving: ["stock", "variants", "soldOut", "pictureTexts"],

  final: ["delete-for-good"],

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const query = db.select().from(products).where(isOneOf(products.id, ids)).orderBy(asc(products.id));
    const rows = await (lock === undefined ? query : query.for("update"));
    const inCategories = await db
      .select({ productId: productCategories.productId, id: productCategories.categoryId })
      .from(productCategories)
      .where(isOneOf(productCategories.productId, ids))
      .orderBy(asc(productCategories.categoryId));
    const withPictures = await db
      .select({ productId: productMedia.productId, id: media.id, alt: media.alt })
      .from(productMedia)
      .innerJoin(media, eq(media.id, productMedia.mediaId))
      .where(isOneOf(productMedia.productId, ids))
      .orderBy(asc(productMedia.position), asc(media.id));
    const attached = await loadAttached(db, ids);
    const variants = await loadVariants(db, ids, lock);
    const categoriesOf = Map.groupBy(inCategories, (row) => row.productId);
    const picturesOf = Map.groupBy(withPictures, (row) => row.productId);
    return new Map(
      rows.map((row) => {
        const { id, isSoldOut, soldOutUntil } = row;
        const pictures = picturesOf.get(id) ?? [];
        const value: ProductRecord = {
          name: row.name,
          summary: row.summary,
          descriptionHtml: cleanStoredHtml(row.descriptionHtml),
          priceCents: row.priceCents,
          compareAtCents: row.compareAtCents,
          taxClass: row.taxClass,
          categories: (categoriesOf.get(id) ?? []).map((each) => each.id),
          tags: row.tags,
          pictures: pictures.map((each) => each.id),
          pictureTexts: Object.fromEntries(pictures.map((each) => [String(each.id), each.alt])),
          soldOut: isSoldOut ? (soldOutUntil?.toISOString() ?? SOLD_OUT_UNTIL_UNDONE) : "",
          isHidden: row.isHidden,
          isPopular: row.isPopular,
          goesWith: row.goesWith,
          dietaryTags: row.dietaryTags,
          allergens: row.allergens,
          kitchenName: row.kitchenName,
          station: row.station,
          calories: row.calories,
          stock: row.stock,
          sku: row.sku,
          barcode: row.barcode,
          vendor: row.vendor,
          weightGrams: row.weightGrams,
          costCents: row.costCents,
          leadHours: row.leadHours,
          maxPerOrder: row.maxPerOrder,
          isPickupOnly: row.isPickupOnly,
          lowStock: row.lowStock,
          weightUnit: row.weightUnit,
          weightStep: row.weightStep,
          weightMin: row.weightMin,
          hours: row.hours,
          seoTitle: row.seoTitle,
          seoDescription: row.seoDescription,
          ...(attached.get(id) ?? { customizations: [], copies: [] }),
          variants: variants.get(id) ?? [],
          position: row.position,
          deletedAt: row.deletedAt?.toISOString() ?? null,
        };
        return [id, { version: row.version, value }];
      }),
    );
  },

  async check(tx, id, value, before) {
    const problems: Record<string, string | undefined> = {};
    if (value.taxClass !== before?.taxClass && !(await isTaxClass(tx, value.taxClass))) problems["taxClass"] = "Choose how it is taxed.";
    Object.assign(problems, await weightProblems(tx, value, before));
    problems["sku"] = await skuProblem(tx, id, value.sku, before?.sku);
    Object.assign(problems, await variantProblems(tx, id, value, before));
    if (!isSame(value.categories, before?.categories) && !(await areThere(tx, categories, value.categories)))
      problems["categories"] = "One of these categories is gone. Remove it.";
    if (!isSame(value.pictures, before?.pictures) && !(await areThere(tx, media, value.pictures)))
      problems["pictures"] = "One of these pictures is gone. Remove it.";
    const areQuestionsKept = isSame(value.copies ?? [], before?.copies ?? []);
    if (!areQuestionsKept) Object.assign(problems, await questionProblems(tx, id, value, before));
    if (!areQuestionsKept || !isSame(value.customizations, before?.customizations))
      problems["customizations"] = await attachedProblem(tx, value);
    return Object.values(problems).every((problem) => problem === undefined) ? undefined : (problems satisfies FieldProblems);
  },

  async insert(tx, value, id) {
    const [last] = await tx.select({ position: max(products.position) }).from(products);
    const inserted = await insertRow(tx, products, {
      ...columnsOf(value),
      position: value.position ?? (last?.position ?? -1) + 1,
      ...(id === undefined ? {} : { id }),
    });
    await putLinks(tx, inserted, value, null);
    return inserted;
  },

  async update(tx, id, value, before) {
    await releaseSkus(tx, id, value);
    await tx
      .update(products)
      .set({
        ...columnsOf(value),
        ...(value.position === undefined ? {} : { position: value.position }),
        version: sql`${products.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(products.id, id));
    await putLinks(tx, id, value, before ?? null);
  },

  updateMany: updateManyProducts,

  // Products with orders, carts or reviews go to the bin instead of being removed by undo.
  async isHeld(tx, id) {
    const { rows } = await tx.execute<{ held: boolean }>(sql`
      select exists (select 1 from order_items where product_id = ${id}) or exists (select 1 from cart_items where product_id = ${id})
        or exists (select 1 from reviews where product_id = ${id}) as held`);
    return rows[0]?.held === true;
  },

  async remove(tx, id) {
    await tx.delete(products).where(eq(products.id, id));
  },
};

/** Moves a product to or from the bin (`at` null). */
export async function setDeleted(tx: Db, id: number, at: Date | null): Promise<void> {
  await tx
    .update(products)
    .set({ deletedAt: at, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
    .where(eq(products.id, id));
}

/** Records of the calls that added products. */
export const productCalls = {
  async find(db: Db, callKey: string): Promise<{ readonly id: number; readonly callHash: string | null } | undefined> {
    const [row] = await db.select({ id: products.id, callHash: products.callHash }).from(products).where(eq(products.callKey, callKey));
    return row;
  },
  async note(tx: Db, id: number, call: { readonly callKey: string; readonly callHash: string }): Promise<void> {
    await tx.update(products).set(call).where(eq(products.id, id));
  },
};

/** Permanently deletes products that were binned before this instant; returns their number. Orders keep copies. */
export async function emptyBin(db: Db, before: Date): Promise<number> {
  const gone = await db
    .delete(products)
    .where(and(isNotNull(products.deletedAt), lt(products.deletedAt, before)))
    .returning({ id: products.id });
  return gone.length;
}

function columnsOf(value: ProductRecord) {
  const { soldOut } = value;
  return {
    name: value.name,
    summary: value.summary,
    priceCents: value.priceCents,
    compareAtCents: value.compareAtCents,
    taxClass: value.taxClass,
    isHidden: value.isHidden,
    isPopular: value.isPopular,
    goesWith: [...(value.goesWith ?? [])],
    kitchenName: value.kitchenName,
    ...(value.station === undefined ? {} : { station: value.station }),
    calories: value.calories,
    stock: value.stock,
    sku: value.sku,
    barcode: value.barcode,
    vendor: value.vendor,
    weightGrams: value.weightGrams,
    costCents: value.costCents,
    leadHours: value.leadHours,
    maxPerOrder: value.maxPerOrder,
    isPickupOnly: value.isPickupOnly,
    lowStock: value.lowStock,
    weightUnit: value.weightUnit,
    weightStep: value.weightStep,
    weightMin: value.weightMin,
    hours: value.hours,
    seoTitle: value.seoTitle,
    seoDescription: value.seoDescription,
    descriptionHtml: sanitizeHtml(value.descriptionHtml),
    tags: [...value.tags],
    dietaryTags: [...value.dietaryTags],
    allergens: [...value.allergens],
    isSoldOut: soldOut !== "",
    soldOutUntil: soldOut === "" || soldOut === SOLD_OUT_UNTIL_UNDONE ? null : new Date(soldOut),
    deletedAt: typeof value.deletedAt === "string" ? new Date(value.deletedAt) : null,
  };
}

/** Stores related rows that differ from `before`; unchanged links keep row and position. */
async function putLinks(tx: Db, id: number, value: ProductRecord, before: ProductRecord | null): Promise<void> {
  if (!isSame(value.categories, before?.categories ?? [])) {
    await tx
      .delete(productCategories)
      .where(and(eq(productCategories.productId, id), sql`not ${isOneOf(productCategories.categoryId, value.categories)}`));
    await tx.execute(
      sql`insert into product_categories (product_id, category_id, position)
          select ${id}, c.id, coalesce((select max(position) + 1 from product_categories where category_id = c.id), 0)
          from categories c where ${isOneOf(sql`c.id`, value.categories)}
          on conflict (product_id, category_id) do nothing`,
    );
  }
  if (!isSame(value.pictures, before?.pictures ?? [])) {
    await tx.delete(productMedia).where(and(eq(productMedia.productId, id), sql`not ${isOneOf(productMedia.mediaId, value.pictures)}`));
    await tx.execute(
      sql`insert into product_media (product_id, media_id, position)
          select ${id}, m.id, w.place - 1 from unnest(${sql.param([...value.pictures])}::int[]) with ordinality w (id, place) join media m on m.id = w.id
          on conflict (product_id, media_id) do update set position = excluded.position`,
    );
  }
  if (!isSame(value.pictureTexts, before?.pictureTexts ?? {})) {
    for (const [mediaId, alt] of Object.entries(value.pictureTexts))
      await tx
        .update(media)
        .set({ alt, version: sql`${media.version} + 1`, updatedAt: sql`now()` })
        .where(and(eq(media.id, Number(mediaId)), isOneOf(media.id, value.pictures), sql`${media.alt} <> ${alt}`));
  }
  await putQuestions(tx, id, value, before);
}

async function putQuestions(
  tx: Db,
  id: number,
  { customizations, copies = [], variants = [], ...value }: ProductRecord,
  before: ProductRecord | null,
): Promise<void> {
  const areKept = isSame(customizations, before?.customizations ?? []) && isSame(copies, before?.copies ?? []);
  if (!areKept) await putAttached(tx, id, await withNewIds(tx, { ...value, customizations, copies }));
  if (!areKept || !isSame(variants, before?.variants ?? [])) await putVariants(tx, id, variants);
}

async function isTaxClass(db: Db, taxClass: string): Promise<boolean> {
  if (taxClass === "standard" || taxClass === "zero") return true;
  await holdSettings(db);
  return otherTaxRates((await readSettings(db)).REDUCED_TAX_RATES).some((rate) => rate.key === taxClass);
}

const WEIGHT_FIELDS = ["weightMin", "weightStep", "weightUnit", "maxPerOrder"] as const;

/** Reports the error at the least weight, or at the largest quantity if only that was changed. */
async function weightProblems(db: Db, value: ProductRecord, before: ProductRecord | undefined): Promise<FieldProblems> {
  const changed = WEIGHT_FIELDS.filter((field) => value[field] !== undefined && value[field] !== (before?.[field] ?? null));
  if (changed.length === 0) return {};
  const {
    weightUnit = null,
    weightStep = null,
    weightMin = null,
    maxPerOrder = null,
  } = { ...before, ...Object.fromEntries(changed.map((field) => [field, value[field]])) };
  const problem = leastWeightProblem({ weightUnit, weightStep, weightMin, maxPerOrder }, (await readSettings(db)).LOCALE);
  const isOfMost = changed.every((field) => field === "maxPerOrder");
  return problem === null ? {} : { [isOfMost ? "maxPerOrder" : "weightMin"]: problem };
}

/** Backed by the unique index, which refuses concurrent duplicates. */
async function skuProblem(db: Db, id: number | null, sku: ProductRecord["sku"], before: ProductRecord["sku"]): Promise<string | undefined> {
  if (sku === undefined || sku === null || sku === before) return undefined;
  const holders = (await findSkuHolders(db, [sku])).get(sku) ?? [];
  const holder = holders.find((each) => each.id !== id);
  return holder === undefined ? undefined : skuTakenText(holder);
}

async function areThere(db: Db, table: typeof categories | typeof media, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  return (await db.$count(table, isOneOf(table.id, ids))) === new Set(ids).size;
}
