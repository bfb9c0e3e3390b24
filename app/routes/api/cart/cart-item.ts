import { noLongerInCart } from "#texts/cart/answers.ts";
import { editCartItemSchema } from "#app/cart/domain/cart.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { urlKey } from "#app/values/addresses/url.schema.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";
import { editCartItem, removeCartItem } from "#app/cart/workflows/change-cart.server.ts";
import { answerCart, answerOwnCart } from "#app/routes/api/wire/answer-cart.ts";

const noSuchItem = () => notFoundProblem(noLongerInCart);

/** PATCH and DELETE /api/cart/items/:id: one line of this browser's own cart; lines of other carts are not found. */
const route = apiRoute({
  PATCH: async ({ request, params, context }) => {
    const services = context.get(servicesContext);
    const changes = await parseJsonBody(request, editCartItemSchema);
    const id = readParam(params.id, urlKey, noSuchItem);
    return answerOwnCart(request, services, await editCartItem(services, await readCartId(request, services), id, changes));
  },
  DELETE: async ({ request, params, context }) => {
    const services = context.get(servicesContext);
    const id = readParam(params.id, urlKey, noSuchItem);
    return answerCart(await removeCartItem(services, await readCartId(request, services), id));
  },
});

export const loader = route.loader;
export const action = route.action;
