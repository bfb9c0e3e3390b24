import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { loadOwnCart } from "./wire/answer-cart.ts";

/** GET /api/cart-badge: the number of units in the cart, free items included; a bare number. */
const route = apiRoute({
  GET: async ({ request, context }) => jsonAnswer((await loadOwnCart(request, context.get(servicesContext))).priced.itemCount),
});

export const loader = route.loader;
export const action = route.action;
