export const REVIEW_STATUSES = ["pending", "approved", "hidden"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];
/** Why a review looks like spam: it then waits, marked, and is never approved automatically. */
export type SpamSign = "links" | "repeated" | "hasty" | "shouting";
export const MIN_RATING = 1;
export const MAX_RATING = 5;
/** The most pages of a product's reviews that one page can show. */
export const MAX_REVIEW_PAGES = 20;
export const MAX_REVIEW_LENGTH = 2000;
export const MAX_REPLY_LENGTH = 1000;

/** A review as the product page shows it. */
export interface Review {
  readonly id: number;
  readonly authorName: string;
  /** 1 to 5. */
  readonly rating: number;
  /** Plain text. */
  readonly body: string;
  /** The author's order of this product was completed. */
  readonly isVerified: boolean;
  readonly createdAt: Date;
  /** The shop's reply, plain text; "" = none. */
  readonly reply: string;
}

/** The totals of a product's approved reviews. */
export interface ReviewSummary {
  readonly count: number;
  /** One decimal, rounded half up; null without reviews. */
  readonly average: number | null;
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  readonly spread: readonly [number, number, number, number, number];
}

/** The summary of a number of reviews per rating. */
export function summarizeRatings(countByRating: ReadonlyMap<number, number>): ReviewSummary {
  const of = (rating: number): number => countByRating.get(rating) ?? 0;
  const spread = [of(1), of(2), of(3), of(4), of(5)] as const;
  const count = spread.reduce((sum, each) => sum + each, 0);
  const stars = spread.reduce((sum, each, index) => sum + each * (index + 1), 0);
  return { count, average: count === 0 ? null : Math.round((stars * 10) / count) / 10, spread };
}
