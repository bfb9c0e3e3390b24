import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { loadOwnCart } from "#app/routes/api/wire/answer-cart.ts";

/** GET /api/cart-badge: the number of units in the cart, including free items, as a plain number. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const services = context.get(servicesContext);
    // Every page view calls this; most visitors have no cart, and then no query runs.
    if ((await readCartId(request, services)) === null) return jsonAnswer(0);
    return jsonAnswer((await loadOwnCart(request, services)).priced.itemCount);
  },
});

export const loader = route.loader;
export const action = route.action;
