import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, count, desc, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { searchWords } from "#app/catalogue/data/product-lists/product-search.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { ReviewStatus, SpamSign } from "#app/content/domain/review.ts";
import type { ReviewListQuery } from "#app/content/domain/review.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { reviews } from "./tables.ts";
import { insertRow, readRows } from "#app/staff/data/table-records.ts";

/** A review for staff. The order, the spam sign and the time belong to customer reviews; staff leave them out. */
export interface ReviewRecord {
  readonly productId: number | null;
  readonly authorName: string;
  readonly rating: number;
  readonly body: string;
  readonly status: ReviewStatus;
  readonly reply: string;
  readonly isVerified?: boolean | undefined;
  readonly spamSign?: SpamSign | null | undefined;
  readonly orderId?: string | null | undefined;
  readonly orderItemId?: string | null | undefined;
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
}

export const reviewRecords: RecordStore<ReviewRecord> = {
  kind: "review",
  nameOf: (value) => `${value.authorName}’s review`,

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const rows = await readRows(db, reviews, ids, lock);
    return new Map(
      rows.map(({ id, version, createdAt, repliedAt: _repliedAt, updatedAt: _updatedAt, ...value }) => [
        id,
        { version, value: { ...value, createdAt: createdAt.toISOString() } },
      ]),
    );
  },

  async check(tx, id, value) {
    const [row] = id === null ? [] : await tx.select().from(reviews).where(eq(reviews.id, id));
    if (row?.isVerified === true) {
      const changed = (["productId", "authorName", "rating", "body"] as const).find((name) => row[name] !== value[name]);
      if (changed !== undefined) return { [changed]: "A customer has written this: it stays as it is. You can hide it, or reply." };
    }
    if (row !== undefined && row.productId === value.productId) return undefined;
    const found = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.id, value.productId ?? 0), isNull(products.deletedAt)));
    return found.length === 0 ? { productId: "This product is gone. Choose another one." } : undefined;
  },

  async insert(tx, { productId, createdAt, ...value }, id) {
    if (productId === null) throw new Error("a review needs its product");
    return insertRow(tx, reviews, {
      ...value,
      productId,
      ...(createdAt === undefined ? {} : { createdAt: sql`${createdAt}::timestamptz` }),
      ...(value.reply === "" ? {} : { repliedAt: sql`now()` }),
      ...(id === undefined ? {} : { id }),
    });
  },

  async update(tx, id, { productId, authorName, rating, body, status, reply }) {
    await tx
      .update(reviews)
      .set({
        ...(productId === null ? {} : { productId }),
        authorName,
        rating,
        body,
        status,
        reply,
        repliedAt: sql`case when ${reply} = '' then null when ${reviews.reply} = ${reply} then ${reviews.repliedAt} else now() end`,
        version: sql`${reviews.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(reviews.id, id));
  },

  async remove(tx, id) {
    await tx.delete(reviews).where(eq(reviews.id, id));
  },
};

/** A row of the staff's list of reviews. */
export interface ReviewRow {
  readonly id: number;
  readonly productId: number;
  readonly product: string;
  readonly authorName: string;
  readonly rating: number;
  readonly body: string;
  readonly isVerified: boolean;
  readonly status: ReviewStatus;
  readonly spamSign: SpamSign | null;
  readonly hasReply: boolean;
  readonly orderId: string | null;
  readonly createdAt: Date;
}

const rowColumns = {
  id: reviews.id,
  productId: reviews.productId,
  product: products.name,
  authorName: reviews.authorName,
  rating: reviews.rating,
  body: reviews.body,
  isVerified: reviews.isVerified,
  status: reviews.status,
  spamSign: reviews.spamSign,
  hasReply: sql<boolean>`${reviews.reply} <> ''`,
  orderId: reviews.orderId,
  createdAt: reviews.createdAt,
};

function matching({ q, status, rating, product }: ReviewListQuery): SQL | undefined {
  return and(
    ...searchWords(q).map(
      (word) => sql`(${reviews.authorName} || ' ' || ${products.name} || ' ' || ${reviews.body}) ilike ${`%${escapeLike(word)}%`}`,
    ),
    ...(status === "suspicious" ? [eq(reviews.status, "pending"), isNotNull(reviews.spamSign)] : []),
    status === "" || status === "suspicious" ? undefined : eq(reviews.status, status),
    rating === "" ? undefined : eq(reviews.rating, Number(rating)),
    product === "" ? undefined : eq(reviews.productId, Number(product)),
  );
}

/** One page of the list of reviews, and the total of matching rows. */
export async function listReviewRows(
  db: Db,
  query: ReviewListQuery,
): Promise<{ readonly rows: readonly ReviewRow[]; readonly total: number }> {
  const where = matching(query);
  const way = query.sort.startsWith("-") ? desc : asc;
  const back = query.sort.startsWith("-") ? asc : desc;
  const orders: Readonly<Record<string, readonly SQL[]>> = {
    date: [way(reviews.createdAt)],
    rating: [way(reviews.rating), desc(reviews.createdAt)],
    queue: [back(sql`${reviews.status} = 'pending'`), desc(reviews.createdAt)],
  };
  const rows = await db
    .select(rowColumns)
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(where)
    .orderBy(...(orders[query.sort.replace("-", "")] ?? []), desc(reviews.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [found] = await db.select({ total: count() }).from(reviews).innerJoin(products, eq(products.id, reviews.productId)).where(where);
  return { rows, total: found?.total ?? 0 };
}

/** Ids of all reviews that match the list's address, on all pages. */
export async function listMatchingReviewIds(db: Db, query: ReviewListQuery): Promise<readonly number[]> {
  const rows = await db
    .select({ id: reviews.id })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(matching(query));
  return rows.map((row) => row.id);
}

/** Products that have reviews, by name; the first `limit`. */
export async function listReviewedProducts(db: Db, limit: number): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .selectDistinct({ id: products.id, name: products.name })
    .from(products)
    .innerJoin(reviews, eq(reviews.productId, products.id))
    .orderBy(asc(products.name), asc(products.id))
    .limit(limit);
}

/** Number of reviews waiting for moderation. */
export async function countWaitingReviews(db: Db): Promise<number> {
  const [found] = await db.select({ total: count() }).from(reviews).where(eq(reviews.status, "pending"));
  return found?.total ?? 0;
}
