import { applyPromotionsSchema } from "#app/domain/cart.schema.ts";
import { apiRoute } from "#app/http/api-route.server.ts";
import { readCartId } from "#app/http/cart-cookie.server.ts";
import { requestContext, servicesContext, type Services } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/problem.server.ts";
import { addressKey, COUPON_GUESSES, givePointsBack, takePoints } from "#app/http/rate-limit.server.ts";
import { applyPromotions, type GuessCounter } from "#app/workflows/apply-promotions.server.ts";
import { answerCartFailure } from "./cart-answer.ts";
import { toApplyWire } from "./cart-wire.ts";

/** POST /api/apply-promotions (specification section 7): the list given becomes the cart's codes. */
const route = apiRoute({
  POST: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const { cartId, couponCodes } = await parseJsonBody(request, applyPromotionsSchema);
    if (cartId !== (await readCartId(request, services))) return notFoundProblem("There is no such cart.");
    const applied = await applyPromotions(
      services,
      cartId,
      couponCodes,
      guessesOf(services, cartId, context.get(requestContext).clientAddress),
    );
    if (applied.ok) return jsonAnswer(toApplyWire(applied.value.loaded, applied.value.unknown));
    if (applied.error.kind !== "too-many-guesses") return answerCartFailure(applied.error);
    return problem(429, {
      detail: "Too many codes were tried. Please wait a few minutes and try again.",
      headers: { "Retry-After": String(applied.error.retryAfterSeconds) },
    });
  },
});

/** Counted per cart and per address, because a new cart costs nothing. */
function guessesOf({ db }: Services, cartId: string, clientAddress: string): GuessCounter {
  const keys = [`cart:${cartId}`, `address:${addressKey(clientAddress)}`];
  return {
    async take(count) {
      const answers = await Promise.all(keys.map((key) => takePoints(db, COUPON_GUESSES, key, count)));
      const waits = answers.flatMap((answer) => (answer.ok ? [] : [answer.retryAfterSeconds]));
      return waits.length === 0 ? null : Math.max(...waits);
    },
    async giveBack(count) {
      await Promise.all(keys.map((key) => givePointsBack(db, COUPON_GUESSES, key, count)));
    },
  };
}

export const loader = route.loader;
export const action = route.action;
