import { and, count, desc, eq } from "drizzle-orm";
import { summarizeRatings, type Review, type ReviewSummary } from "#app/content/domain/review.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { reviews } from "#app/catalogue/data/tables.ts";

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
