import { and, count, desc, eq, gte, inArray, max, or, sql } from "drizzle-orm";
import { MIN_REPEATED_LENGTH, spamSign } from "#app/content/domain/review-spam.ts";
import { summarizeRatings, type Review, type ReviewSummary } from "#app/content/domain/review.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { reviews } from "./tables.ts";

/** The same text within this time counts as repeated: 30 days. */
const REPEATED_MINUTES = 30 * 24 * 60;

/** Longer lists are rarely requested and large. */
const MAX_CACHED_REVIEWS = 5;
/** The total length of the texts; five typical ones have a thousand characters. */
const MAX_CACHED_CHARACTERS = 2_000;

/** Counts and average of a product's approved reviews. */
export async function getReviewSummary(db: Db, productId: number): Promise<ReviewSummary> {
  const rows = await db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.status, "approved")))
    .groupBy(reviews.rating);
  return summarizeRatings(new Map(rows.map((row) => [row.rating, row.count])));
}

/** A product's ratings and its latest `most` reviews, cached for short lists. */
export async function loadReviewsShown(
  db: Db,
  productId: number,
  most: number,
): Promise<{ readonly ratings: ReviewSummary; readonly reviews: readonly Review[] }> {
  const load = async () => {
    const [ratings, latest] = await Promise.all([getReviewSummary(db, productId), listProductReviews(db, productId, most)]);
    return { ratings, reviews: latest };
  };
  return most > MAX_CACHED_REVIEWS ? load() : cached(db, `${most} reviews of ${productId}`, load, isLight);
}

/** Limits the cache: 5,000 entries are at most 10 MB of text (20 MB beyond Latin-1). */
function isLight({ reviews: shown }: { readonly reviews: readonly Review[] }): boolean {
  return shown.reduce((sum, { body, reply }) => sum + body.length + reply.length, 0) <= MAX_CACHED_CHARACTERS;
}

/** The newest approved reviews of a product. */
export async function listProductReviews(db: Db, productId: number, limit: number): Promise<readonly Review[]> {
  return db
    .select({
      id: reviews.id,
      authorName: reviews.authorName,
      rating: reviews.rating,
      body: reviews.body,
      isVerified: reviews.isVerified,
      createdAt: reviews.createdAt,
      reply: reviews.reply,
    })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.status, "approved")))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit);
}

export interface GuestReview {
  readonly productId: number;
  readonly orderId: string;
  readonly orderItemId: string;
  readonly authorName: string;
  readonly rating: number;
  readonly body: string;
}

/**
 * Adds a review of a product in a completed order. Staff moderate it before it is public, and see its spam sign. False if the order already
 * has a review of this product.
 */
export async function insertGuestReview(db: Db, review: GuestReview, now: Date): Promise<boolean> {
  const [last] = await db
    .select({ at: max(reviews.createdAt) })
    .from(reviews)
    .where(eq(reviews.orderId, review.orderId));
  const same = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(sql`lower(${reviews.body}) = lower(${review.body})`, gte(reviews.createdAt, addMinutes(now, -REPEATED_MINUTES))))
    .limit(review.body.length < MIN_REPEATED_LENGTH ? 0 : 1);
  const secondsSinceLast = last?.at == null ? null : (now.getTime() - last.at.getTime()) / 1000;
  const sign = spamSign(review.body, { isRepeated: same.length > 0, secondsSinceLast });
  const added = await db
    .insert(reviews)
    .values({ ...review, isVerified: true, status: "pending", spamSign: sign, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: reviews.id });
  return added.length > 0;
}

/** The items of this order that have been reviewed; each product once, regardless of its number of lines. */
export async function listReviewedItemIds(
  db: Db,
  items: readonly { readonly id: string; readonly productId: number; readonly orderId: string }[],
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set();
  const rows = await db
    .select({ productId: reviews.productId })
    .from(reviews)
    .where(
      or(
        inArray(
          reviews.orderItemId,
          items.map((item) => item.id),
        ),
        inArray(
          reviews.orderId,
          items.map((item) => item.orderId),
        ),
      ),
    );
  const reviewed = new Set(rows.map((row) => row.productId));
  return new Set(items.filter((item) => reviewed.has(item.productId)).map((item) => item.id));
}
