import { createHash } from "node:crypto";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { CartProblem } from "#app/cart/domain/cart.ts";
import { checkoutSchemaFor, idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { centsToDollars, formatUsd } from "#app/values/money.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { readHeader } from "#app/http/answers/read-query.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import type { CheckoutRefusal, PlacedOrder } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { placeLimitedOrder } from "#app/http/limits/place-order.server.ts";
import { toCartWire, toProblemWire } from "./wire/cart-wire.ts";

/** What the customer's own input or cart is the reason for; everything else has changed on our side since the page was loaded. */
const OWN_PROBLEMS: ReadonlySet<CartProblem["code"]> = new Set(["empty", "choices", "min_order", "out_of_area", "too_small", "too_large"]);

/** POST /api/checkout with an Idempotency-Key: turns this browser's cart into an order and starts its payment. */
const route = apiRoute({
  POST: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const idempotencyKey = readHeader(request, "Idempotency-Key", idempotencyKeySchema);
    const { COUNTRY } = await readSettings(services.db);
    const input = await parseJsonBody(request, checkoutSchemaFor(COUNTRY));
    const requestHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
    const cartId = await readCartId(request, services);
    const result = await placeLimitedOrder(services, context.get(requestContext), { ...input, cartId, idempotencyKey, requestHash });
    return result.kind === "ok" ? jsonAnswer(toPlacedWire(result.placed)) : answerRefusal(result);
  },
});

function toPlacedWire(placed: PlacedOrder) {
  return { ...placed, amount: centsToDollars(placed.amount) };
}

function answerRefusal(refusal: CheckoutRefusal): Response {
  switch (refusal.kind) {
    case "not-found":
      return notFoundProblem("There is no such cart.");
    case "key-reused":
      return problem(422, { detail: "This Idempotency-Key was used for another checkout. Use a new one." });
    case "refused":
      return problem(422, { detail: refusal.message, errors: [{ path: refusal.field, message: refusal.message }] });
    case "too-many":
      return problem(429, { detail: refusal.message, headers: { "Retry-After": String(refusal.retryAfterSeconds) } });
    case "problems": {
      const isOwn = refusal.problems.every((each) => OWN_PROBLEMS.has(each.code));
      const detail = refusal.problems[0]?.message ?? "This cart cannot be ordered now.";
      return problem(isOwn ? 422 : 409, { detail, problems: refusal.problems.map(toProblemWire), cart: toCartWire(refusal.loaded) });
    }
    case "changed": {
      const detail = `The total is now ${formatUsd(refusal.loaded.priced.finalTotal)}. Please look at your order again; nothing was charged.`;
      return problem(409, { detail, cart: toCartWire(refusal.loaded) });
    }
    case "ended":
      return problem(409, { detail: "This payment was given up or replaced by a newer one. Nothing was charged; please start again." });
    case "already-placed":
      return problem(409, {
        detail: "This cart has already been paid. Your order is on its way to the kitchen.",
        orderToken: refusal.orderToken,
      });
    case "payment-running":
      return problem(409, {
        detail: "Your bank is still deciding on a payment for this cart. Please wait a moment.",
        orderToken: refusal.orderToken,
      });
    case "busy":
      return problem(503, {
        detail: "A lot of orders are coming in right now. Nothing was charged; please try again in a moment.",
        headers: { "Retry-After": "1" },
      });
    case "provider":
      return problem(503, {
        detail: "The card payment service isn't responding right now. Nothing was charged; please try again in a moment.",
        headers: { "Retry-After": String(refusal.retryAfterSeconds) },
      });
  }
}

export const loader = route.loader;
export const action = route.action;
