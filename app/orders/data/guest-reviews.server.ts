import { inArray } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { reviews } from "#app/catalogue/data/tables.ts";

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
