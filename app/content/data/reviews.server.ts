import { and, count, desc, eq, inArray } from "drizzle-orm";
import { summarizeRatings, type Review, type ReviewSummary } from "#app/content/domain/review.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { reviews } from "./tables.ts";

/** Counts and average of a product's approved reviews. */
export async function getReviewSummary(db: Db, productId: number): Promise<ReviewSummary> {
  const rows = await db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.status, "approved")))
    .groupBy(reviews.rating);
  return summarizeRatings(new Map(rows.map((row) => [row.rating, row.count])));
}

/** Approved reviews of a product, newest first. `page` counts from 1. */
export async function listProductReviews(db: Db, productId: number, page: number, perPage: number): Promise<readonly Review[]> {
  return db
    .select({
      id: reviews.id,
      authorName: reviews.authorName,
      rating: reviews.rating,
      body: reviews.body,
      isVerified: reviews.isVerified,
      createdAt: reviews.createdAt,
    })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.status, "approved")))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
}

export interface GuestReview {
  readonly productId: number;
  readonly orderItemId: string;
  readonly authorName: string;
  readonly rating: number;
  readonly body: string;
}

/** Adds a review of something that was ordered and handed over; staff look at it before others do. False when this item has one already. */
export async function insertGuestReview(db: Db, review: GuestReview): Promise<boolean> {
  const added = await db
    .insert(reviews)
    .values({ ...review, isVerified: true, status: "pending" })
    .onConflictDoNothing({ target: reviews.orderItemId })
    .returning({ id: reviews.id });
  return added.length > 0;
}

/** Which of these order items have been reviewed. */
export async function listReviewedItemIds(db: Db, orderItemIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderItemIds.length === 0) return new Set();
  const rows = await db
    .select({ id: reviews.orderItemId })
    .from(reviews)
    .where(inArray(reviews.orderItemId, [...orderItemIds]));
  return new Set(rows.flatMap((row) => row.id ?? []));
}
