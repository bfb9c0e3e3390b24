import * as texts from "#texts/content/reviews.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CheckIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Review, ReviewSummary } from "#app/content/domain/review.ts";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { Stars } from "./stars.tsx";

/** `day`: the date in words, from the server: formatting the first date takes a phone 70 ms. */
export interface ShownReview extends Review {
  readonly day: string;
}

/** `averageText`: the average in the shop's format, from the server to save scripts; "" without reviews. */
interface ShownSummary extends ReviewSummary {
  readonly averageText: string;
}

interface ReviewsProps {
  readonly summary: ShownSummary;
  readonly reviews: readonly ShownReview[];
  readonly more: ReactNode;
}

/** Customer reviews: average, distribution of ratings, then the reviews, newest first. `more` links to further ones. */
export function Reviews({ summary, reviews, more }: ReviewsProps) {
  const format = useMoneyFormat();
  if (summary.average === null) return null;
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="later-700 mt-16 scroll-mt-24">
      <SectionTitle id="reviews-title" title={texts.reviews} />
      <div className="mt-6 grid gap-x-16 gap-y-8 lg:grid-cols-[280px_1fr]">
        <div>
          <p className="flex items-center gap-3">
            <span className="figures font-display text-4xl font-bold">{summary.averageText}</span>
            <span className="text-sm text-ink-2">
              <Stars rating={summary.average} text={summary.averageText} />
              <span className="block">{texts.reviewCount(summary.count, format)}</span>
            </span>
          </p>
          <ul aria-label={texts.ratingsBySpread} className="figures mt-4 text-sm">
            {summary.spread
              .map((count, index) => ({ count, stars: index + 1 }))
              .toReversed()
              .map(({ count, stars }) => (
                <li key={stars} className="spread">
                  <span className="w-14 shrink-0">{texts.starCount(stars, format)}</span>
                  <span aria-hidden className="spread-all">
                    <span className="spread-part" style={{ width: `${(count / Math.max(1, summary.count)) * 100}%` }} />
                  </span>
                  <span className="spread-count">{count}</span>
                </li>
              ))}
          </ul>
        </div>
        <div>
          <ul className="-mt-4">
            {reviews.map((review) => (
              <Review key={review.id} review={review} />
            ))}
          </ul>
          {more}
        </div>
      </div>
    </section>
  );
}

function Review({ review }: { readonly review: ShownReview }) {
  return (
    <li className="border-b border-hairline py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Stars rating={review.rating} />
        <span className="font-semibold">{review.authorName}</span>
        {review.isVerified ? (
          <span className="inline-flex items-center gap-1 text-leaf">
            <CheckIcon aria-hidden className="size-4" />
            {texts.orderedHere}
          </span>
        ) : null}
        <time dateTime={review.createdAt.toISOString()} className="figures text-ink-2">
          {review.day}
        </time>
      </p>
      {review.body === "" ? null : <p className="mt-2 max-w-[60ch] [overflow-wrap:anywhere] whitespace-pre-line">{review.body}</p>}
      {review.reply === "" ? null : (
        <p className="mt-2 max-w-[60ch] border-l-2 border-hairline pl-3 [overflow-wrap:anywhere] whitespace-pre-line text-ink-2">
          <b>{texts.ourReply}</b> {review.reply}
        </p>
      )}
    </li>
  );
}
