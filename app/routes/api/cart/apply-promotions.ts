import { noSuchCart } from "#texts/cart/answers.ts";
import { applyPromotionsSchema } from "#app/cart/domain/cart.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { couponGuesses } from "#app/http/limits/coupon-guesses.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem } from "#app/http/answers/problem.server.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { answerCartFailure } from "#app/routes/api/wire/answer-cart.ts";
import { toApplyWire } from "#app/routes/api/wire/cart-wire.ts";

/** POST /api/apply-promotions: replaces the cart's codes with the given list. */
const route = apiRoute({
  POST: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const { cartId, couponCodes } = await parseJsonBody(request, applyPromotionsSchema);
    if (cartId !== (await readCartId(request, services))) return notFoundProblem(noSuchCart);
    const applied = await applyPromotions(
      services,
      cartId,
      couponCodes,
      couponGuesses(services, cartId, context.get(requestContext).clientAddress),
    );
    return applied.ok ? jsonAnswer(toApplyWire(applied.value.loaded, applied.value.unknown)) : answerCartFailure(applied.error);
  },
});

export const loader = route.loader;
export const action = route.action;
