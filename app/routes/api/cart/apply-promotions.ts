import { applyPromotionsSchema } from "#app/cart/domain/cart.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { couponGuesses } from "#app/http/limits/coupon-guesses.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { answerCartFailure } from "#app/routes/api/wire/answer-cart.ts";
import { toApplyWire } from "#app/routes/api/wire/cart-wire.ts";

/** POST /api/apply-promotions: the list given becomes the cart's codes. */
const route = apiRoute({
  POST: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const { cartId, couponCodes } = await parseJsonBody(request, applyPromotionsSchema);
    if (cartId !== (await readCartId(request, services))) return notFoundProblem("There is no such cart.");
    const applied = await applyPromotions(
      services,
      cartId,
      couponCodes,
      couponGuesses(services, cartId, context.get(requestContext).clientAddress),
    );
    if (applied.ok) return jsonAnswer(toApplyWire(applied.value.loaded, applied.value.unknown));
    if (applied.error.kind !== "too-many-guesses") return answerCartFailure(applied.error);
    return problem(429, {
      detail: "You've tried too many codes. Please wait a few minutes and try again.",
      headers: { "Retry-After": String(applied.error.retryAfterSeconds) },
    });
  },
});

export const loader = route.loader;
export const action = route.action;
