import { and, asc, count, eq, inArray, isNotNull, isNull, max, notInArray, sql } from "drizzle-orm";
import { descendantIds, inTreeOrder, placeProblem } from "#app/catalogue/domain/category.ts";
import type { CategoryListQuery } from "#app/catalogue/domain/category.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { media } from "#app/media/data/tables.ts";
import { categories, productCategories, products } from "./tables.ts";
import { matchesWords } from "#app/values/text.ts";
import { insertRow, readRows } from "#app/staff/data/table-records.ts";

/** A category as staff edit it. */
export interface CategoryRecord {
  readonly name: string;
  readonly description: string;
  readonly parentId: number | null;
  readonly mediaId: number | null;
  readonly hue: number;
  readonly isHidden: boolean;
  readonly hours: WeeklyHours | null;
  /** Kitchen station of its products; missing: unchanged. */
  readonly station?: string | null | undefined;
  /** Its direct products in order. */
  readonly products?: readonly number[] | undefined;
  /** Position among siblings; missing: last. */
  readonly position?: number | undefined;
}

/** The initial values of a new category. */
export const BLANK_CATEGORY: CategoryRecord = {
  name: "",
  description: "",
  parentId: null,
  mediaId: null,
  hue: 160,
  isHidden: false,
  hours: null,
  station: null,
  products: [],
};

export const categoryRecords: RecordStore<CategoryRecord> = {
  kind: "category",
  nameOf: (value) => value.name,

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const rows = await readRows(db, categories, ids, lock);
    const within = await db
      .select({ categoryId: productCategories.categoryId, productId: productCategories.productId })
      .from(productCategories)
      .innerJoin(products, and(eq(products.id, productCategories.productId), isNull(products.deletedAt)))
      .where(inArray(productCategories.categoryId, [...ids]))
      .orderBy(asc(productCategories.position), asc(productCategories.productId));
    const productsOf = Map.groupBy(within, (row) => row.categoryId);
    return new Map(
      rows.map(({ id, version, name, description, parentId, mediaId, hue, isHidden, hours, station, position }) => {
        const own = (productsOf.get(id) ?? []).map((row) => row.productId);
        return [id, { version, value: { name, description, parentId, mediaId, hue, isHidden, hours, station, products: own, position } }];
      }),
    );
  },

  async check(tx, id, { parentId, mediaId, products: wanted = [] }) {
    const rows = await listCategoryPlaces(tx);
    const place = placeProblem(rows, id, parentId);
    if (place !== null) return { parentId: place };
    if (mediaId !== null && (await tx.select({ id: media.id }).from(media).where(eq(media.id, mediaId))).length === 0)
      return { mediaId: "This picture is gone. Choose another one." };
    const [found] = await tx
      .select({ total: count() })
      .from(products)
      .where(and(inArray(products.id, [...wanted]), isNull(products.deletedAt)));
    return found?.total === wanted.length ? undefined : { products: "One of these products is gone. Remove it." };
  },

  async insert(tx, { products: wanted, position, ...value }, id) {
    const siblings = value.parentId === null ? isNull(categories.parentId) : eq(categories.parentId, value.parentId);
    const [last] = await tx
      .select({ position: max(categories.position) })
      .from(categories)
      .where(siblings);
    const inserted = await insertRow(tx, categories, {
      ...value,
      position: position ?? (last?.position ?? -1) + 1,
      ...(id === undefined ? {} : { id }),
    });
    await putProducts(tx, inserted, wanted ?? []);
    return inserted;
  },

  async update(tx, id, { products: wanted, ...value }) {
    await tx
      .update(categories)
      .set({ ...value, version: sql`${categories.version} + 1`, updatedAt: sql`now()` })
      .where(eq(categories.id, id));
    if (wanted !== undefined) await putProducts(tx, id, wanted);
  },

  async remove(tx, id) {
    await tx.delete(categories).where(eq(categories.id, id));
  },
};

/** Sets the category's products in this order. Deleted ones are skipped, those in the bin keep their place. */
async function putProducts(tx: Db, categoryId: number, wanted: readonly number[]): Promise<void> {
  await tx
    .delete(productCategories)
    .where(
      and(
        eq(productCategories.categoryId, categoryId),
        wanted.length === 0 ? undefined : notInArray(productCategories.productId, [...wanted]),
        notInArray(productCategories.productId, tx.select({ id: products.id }).from(products).where(isNotNull(products.deletedAt))),
      ),
    );
  if (wanted.length === 0) return;
  await tx.execute(
    sql`insert into product_categories (product_id, category_id, position)
        select p.id, ${categoryId}, w.place - 1 from unnest(${sql.param([...wanted])}::int[]) with ordinality w (id, place) join products p on p.id = w.id
        on conflict (product_id, category_id) do update set position = excluded.position
        where product_categories.position is distinct from excluded.position`,
  );
}

/** Every category with its parent, in order. */
export function listCategoryPlaces(db: Db): Promise<readonly { readonly id: number; readonly parentId: number | null }[]> {
  return db
    .select({ id: categories.id, parentId: categories.parentId })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id));
}

/** Moves the category below `parentId` and renumbers siblings. Returns an error or undefined. */
export async function placeCategory(tx: Db, id: number, parentId: number | null, index: number): Promise<string | null> {
  const rows = await listCategoryPlaces(tx);
  const problem = placeProblem(rows, id, parentId);
  if (problem !== null) return problem;
  const siblings = rows.filter((row) => row.parentId === parentId && row.id !== id).map((row) => row.id);
  for (const [position, each] of siblings.toSpliced(index, 0, id).entries()) {
    await tx
      .update(categories)
      .set({ parentId, position, version: sql`${categories.version} + 1` })
      .where(
        and(
          eq(categories.id, each),
          sql`(${categories.position}, ${categories.parentId}) is distinct from (${position}, ${parentId}::int)`,
        ),
      );
  }
  return null;
}

/** Ids of the direct subcategories. */
export async function listChildIds(db: Db, parentId: number | null): Promise<readonly number[]> {
  return (await listCategoryPlaces(db)).filter((row) => row.parentId === parentId).map((row) => row.id);
}

/** Before deletion: children move up, products move to another category or are only removed from this one. */
export async function emptyCategory(tx: Db, id: number, moveTo: number | null): Promise<void> {
  const [row] = await tx.select({ parentId: categories.parentId }).from(categories).where(eq(categories.id, id));
  await tx
    .update(categories)
    .set({ parentId: row?.parentId ?? null, version: sql`${categories.version} + 1` })
    .where(eq(categories.parentId, id));
  if (moveTo === null) return;
  await tx.execute(
    sql`insert into product_categories (product_id, category_id, position)
        select product_id, ${moveTo}, position + coalesce((select max(position) + 1 from product_categories where category_id = ${moveTo}), 0)
        from product_categories where category_id = ${id}
        on conflict (product_id, category_id) do nothing`,
  );
  await tx
    .update(categories)
    .set({ version: sql`${categories.version} + 1` })
    .where(eq(categories.id, moveTo));
}

/** Records of the calls that added categories. */
export const categoryCalls = {
  async find(db: Db, callKey: string): Promise<{ readonly id: number; readonly callHash: string | null } | undefined> {
    const [row] = await db
      .select({ id: categories.id, callHash: categories.callHash })
      .from(categories)
      .where(eq(categories.callKey, callKey));
    return row;
  },
  async note(tx: Db, id: number, call: { readonly callKey: string; readonly callHash: string }): Promise<void> {
    await tx.update(categories).set(call).where(eq(categories.id, id));
  },
};

/** A row of the staff's list and tree. */
export interface CategoryRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  /** "Food › Soups" */
  readonly path: string;
  readonly isHidden: boolean;
  readonly hours: WeeklyHours | null;
  /** Direct products, including hidden ones. */
  readonly productCount: number;
  /** Including the products of its descendants. */
  readonly totalCount: number;
}

/** All categories in tree order. */
export async function listCategoryRows(db: Db): Promise<readonly CategoryRow[]> {
  const counted = db
    .select({ id: productCategories.categoryId, total: count().as("total") })
    .from(productCategories)
    .innerJoin(products, and(eq(products.id, productCategories.productId), isNull(products.deletedAt)))
    .groupBy(productCategories.categoryId)
    .as("counted");
  const rows = await db
    .select({
      id: categories.id,
      parentId: categories.parentId,
      name: categories.name,
      isHidden: categories.isHidden,
      hours: categories.hours,
      total: counted.total,
    })
    .from(categories)
    .leftJoin(counted, eq(counted.id, categories.id))
    .orderBy(asc(categories.position), asc(categories.id));
  const names = new Map(rows.map((row) => [row.id, row]));
  const totalOf = (id: number): number => descendantIds(rows, id).reduce((sum, each) => sum + (names.get(each)?.total ?? 0), 0);
  return inTreeOrder(rows).map(({ total, ...row }) => ({
    ...row,
    path: pathOf(names, row.id),
    productCount: total ?? 0,
    totalCount: totalOf(row.id),
  }));
}

/** "Food › Soups" */
function pathOf(names: ReadonlyMap<number, { readonly parentId: number | null; readonly name: string }>, id: number): string {
  const row = names.get(id);
  if (row === undefined) return "";
  return row.parentId === null ? row.name : `${pathOf(names, row.parentId)} › ${row.name}`;
}

/** All categories in tree order for pickers, without counts. */
export async function listCategoryPaths(db: Db): Promise<readonly { readonly id: number; readonly name: string; readonly path: string }[]> {
  const rows = await db
    .select({ id: categories.id, parentId: categories.parentId, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id));
  const names = new Map(rows.map((row) => [row.id, row]));
  return inTreeOrder(rows).map(({ id, name }) => ({ id, name, path: pathOf(names, id) }));
}

/** The filtered and sorted rows of all pages. */
export function matchingCategories(rows: readonly CategoryRow[], { sort, ...filters }: CategoryListQuery): readonly CategoryRow[] {
  const way = sort.startsWith("-") ? -1 : 1;
  return filteredCategories(rows, filters).toSorted(
    (a, b) => way * (sort.endsWith("products") ? a.totalCount - b.totalCount : a.path.localeCompare(b.path, "en")),
  );
}

/** The filtered rows in order. */
export function filteredCategories(
  rows: readonly CategoryRow[],
  { q, status, hours }: Pick<CategoryListQuery, "q" | "status" | "hours">,
): readonly CategoryRow[] {
  return rows
    .filter((row) => matchesWords(q, row.path))
    .filter((row) => status === "" || row.isHidden === (status === "hidden"))
    .filter((row) => hours === "" || (row.hours !== null) === (hours === "limited"));
}
