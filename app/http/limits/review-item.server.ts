import * as texts from "#texts/orders/answers.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { reviewOrderItem, type ItemReview, type ReviewRefusal } from "#app/checkout/workflows/review-order-item.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import type { RateRule } from "#app/platform/rate-limit.server.ts";
import { fail, type Result } from "#app/values/result.ts";
import { addressCounters, giveEachBack, takeEach } from "./address-limit.server.ts";
import { rateLimitKey } from "./address.server.ts";

/** Above any household, below programs. */
export const REVIEWS: RateRule = { name: "reviews", points: 30, seconds: 3600 };

/** Stores a review within the address limit. Other refusals cost nothing. */
export async function reviewItem(
  services: Services,
  { clientAddress }: Pick<RequestInfo, "clientAddress">,
  review: ItemReview,
): Promise<Result<undefined, ReviewRefusal>> {
  if (rateLimitKey(clientAddress) === null) return reviewOrderItem(services, review);
  const counters = addressCounters(REVIEWS, clientAddress);
  const allowed = await takeEach(services.db, counters);
  if (!allowed.ok) {
    noteRefusal(services, { kind: "limit", security: "reviews", message: "too many reviews from one address", clientAddress });
    return fail({ code: "too-many", message: texts.tooManyReviews, retryAfterSeconds: allowed.retryAfterSeconds });
  }
  const written = await reviewOrderItem(services, review);
  if (!written.ok) await giveEachBack(services.db, counters);
  return written;
}
