import { and, desc, eq, exists, isNotNull, isNull, notExists, or, sql, type Column, type SQL } from "drizzle-orm";
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
/** So many rows of the order are looked through for a page of a search with many hits, before all of them are sorted. */
const LONGEST_WALK = 10_000;
/** No table has as many rows: a bound that only keeps a subquery by itself. */
const ALL = 2_147_483_647;
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
 * One page: the ids from an index first, then what the page shows of them. Few hits of a search are gathered and sorted; of many see `findAmongMany`.
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
  const found =
    query.q !== "" && total > most
      ? await findAmongMany(db, query, where, from)
      : await db
          .select({ id: products.id })
          .from(products)
          .where(query.q === "" ? where : gathered(db, where, most))
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

/**
 * A page of a search with many hits: mostly they are soon met on the way through the order's own index. Where the order has them all far behind
 * (everything that begins with "so", by name), looking at each row before them takes longer than sorting all hits.
 */
async function findAmongMany(db: Db, query: ProductListQuery, where: SQL | undefined, from: number): Promise<readonly { id: number }[]> {
  const by = sortColumnOf(query.sort);
  const inOrder = (id: Column | SQL, key: Column | SQL.Aliased) =>
    query.sort.startsWith("-") ? [sql`${key} desc`, sql`${id} desc`] : [sql`${key}`, sql`${id}`];
  const columns = { id: products.id, key: sql`${by}`.as("key") };
  const first = db
    .select({ ...columns, text: sql`${products.searchText}`.as("text") })
    .from(products)
    .where(stateCondition(query))
    .orderBy(...orderOf(query.sort))
    .limit(LONGEST_WALK)
    .as("first");
  const met = await db
    .select({ id: first.id })
    .from(first)
    .where(and(...(await lookedUp(db, query, first))))
    .orderBy(...inOrder(first.id, first.key))
    .limit(query.per_page)
    .offset(from);
  if (met.length === query.per_page) return met;
  const all = db.select(columns).from(products).where(where).limit(ALL).as("all");
  return db
    .select({ id: all.id })
    .from(all)
    .orderBy(...inOrder(all.id, all.key))
    .limit(query.per_page)
    .offset(from);
}

/** The same products, found first, whatever they are sorted by. */
function gathered(db: Db, where: SQL | undefined, most: number): SQL {
  return sql`${products.id} = any(array(${db.select({ id: products.id }).from(products).where(where).limit(most)}))`;
}

async function listCondition(db: Db, query: ProductListQuery): Promise<SQL | undefined> {
  return and(stateCondition(query), ...(await lookedUp(db, query, { id: products.id, text: products.searchText })));
}

/** What a row of the table says by itself, mostly by an index. */
function stateCondition({ state, tag, tax }: ProductListQuery): SQL | undefined {
  return and(
    state === "bin" ? isNotNull(products.deletedAt) : isNull(products.deletedAt),
    state === "hidden" ? sql`${products.isHidden}` : undefined,
    state === "shown" ? sql`not ${products.isHidden}` : undefined,
    state === "sold-out" ? or(sql`${products.isSoldOut}`, sql`${products.stock} = 0`) : undefined,
    tag === "" ? undefined : sql`${products.tags} @> array[${tag}]::text[]`,
    tax === "" ? undefined : eq(products.taxClass, tax),
    // The plain words "<> 'standard'" let the database take its small index.
    tax === "" || tax === "standard" ? undefined : sql`${products.taxClass} <> 'standard'`,
  );
}

interface LookedUpColumns {
  readonly id: Column;
  readonly text: Column | SQL.Aliased;
}

/** What has to be looked up for each row, or found by another index: its words, categories and pictures. */
async function lookedUp(db: Db, { q, category, picture }: ProductListQuery, { id, text }: LookedUpColumns): Promise<(SQL | undefined)[]> {
  const pictures = db
    .select({ one: sql`1` })
    .from(productMedia)
    .where(eq(productMedia.productId, id));
  return [
    category === "" ? undefined : await inCategory(db, id, Number(category)),
    picture === "" ? undefined : notExists(pictures),
    ...hasWords(q, text),
  ];
}

/** What a text has to hold of each word that is searched. */
function hasWords(q: string, text: Column | SQL.Aliased): readonly SQL[] {
  return searchWords(q).map((word) => {
    const pattern = `${word.length < MIN_INNER_CHARACTERS ? "% " : "%"}${escapeLike(word)}%`;
    return sql`${text} like lower(${pattern})`;
  });
}

async function inCategory(db: Db, product: Column, id: number): Promise<SQL> {
  const places = await db.select({ id: categories.id, parentId: categories.parentId }).from(categories);
  const within = db
    .select({ one: sql`1` })
    .from(productCategories)
    .where(
      and(
        eq(productCategories.productId, product),
        sql`${productCategories.categoryId} = any(${sql.param([...descendantIds(places, id)])}::int[])`,
      ),
    );
  return exists(within);
}

function sortColumnOf(sort: string) {
  const name = sort.replace(/^-/, "");
  return SORT_COLUMNS[Object.hasOwn(SORT_COLUMNS, name) ? (name as keyof typeof SORT_COLUMNS) : "name"];
}

function orderOf(sort: string): readonly SQL[] {
  const column = sortColumnOf(sort);
  return sort.startsWith("-") ? [sql`${column} desc`, sql`${products.id} desc`] : [sql`${column}`, sql`${products.id}`];
}
