import { hasKey } from "#app/values/narrow.ts";
import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, eq, exists, isNotNull, isNull, notExists, or, sql, type Column, type SQL } from "drizzle-orm";
import { descendantIds } from "#app/catalogue/domain/category.ts";
import type { ProductListQuery } from "#app/catalogue/domain/product-list.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import { findIdsByCode } from "./find-by-code.server.ts";
import { searchWords } from "./product-search.server.ts";
import { IS_COUNTED, IS_LOW, listSoldOutByOptions } from "./stock-states.server.ts";
import { categories, productCategories, productMedia, products } from "#app/catalogue/data/tables.ts";

/** Ids of one page of the staff's list. */
export interface ProductIdPage {
  readonly ids: readonly number[];
  /** Exact up to `MOST_COUNTED`, for searches `MOST_FOUND`, or the page's end if beyond. */
  readonly total: number;
  readonly isTotalCapped: boolean;
}

/** Beyond this (or the page) the list says "more than". */
const MOST_COUNTED = 10_000;
/** The same for row-by-row filters: counting all would take longer than finding the page. */
const MOST_FOUND = 2000;
/** Rows scanned for a page of a search with many hits before sorting all hits. */
const LONGEST_WALK = 10_000;
/** Larger than any table; only prevents merging a subquery. */
const ALL = 2_147_483_647;
/** A trigram needs three characters; shorter words match word starts. */
const MIN_INNER_CHARACTERS = 3;

const SORT_COLUMNS = {
  name: sql`product_fold(${products.name})`,
  price: products.priceCents,
  created: products.createdAt,
  changed: products.updatedAt,
  stock: products.stock,
} as const;

/**
 * Page ids and total. Every statement has "offset", so that it is planned with actual values; a generic plan reads all products for a small category.
 */
export async function findProductIds(db: Db, query: ProductListQuery): Promise<ProductIdPage> {
  const gone = await soldOutByOptions(db, query);
  const where = await listCondition(db, query, gone);
  if (query.q !== "") return findSearched(db, query, { where, gone });
  if (query.category !== "") return findInCategory(db, query, where);
  return findOnTheWay(db, query, where, query.picture === "" ? MOST_COUNTED : MOST_FOUND);
}

/** Ids of all matches in order, at most `limit`. */
export async function listMatchingIds(db: Db, query: ProductListQuery, limit: number): Promise<readonly number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(await listCondition(db, query, await soldOutByOptions(db, query)))
    .orderBy(...orderOf(query.sort))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Finds frequent matches by scanning the sort index. Counts nothing for pages beyond the count. */
async function findOnTheWay(db: Db, query: ProductListQuery, where: SQL | undefined, counted: number): Promise<ProductIdPage> {
  const { from, most } = boundsOf(query, counted);
  const page = sql`array(select ${products.id} from ${products} where ${where} order by ${orderSql(query.sort)} limit ${query.per_page + 1} offset ${from})`;
  const number = sql`(select count(*)::int from (select from ${products} where ${where} limit ${most + 1} offset 0) counted)`;
  if (from + query.per_page === most) {
    const [row] = await db.execute<{ ids: number[] }>(sql`select ${page} as ids`, "objects");
    const ids = row?.ids ?? [];
    if (ids.length > 0) return toPage(ids.slice(0, query.per_page), from + ids.length, most);
  }
  const [row] = await db.execute<{ ids: number[]; total: number }>(sql`select ${page} as ids, ${number} as total`, "objects");
  return toPage((row?.ids ?? []).slice(0, query.per_page), row?.total ?? 0, most);
}

/**
 * Sorts the counted products of a category directly. For a single page the database would scan the sort index, which is slow if the matches
 * are at its end.
 */
async function findInCategory(db: Db, query: ProductListQuery, where: SQL | undefined): Promise<ProductIdPage> {
  const { from, most } = boundsOf(query, MOST_FOUND);
  const [row] = await db.execute<{ ids: number[]; total: number }>(
    sql`select found.ids[${from + 1}::int : ${from + query.per_page}::int] as ids, cardinality(found.ids) as total from (
          select array(select ${products.id} from ${products} where ${where} order by ${orderSql(query.sort)} limit ${most + 1}) as ids offset 0
        ) found`,
    "objects",
  );
  return toPage(row?.ids ?? [], row?.total ?? 0, most);
}

/** Input of `stateCondition` from other tables: products without any available combination of options. */
async function soldOutByOptions(db: Db, { state }: ProductListQuery): Promise<readonly number[]> {
  return state === "sold-out" ? listSoldOutByOptions(db) : [];
}

interface SearchFacts {
  readonly where: SQL | undefined;
  readonly gone: readonly number[];
}

/** Collects and sorts few hits; see `findAmongMany` for many. */
async function findSearched(db: Db, query: ProductListQuery, { where, gone }: SearchFacts): Promise<ProductIdPage> {
  const { from, most } = boundsOf(query, MOST_FOUND);
  const [counted] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from ${products} where ${where} limit ${most + 1} offset 0) counted`,
    "objects",
  );
  const total = counted?.total ?? 0;
  const found =
    total > most
      ? await findAmongMany(db, query, { where, gone }, from)
      : await db
          .select({ id: products.id })
          .from(products)
          .where(gathered(db, where, most))
          .orderBy(...orderOf(query.sort))
          .limit(query.per_page)
          .offset(from);
  return toPage(
    found.map((row) => row.id),
    total,
    most,
  );
}

function boundsOf({ page, per_page: perPage }: ProductListQuery, counted: number): { readonly from: number; readonly most: number } {
  const from = (page - 1) * perPage;
  return { from, most: Math.max(counted, from + perPage) };
}

function toPage(ids: readonly number[], total: number, most: number): ProductIdPage {
  return { ids, total: Math.min(total, most), isTotalCapped: total > most };
}

/** A page of a search with many hits: usually found by scanning the sort index. If matches are far behind, sorting all hits is faster. */
async function findAmongMany(
  db: Db,
  query: ProductListQuery,
  { where, gone }: SearchFacts,
  from: number,
): Promise<readonly { id: number }[]> {
  const by = sortColumnOf(query.sort);
  const inOrder = (id: Column | SQL, key: Column | SQL.Aliased) =>
    query.sort.startsWith("-") ? [sql`${key} desc`, sql`${id} desc`] : [sql`${key}`, sql`${id}`];
  const columns = { id: products.id, key: sql`${by}`.as("key") };
  const first = db
    .select({ ...columns, text: sql`${products.searchText}`.as("text") })
    .from(products)
    .where(stateCondition(query, gone))
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

/** The same products, collected first, unordered. */
function gathered(db: Db, where: SQL | undefined, most: number): SQL {
  return sql`${products.id} = any(array(${db.select({ id: products.id }).from(products).where(where).limit(most)}))`;
}

async function listCondition(db: Db, query: ProductListQuery, gone: readonly number[]): Promise<SQL | undefined> {
  return and(stateCondition(query, gone), ...(await lookedUp(db, query, { id: products.id, text: products.searchText })));
}

/** Conditions on the row itself, mostly indexed. */
function stateCondition({ state, tag, tax, view }: ProductListQuery, gone: readonly number[]): SQL | undefined {
  return and(
    state === "bin" && view !== "count" ? isNotNull(products.deletedAt) : isNull(products.deletedAt),
    state === "hidden" ? sql`${products.isHidden}` : undefined,
    state === "shown" ? sql`not ${products.isHidden}` : undefined,
    state === "sold-out"
      ? or(sql`${products.isSoldOut}`, sql`${products.stock} = 0`, gone.length === 0 ? undefined : isOneOf(products.id, gone))
      : undefined,
    // Same as on the dashboard: hidden products are not for sale.
    state === "low" ? and(IS_LOW, sql`not ${products.isHidden}`) : undefined,
    view === "count" ? IS_COUNTED : undefined,
    tag === "" ? undefined : sql`${products.tags} @> array[${tag}]::text[]`,
    tax === "" ? undefined : eq(products.taxClass, tax),
    // The literal "<> 'standard'" allows the small index.
    tax === "" || tax === "standard" ? undefined : sql`${products.taxClass} <> 'standard'`,
  );
}

interface LookedUpColumns {
  readonly id: Column;
  readonly text: Column | SQL.Aliased;
}

/** Conditions on other tables: search words, categories, pictures. */
async function lookedUp(db: Db, { q, category, picture }: ProductListQuery, { id, text }: LookedUpColumns): Promise<(SQL | undefined)[]> {
  const pictures = db
    .select({ one: sql`1` })
    .from(productMedia)
    .where(eq(productMedia.productId, id));
  return [
    category === "" ? undefined : await inCategory(db, id, Number(category)),
    picture === "" ? undefined : notExists(pictures),
    hasWordsOrCode(q, text, id, q === "" ? [] : await findIdsByCode(db, q)),
  ];
}

/** Matches the search words, or exactly this code. */
function hasWordsOrCode(q: string, text: Column | SQL.Aliased, id: Column, coded: readonly number[]): SQL | undefined {
  const words = and(...hasWords(q, text));
  return coded.length === 0 ? words : or(words, isOneOf(id, coded));
}

/** One condition per search word. */
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
  return SORT_COLUMNS[hasKey(SORT_COLUMNS, name) ? name : "name"];
}

function orderOf(sort: string): readonly SQL[] {
  const column = sortColumnOf(sort);
  return sort.startsWith("-") ? [sql`${column} desc`, sql`${products.id} desc`] : [sql`${column}`, sql`${products.id}`];
}

function orderSql(sort: string): SQL {
  return sql.join([...orderOf(sort)], sql`, `);
}
