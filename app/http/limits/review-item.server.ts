import { reviewOrderItem, type ItemReview, type ReviewRefusal } from "#app/checkout/workflows/review-order-item.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { givePointsBack, takePoints, type RateRule } from "#app/platform/rate-limit.server.ts";
import { fail, type Result } from "#app/values/result.ts";
import { strangerKey } from "./address.server.ts";

/** A household that reviews a whole party's order is done long before this; a program is not. */
export const REVIEWS: RateRule = { name: "reviews", points: 30, seconds: 3600 };

/** Takes a customer's review, of which a stranger's address may write so many only. What is refused for another reason costs nothing. */
export async function reviewItem(
  services: Services,
  { clientAddress }: Pick<RequestInfo, "clientAddress">,
  review: ItemReview,
): Promise<Result<undefined, ReviewRefusal>> {
  const key = strangerKey(clientAddress);
  if (key === null) return reviewOrderItem(services, review);
  const allowed = await takePoints(services.db, REVIEWS, key);
  if (!allowed.ok) {
    services.log.warn({ security: "reviews" }, "too many reviews from one address");
    const message = "Too many reviews came from your network. Please wait a while and try again.";
    return fail({ code: "too-many", message, retryAfterSeconds: allowed.retryAfterSeconds });
  }
  const written = await reviewOrderItem(services, review);
  if (!written.ok) await givePointsBack(services.db, REVIEWS, key);
  return written;
}
