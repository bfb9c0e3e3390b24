import { sql, type SQL } from "drizzle-orm";
import type { ProductSort } from "#app/catalogue/domain/product.ts";
import type { Cents } from "#app/values/money.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";

/* Lists read a page's ids from an index, then rows by key. Totals are cached. */

export interface ListAsked {
  /** Products of these categories in menu order; null: all. */
  readonly categoryIds: readonly number[] | null;
  /** Products with all of these tags. */
  readonly dietaryTags: readonly string[];
  readonly sort: ProductSort;
  readonly offset: number;
  readonly limit: number;
  /** `offset` counts from the end, and rows are returned in reverse. */
  readonly isFromEnd?: boolean;
  /** Products with another displayed price, for sorting by price. */
  readonly shownPrices?: ShownPrices | null;
}

/** Two columns of the same length. */
export interface ShownPrices {
  readonly ids: readonly number[];
  readonly prices: readonly Cents[];
}

export interface IdPage {
  readonly ids: readonly number[];
  /** On all pages together. */
  readonly total: number;
  /** There are more than `total`. */
  readonly isTotalCapped: boolean;
}

/** Neither hidden nor in the bin. */
const IS_SHOWN = sql`not p.is_hidden and p.deleted_at is null`;
/** The same by exclusion, so that the sort index suffices. */
const IS_NOT_UNSHOWN = sql`not exists (select from products h where h.id = p.id and (h.is_hidden or h.deleted_at is not null))`;
/** Excludes the few hidden products, so that most rows need no lookup. */
const PLACE_IS_SHOWN = sql`not exists (select from products h where h.id = pc.product_id and (h.is_hidden or h.deleted_at is not null))`;

/** One page of the products customers may see. */
export async function listIds(db: Db, asked: ListAsked): Promise<IdPage> {
  const { categoryIds, sort } = asked;
  if (categoryIds === null) {
    const total = await countAll(db, asked);
    return { total, isTotalCapped: false, ids: await readListed(db, asked, sql`true`, total) };
  }
  const places = await countPlaces(db, categoryIds, asked.dietaryTags);
  const page = { total: places.reduce((sum, count) => sum + count, 0), isTotalCapped: false };
  if (sort === "menu" || sort === "relevance") {
    const read = () => readIds(db, inMenuOrder(asked, categoryIds, places));
    // A category's first products are also shown on product pages.
    const isBeginning = asked.offset === 0 && asked.dietaryTags.length === 0;
    return { ...page, ids: isBeginning ? await cached(db, `first ${asked.limit} in ${categoryIds.join(" ")}`, read) : await read() };
  }
  const within = sql`exists (select from product_categories pc where pc.product_id = p.id and pc.category_id = any(${ints(categoryIds)}))`;
  return { ...page, ids: await readListed(db, asked, within, page.total) };
}

/** Skipped rows cost as much as read ones, so late pages are read from the end. */
async function readListed(db: Db, asked: ListAsked, within: SQL, total: number): Promise<readonly number[]> {
  const { offset, shownPrices = null } = asked;
  const limit = Math.min(asked.limit, total - offset);
  if (shownPrices !== null || limit <= 0 || offset * 2 < total) return readIds(db, listed(asked, within));
  const fromEnd = { ...asked, isFromEnd: true, offset: total - offset - limit, limit };
  return (await readIds(db, listed(fromEnd, within))).toReversed();
}

/** Sort orders of products `p` outside categories, with reverse; each uses an index. */
function inSortOrder(sort: ProductSort, isFromEnd = false): SQL {
  const [up, down] = isFromEnd ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  switch (sort) {
    case "name":
      return sql`product_fold(p.name) ${up}, p.id ${up}`;
    case "price":
      return sql`p.price_cents ${up}, p.id ${up}`;
    case "price-desc":
      return sql`p.price_cents ${down}, p.id ${up}`;
    case "newest":
      return sql`p.created_at ${down}, p.id ${down}`;
    case "relevance":
    case "menu":
      return sql`p.position ${up}, p.id ${up}`;
  }
}

/**
 * Ids of products marked as popular, in menu order; then `bestsellers` in their order, then the rest of the menu, up to `limit`.
 *
 * @param bestsellers product ids; unknown and hidden ones are skipped
 * @param ifNone the result if nothing is marked or sold
 */
export async function listPopularIds(
  db: Db,
  limit: number,
  bestsellers: readonly number[],
  ifNone: "menu" | "nothing" = "menu",
): Promise<readonly number[]> {
  const [row] = await db.execute<{ popular: number[]; others: number[] }>(
    sql`select array(select p.id from products p where p.is_popular and ${IS_SHOWN} order by p.position, p.id limit ${limit})
          || array(select p.id from unnest(${ints(bestsellers)}) with ordinality sold(id, place) join products p on p.id = sold.id where ${IS_SHOWN} order by sold.place limit ${limit * 2}) as popular,
          array(select p.id from products p where ${IS_SHOWN} order by p.position, p.id limit ${limit * 2}) as others`,
    "objects",
  );
  if (row === undefined || (row.popular.length === 0 && ifNone === "nothing")) return [];
  return [...new Set([...row.popular, ...row.others])].slice(0, limit);
}

function listed(asked: ListAsked, within: SQL): SQL {
  // These indexes exclude the bin, so the condition is required.
  const isShown = asked.sort === "menu" || asked.sort === "relevance" ? IS_NOT_UNSHOWN : sql`p.deleted_at is null and ${IS_NOT_UNSHOWN}`;
  return sorted(sql`products p where ${isShown} and ${within} and ${carries(asked.dietaryTags)}`, asked);
}

/**
 * One page of ids in the requested order.
 *
 * @param from the FROM clause with its conditions; it has products as `p`
 */
export function sorted(from: SQL, { sort, offset, limit, isFromEnd, shownPrices = null }: ListAsked): SQL {
  if (shownPrices === null || (sort !== "price" && sort !== "price-desc"))
    return sql`select p.id from ${from} order by ${inSortOrder(sort, isFromEnd)} limit ${limit} offset ${offset}`;
  // The index has the products' own prices: merges the products with other prices. At least this many other rows precede the page.
  const ids = ints(shownPrices.ids);
  const before = Math.max(0, offset - shownPrices.ids.length);
  const direction = sort === "price" ? sql`asc` : sql`desc`;
  return sql`select id from (
      (select p.id, p.price_cents as price from ${from} and p.id <> all(${ids})
        order by ${inSortOrder(sort)} limit ${offset - before + limit} offset ${before})
      union all
      (select own.id, shown.price from (select p.id from ${from} and p.id = any(${ids})) own
        join unnest(${ids}, ${ints(shownPrices.prices)}) shown(id, price) using (id))
    ) listed order by price ${direction}, id limit ${limit} offset ${offset - before}`;
}

/** Category by category in order; a product in several counts at its first. Reads only the page's categories. */
function inMenuOrder({ dietaryTags, offset, limit }: ListAsked, categoryIds: readonly number[], places: readonly number[]): SQL {
  let skipped = 0;
  const walked: number[] = [];
  let have = 0;
  for (const [index, count] of places.entries()) {
    if (walked.length === 0 && skipped + count <= offset) skipped += count;
    else if (have < offset - skipped + limit) {
      walked.push(index + 1);
      have += count;
    }
  }
  const from = offset - skipped;
  const isFirstPlace =
    categoryIds.length === 1
      ? sql`true`
      : sql`not exists (select from product_categories e where e.product_id = pc.product_id and e.category_id = any((${ints(categoryIds)})[1:c.number - 1]))`;
  return sql`select place.product_id as id from unnest(${ints(walked.map((number) => categoryIds[number - 1] ?? 0))}, ${ints(walked)}) c(id, number)
    cross join lateral (
      select pc.product_id, pc.position from product_categories pc where pc.category_id = c.id and ${PLACE_IS_SHOWN} and ${isFirstPlace} and ${placeCarries(dietaryTags)}
      order by pc.position, pc.product_id limit ${from + limit}
    ) place
    order by c.number, place.position, place.product_id limit ${limit} offset ${from}`;
}

/** Products per first category. */
async function countPlaces(db: Db, categoryIds: readonly number[], dietaryTags: readonly string[]): Promise<readonly number[]> {
  const read = async () => {
    const rows = await db.execute<{ number: number; count: number }>(
      categoryIds.length === 1
        ? sql`select 1 as number, count(*)::int as count from product_categories pc
            where pc.category_id = ${categoryIds[0]} and ${PLACE_IS_SHOWN} and ${placeCarries(dietaryTags)}`
        : sql`select number::int as number, count(*)::int as count from (
              select min(c.number) as number from unnest(${ints(categoryIds)}) with ordinality c(id, number)
              join product_categories pc on pc.category_id = c.id where ${PLACE_IS_SHOWN} and ${placeCarries(dietaryTags)} group by pc.product_id
            ) placed group by number`,
      "objects",
    );
    const counts = new Map(rows.map((row) => [row.number, row.count]));
    return categoryIds.map((_, index) => counts.get(index + 1) ?? 0);
  };
  return dietaryTags.length > 0 ? read() : cached(db, `places in ${categoryIds.join(" ")}`, read);
}

async function countAll(db: Db, { dietaryTags }: ListAsked): Promise<number> {
  const read = async () => {
    const [row] = await db.execute<{ count: number }>(
      dietaryTags.length > 0
        ? sql`select count(*)::int as count from products p where ${IS_SHOWN} and ${carries(dietaryTags)}`
        : sql`select ((select count(*) from products) - (select count(*) from products h where h.is_hidden or h.deleted_at is not null))::int as count`,
      "objects",
    );
    return row?.count ?? 0;
  };
  return dietaryTags.length > 0 ? read() : cached(db, "number of shown products", read);
}

async function readIds(db: Db, query: SQL): Promise<readonly number[]> {
  return (await db.execute<{ id: number }>(query, "objects")).map((row) => row.id);
}

function carries(dietaryTags: readonly string[]): SQL {
  return dietaryTags.length === 0 ? sql`true` : sql`p.dietary_tags @> ${sql.param([...dietaryTags])}::text[]`;
}

function placeCarries(dietaryTags: readonly string[]): SQL {
  return dietaryTags.length === 0 ? sql`true` : sql`exists (select from products p where p.id = pc.product_id and ${carries(dietaryTags)})`;
}

function ints(ids: readonly number[]): SQL {
  return sql`${sql.param([...ids])}::int[]`;
}
