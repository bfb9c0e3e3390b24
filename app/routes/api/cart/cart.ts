import { editCartSchemaIn } from "#app/cart/domain/cart.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { updateCart } from "#app/cart/workflows/change-cart.server.ts";
import { answerCart, loadOwnCart } from "#app/routes/api/wire/answer-cart.ts";
import { toCartWire } from "#app/routes/api/wire/cart-wire.ts";

/**
 * GET /api/cart: this browser's cart, or an empty one (id null) before the first item. PATCH /api/cart changes fulfillment, time and tip.
 */
const route = apiRoute({
  GET: async ({ request, context }) => jsonAnswer(toCartWire(await loadOwnCart(request, context.get(servicesContext)))),
  PATCH: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const { CURRENCY } = await readSettings(services.db);
    const changes = await parseJsonBody(request, editCartSchemaIn(CURRENCY));
    return answerCart(await updateCart(services, await readCartId(request, services), changes));
  },
});

export const loader = route.loader;
export const action = route.action;
