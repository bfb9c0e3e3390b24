import { addCartItemSchema } from "#app/cart/domain/cart.schema.ts";
import { addToCart } from "#app/http/limits/add-to-cart.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readCartId, serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { answerOwnCart } from "#app/routes/api/wire/answer-cart.ts";

/** POST /api/cart/items: adds units of a product. The only API call that creates a cart and sets its cookie. */
const route = apiRoute({
  POST: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const wanted = await parseJsonBody(request, addCartItemSchema);
    const added = await addToCart(services, context.get(requestContext), await readCartId(request, services), wanted);
    const id = added.ok ? added.value.source.id : null;
    return answerOwnCart(request, services, added, id === null ? {} : { "Set-Cookie": await serializeCartId(id, services) });
  },
});

export const loader = route.loader;
export const action = route.action;
