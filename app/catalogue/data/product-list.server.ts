import { and, desc, eq, exists, isNotNull, isNull, notExists, or, sql, type SQL } from "drizzle-orm";
import { descendantIds } from "#app/catalogue/domain/category.ts";
import type { PricedProduct } from "#app/catalogue/domain/price-change.ts";
import type { ProductListQuery } from "#app/catalogue/domain/product-list.schema.ts";
import { toPicture } from "#app/media/data/media.server.ts";
import type { Picture } from "#app/media/domain/picture.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Cents } from "#app/values/money.ts";
import { isOneOf } from "./is-one-of.ts";
import { firstPicture, picturePart } from "./product-pictures.server.ts";
import { escapeLike, searchWords } from "./product-search.server.ts";
import { categories, productCategories, productCustomizations, productMedia, products } from "./tables.ts";

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
  readonly categoryIds: readonly number[];
  readonly picture: Picture | null;
  /** How many customizations hang on it. */
  readonly customizations: number;
  readonly changedAt: Date;
  readonly createdAt: Date;
  /** Hue of its first category, for the tile in place of a picture. */
  readonly hue: number | null;
  readonly deletedAt: Date | null;
}

export interface ProductListPage {
  readonly rows: readonly ProductListRow[];
  /** Exact up to `MOST_COUNTED`, of a search up to `MOST_FOUND`. */
  readonly total: number;
  readonly isTotalCapped: boolean;
}

/** More than this (or the page asked for) is not counted: the list then says "more than". */
const MOST_COUNTED = 10_000;
/** The same for what has to be looked up row by row: nobody goes through more hits, and counting them all would take longer than finding the page. */
const MOST_FOUND = 2000;
/** The tags that the filter offers come from this many products, those changed last. */
const TAGS_FROM_PRODUCTS = 5000;
const MOST_TAGS = 100;
/** A trigram needs three characters; a shorter word is looked for where words begin. */
const MIN_INNER_CHARACTERS = 3;

const SORT_COLUMNS = {
  name: products.nameKey,
  price: products.priceCents,
  created: products.createdAt,
  changed: products.updatedAt,
  stock: products.stock,
} as const;

/**
 * One page: the ids from an index first, then what the page shows of them. Few hits of a search are gathered and sorted; of many a page is soon met
 * on the way through the order's own index.
 */
export async function listProductPage(db: Db, query: ProductListQuery): Promise<ProductListPage> {
  const where = await listCondition(db, query);
  const from = (query.page - 1) * query.per_page;
  const isSearch = query.q !== "" || query.category !== "" || query.picture !== "";
  const most = Math.max(isSearch ? MOST_FOUND : MOST_COUNTED, from + query.per_page);
  const [counted] = await db.select({ total: sql<number>`count(*)` }).from(
    db
      .select({ one: sql`1`.as("one") })
      .from(products)
      .where(where)
      .limit(most + 1)
      .as("counted"),
  );
  const total = counted?.total ?? 0;
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(query.q === "" ? where : total > most ? await listCondition(db, query, true) : gathered(db, where, most))
    .orderBy(...orderOf(query.sort))
    .limit(query.per_page)
    .offset(from);
  return {
    rows: await findListRows(
      db,
      found.map((row) => row.id),
    ),
    total: Math.min(total, most),
    isTotalCapped: total > most,
  };
}

/** Ids of everything that the query matches, in its order; at most `limit`. */
export async function listMatchingIds(db: Db, query: ProductListQuery, limit: number): Promise<readonly number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(await listCondition(db, query))
    .orderBy(...orderOf(query.sort))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** The rows of these products in the order of the ids; unknown ones are left out. */
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

/** Prices of these products by number, those in the bin left out. */
export function listPrices(db: Db, ids: readonly number[]): Promise<readonly PricedProduct[]> {
  return db
    .select({ id: products.id, name: products.name, price: products.priceCents, compareAt: products.compareAtCents })
    .from(products)
    .where(and(isOneOf(products.id, ids), isNull(products.deletedAt)))
    .orderBy(products.id);
}

/** Tags to filter by: those of the products changed last, the most common first. */
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

/** The same products, found first, whatever they are sorted by. */
function gathered(db: Db, where: SQL | undefined, most: number): SQL {
  return sql`${products.id} = any(array(${db.select({ id: products.id }).from(products).where(where).limit(most)}))`;
}

/** @param isWalk keeps the index of the search out of it: each row met is looked at */
async function listCondition(
  db: Db,
  { q, state, category, tag, tax, picture }: ProductListQuery,
  isWalk = false,
): Promise<SQL | undefined> {
  const pictures = db
    .select({ one: sql`1` })
    .from(productMedia)
    .where(eq(productMedia.productId, products.id));
  return and(
    state === "bin" ? isNotNull(products.deletedAt) : isNull(products.deletedAt),
    state === "hidden" ? sql`${products.isHidden}` : undefined,
    state === "shown" ? sql`not ${products.isHidden}` : undefined,
    state === "sold-out" ? or(sql`${products.isSoldOut}`, sql`${products.stock} = 0`) : undefined,
    category === "" ? undefined : await inCategory(db, Number(category)),
    tag === "" ? undefined : sql`${products.tags} @> array[${tag}]::text[]`,
    tax === "" ? undefined : eq(products.taxClass, tax),
    // The plain words "<> 'standard'" let the database take its small index.
    tax === "" || tax === "standard" ? undefined : sql`${products.taxClass} <> 'standard'`,
    picture === "" ? undefined : notExists(pictures),
    ...searchWords(q).map((word) => {
      const pattern = `${word.length < MIN_INNER_CHARACTERS ? "% " : "%"}${escapeLike(word)}%`;
      const has = sql`${products.searchText} like lower(${pattern})`;
      return isWalk ? sql`(select ${has} offset 0)` : has;
    }),
  );
}

async function inCategory(db: Db, id: number): Promise<SQL> {
  const places = await db.select({ id: categories.id, parentId: categories.parentId }).from(categories);
  const within = db
    .select({ one: sql`1` })
    .from(productCategories)
    .where(
      and(
        eq(productCategories.productId, products.id),
        sql`${productCategories.categoryId} = any(${sql.param([...descendantIds(places, id)])}::int[])`,
      ),
    );
  return exists(within);
}

function orderOf(sort: string): readonly SQL[] {
  const name = sort.replace(/^-/, "");
  const column = SORT_COLUMNS[Object.hasOwn(SORT_COLUMNS, name) ? (name as keyof typeof SORT_COLUMNS) : "name"];
  return sort.startsWith("-") ? [sql`${column} desc`, sql`${products.id} desc`] : [sql`${column}`, sql`${products.id}`];
}
