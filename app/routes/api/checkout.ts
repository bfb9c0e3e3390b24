import { readSettings } from "#app/store/data/site-settings.server.ts";
import { checkoutSchemaFor, idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { checkoutAnswer, checkoutHash } from "#app/http/acts/checkout-act.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { readHeader } from "#app/http/answers/read-query.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, problem, retryAfter } from "#app/http/answers/problem.server.ts";
import type { CheckoutRefusal } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { placeLimitedOrder } from "#app/http/limits/place-limited-order.server.ts";
import { toCartWire, toProblemWire } from "./wire/cart-wire.ts";
import { toPlacedWire } from "./wire/placed-wire.ts";

/** POST /api/checkout with an Idempotency-Key: turns this browser's cart into an order and starts its payment. */
const route = apiRoute({
  POST: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const idempotencyKey = readHeader(request, "Idempotency-Key", idempotencyKeySchema);
    const settings = await readSettings(services.db);
    const input = await parseJsonBody(request, checkoutSchemaFor(settings));
    const requestHash = checkoutHash(input);
    const cartId = await readCartId(request, services);
    const result = await placeLimitedOrder(services, context.get(requestContext), { ...input, cartId, idempotencyKey, requestHash });
    return result.kind === "ok" ? jsonAnswer(toPlacedWire(result.placed)) : answerRefusal(result);
  },
});

function answerRefusal(refusal: CheckoutRefusal): Response {
  const { status, message, field, retryAfterSeconds } = checkoutAnswer(refusal);
  return problem(status, {
    detail: message,
    ...(field === undefined ? {} : { errors: [{ path: field, message }] }),
    ...("problems" in refusal ? { problems: refusal.problems.map(toProblemWire) } : {}),
    ...("loaded" in refusal ? { cart: toCartWire(refusal.loaded) } : {}),
    ...("orderToken" in refusal ? { orderToken: refusal.orderToken } : {}),
    headers: retryAfter(retryAfterSeconds),
  });
}

export const loader = route.loader;
export const action = route.action;
