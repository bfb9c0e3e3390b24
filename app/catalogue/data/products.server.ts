import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { ancestorIds, type CategorySummary } from "#app/catalogue/domain/category.ts";
import { PRODUCTS_PER_PAGE } from "#app/values/limits.ts";
import {
  priceBefore,
  startingPrice,
  type ProductCard,
  type ProductDetail,
  type ProductSort,
  type StartingPrice,
} from "#app/catalogue/domain/product.ts";
import { listShownCategories, listShownDescendantIds } from "./categories.server.ts";
import { loadGroupsByProduct } from "./customizations/customization-templates.server.ts";
import { loadHoursNotes } from "./order-hours.server.ts";
import { soldOutText } from "#app/catalogue/domain/sold-out-text.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Cents } from "#app/values/money.ts";
import { toPicture } from "#app/media/data/media.server.ts";
import { listIds, listPopularIds, type ListAsked } from "./product-order.server.ts";
import { cachedById } from "#app/platform/db/cached.server.ts";
import { isShownProduct } from "./product-lists/product-search.server.ts";
import { isOneOf } from "./is-one-of.ts";
import { searchIds } from "./search/search-products.server.ts";
import { categories, productCategories, products } from "./tables.ts";
import { VARIANTS_SHOWN } from "./variants/counted-variants.server.ts";
import { perUnit, soldByWeight, type WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { withSoldOutVariants, type VariantStock } from "#app/catalogue/domain/variants/variant.ts";
import { listPicturesByProduct, firstPicture, picturePart } from "./product-pictures.server.ts";

const DEFAULT_HUE = 160;

const cardColumns = {
  id: products.id,
  name: products.name,
  summary: products.summary,
  priceCents: products.priceCents,
  compareAtCents: products.compareAtCents,
  weightUnit: products.weightUnit,
  isSoldOut: products.isSoldOut,
  soldOutUntil: products.soldOutUntil,
  // Pages only show whether stock is left; the number is not cached.
  stock: sql<number | null>`least(${products.stock}, 1)`,
  tags: products.tags,
  dietaryTags: products.dietaryTags,
  /** Likewise only whether any stock is left. */
  variants: VARIANTS_SHOWN,
};

export interface ProductFilter {
  /** Products of that category and its descendants. */
  readonly categoryId?: number;
  /** Every word must match name, summary, tags or categories, ignoring case and accents; otherwise typos are allowed. */
  readonly q?: string;
  /** Products with all of these dietary tags. */
  readonly dietaryTags?: readonly string[];
  /** Default: "menu", or "relevance" with `q`. */
  readonly sort?: ProductSort;
  readonly shownPrices?: ListAsked["shownPrices"];
  /** Counts from 1. */
  readonly page?: number;
  readonly perPage?: number;
  /** Only this many of the page are needed. */
  readonly most?: number;
}

export interface ProductPage {
  readonly products: readonly ProductCard[];
  /** On all pages together. */
  readonly total: number;
  /** The search has more results than `total`. */
  readonly isTotalCapped: boolean;
}

/** Visible products; none for an unknown or hidden category. Allows typos if nothing matches. */
export async function listProducts(db: Db, filter: ProductFilter, now: Date): Promise<ProductPage> {
  const categoryIds = filter.categoryId === undefined ? null : await listShownDescendantIds(db, filter.categoryId);
  if (categoryIds?.length === 0) return { products: [], total: 0, isTotalCapped: false };
  const { q = "", page = 1, perPage = PRODUCTS_PER_PAGE } = filter;
  const isSearch = q.trim() !== "";
  const request: ListAsked = {
    categoryIds,
    dietaryTags: filter.dietaryTags ?? [],
    sort: filter.sort ?? (isSearch ? "relevance" : "menu"),
    shownPrices: filter.shownPrices ?? null,
    offset: (page - 1) * perPage,
    limit: Math.min(perPage, filter.most ?? perPage),
  };
  const { ids, ...counted } = isSearch ? await searchIds(db, q, request) : await listIds(db, request);
  return { ...counted, products: await listProductsById(db, ids, now) };
}

/**
 * Products marked as popular, in menu order; then `bestsellers` in their order, then the rest of the menu, up to `limit`.
 *
 * @param bestsellers product ids, e.g. from the latest orders; unknown and hidden ones are skipped
 */
export async function listPopularProducts(
  db: Db,
  limit: number,
  bestsellers: readonly number[],
  now: Date,
): Promise<readonly ProductCard[]> {
  return listProductsById(db, await listPopularIds(db, limit, bestsellers), now);
}

/** Cards of visible products in the order of ids. */
export async function listProductsById(db: Db, ids: readonly number[], now: Date): Promise<readonly ProductCard[]> {
  if (ids.length === 0) return [];
  const rows = await cachedById(db, "card of product", ids, async (missing) => {
    const read = await selectCards(db).where(and(isOneOf(products.id, missing), isShownProduct));
    return new Map(read.map((row) => [row.id, row]));
  });
  const cards = new Map((await toCards(db, [...rows.values()], now)).map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** Product page data. Undefined if hidden (by default) or in the bin. */
export async function findProduct(
  db: Db,
  id: number,
  now: Date,
  options: { readonly includeHidden?: boolean } = {},
): Promise<ProductDetail | undefined> {
  const found = (await cachedById(db, "page of product", [id], () => readProductPage(db, id))).get(id);
  if (found === undefined || (found.row.isHidden && options.includeHidden !== true)) return undefined;
  const { row, ownIds } = found;
  const shown = await listShownCategories(db);
  const inCategories = childrenFirst(shown).filter((category) => ownIds.has(category.id));
  const [first] = inCategories;
  const groups = groupsInStock((await loadGroupsByProduct(db, [id], now)).get(id) ?? [], row.variants);
  const { priceCents, compareAtCents, isSoldOut, soldOutUntil, variants: _variants, weightUnit, weightStep, weightMin, ...rest } = row;
  const starting = startingPriceOf(row, groups);
  const clock = shopClock(await readSettings(db));
  const unavailable = soldOutText({ isSoldOut, soldOutUntil, stock: row.stock }, groups, now, clock);
  return {
    ...rest,
    basePrice: priceCents,
    ...perOf(weightUnit),
    weight: soldByWeight({ weightUnit, weightStep, weightMin }),
    startingPrice: starting.price,
    was: priceBefore({ priceCents, compareAtCents }, starting.price),
    isFrom: starting.varies,
    hasRequiredChoices: starting.hasRequiredChoices,
    hue: first?.hue ?? DEFAULT_HUE,
    isSoldOut: unavailable !== "",
    soldOutText: unavailable,
    hours: (await loadHoursNotes(db, [id], now)).get(id) ?? null,
    pictures: found.pictures,
    categories: inCategories,
    trail:
      first === undefined
        ? []
        : [...ancestorIds(shown, first.id), first.id].flatMap((each) => shown.filter((category) => category.id === each)),
    groups,
  };
}

/** The product's own data; none in the bin. */
async function readProductPage(db: Db, id: number) {
  const [row] = await db
    .select({
      ...cardColumns,
      descriptionHtml: products.descriptionHtml,
      seoTitle: products.seoTitle,
      seoDescription: products.seoDescription,
      taxClass: products.taxClass,
      isHidden: products.isHidden,
      allergens: products.allergens,
      calories: products.calories,
      leadHours: products.leadHours,
      maxPerOrder: products.maxPerOrder,
      isPickupOnly: products.isPickupOnly,
      weightStep: products.weightStep,
      weightMin: products.weightMin,
      updatedAt: products.updatedAt,
    })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  if (row === undefined) return new Map<number, never>();
  const own = await db.select({ id: productCategories.categoryId }).from(productCategories).where(eq(productCategories.productId, id));
  const pictures = (await listPicturesByProduct(db, [id])).get(id) ?? [];
  return new Map([[id, { row, ownIds: new Set(own.map((each) => each.id)), pictures }]]);
}

/** Card columns with first picture and category hue; callers add joins, conditions, order and limit. */
function selectCards(db: Db) {
  const picture = firstPicture(db);
  const hue = db
    .select({ hue: categories.hue })
    .from(productCategories)
    .innerJoin(categories, eq(categories.id, productCategories.categoryId))
    .where(eq(productCategories.productId, products.id))
    .orderBy(asc(categories.isHidden), sql`${categories.parentId} is null`, asc(categories.position), asc(categories.id))
    .limit(1)
    .as("own_hue");
  return db
    .select({ ...cardColumns, hue: hue.hue, picture: picturePart(picture) })
    .from(products)
    .leftJoinLateral(picture, sql`true`)
    .leftJoinLateral(hue, sql`true`)
    .$dynamic();
}

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

async function toCards(db: Db, rows: readonly CardRow[], now: Date): Promise<readonly ProductCard[]> {
  const ids = rows.map((row) => row.id);
  const groups = await loadGroupsByProduct(db, ids, now);
  const hours = await loadHoursNotes(db, ids, now);
  const clock = shopClock(await readSettings(db));
  return rows.map((row) => {
    const own = groupsInStock(groups.get(row.id) ?? [], row.variants);
    const starting = startingPriceOf(row, own);
    const unavailable = soldOutText(row, own, now, clock);
    return {
      id: row.id,
      name: row.name,
      summary: row.summary,
      price: starting.price,
      ...perOf(row.weightUnit),
      was: priceBefore(row, starting.price),
      isFrom: starting.varies,
      hasRequiredChoices: starting.hasRequiredChoices,
      picture: row.picture === null ? null : toPicture(row.picture),
      hue: row.hue ?? DEFAULT_HUE,
      tags: row.tags,
      dietaryTags: row.dietaryTags,
      isSoldOut: unavailable !== "",
      soldOutText: unavailable,
      hours: hours.get(row.id) ?? null,
    };
  });
}

/** Keyed by variants, which are stable with the cached row that has them. */
const groupsByVariants = new WeakMap<
  readonly VariantStock[],
  { readonly of: ProductDetail["groups"]; readonly marked: ProductDetail["groups"] }
>();

/** Cached `withSoldOutVariants`, so that the same groups remain the same object. */
function groupsInStock(groups: ProductDetail["groups"], variants: readonly VariantStock[]): ProductDetail["groups"] {
  if (variants.length === 0) return groups;
  const cached = groupsByVariants.get(variants);
  if (cached?.of === groups) return cached.marked;
  const marked = withSoldOutVariants(groups, variants);
  groupsByVariants.set(variants, { of: groups, marked });
  return marked;
}

function perOf(unit: WeightUnit | null): Pick<ProductCard, "per" | "weightUnit"> {
  return unit === null ? {} : { per: perUnit(unit), weightUnit: unit };
}

/** A weight must be chosen, and choices cost once per line, so they are not part of the unit price. */
function startingPriceOf(
  { priceCents, weightUnit }: Pick<CardRow, "priceCents" | "weightUnit">,
  groups: ProductDetail["groups"],
): StartingPrice {
  return weightUnit === null ? knownStartingPrice(priceCents, groups) : { price: priceCents, varies: false, hasRequiredChoices: true };
}

/** Keyed by group objects, which are stable while nothing changes. */
const startingPrices = new WeakMap<ProductDetail["groups"], { readonly base: Cents; readonly starting: StartingPrice }>();

/** Cached `startingPrice`: pages show dozens. */
function knownStartingPrice(base: Cents, groups: ProductDetail["groups"]): StartingPrice {
  const cached = startingPrices.get(groups);
  if (cached?.base === base) return cached.starting;
  const starting = startingPrice(base, groups);
  startingPrices.set(groups, { base, starting });
  return starting;
}

/** Most specific first: determines colour and breadcrumbs. */
function childrenFirst(shown: readonly CategorySummary[]): readonly CategorySummary[] {
  return shown.toSorted((a, b) => Number(a.parentId === null) - Number(b.parentId === null));
}
