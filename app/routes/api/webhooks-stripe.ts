import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { readBytes } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readHeader } from "#app/http/answers/read-query.server.ts";
import { receiveWebhook } from "#app/checkout/workflows/settle/receive-webhook.server.ts";
import { stripeSignature } from "./query.schema.ts";

/** A real event with all its nested objects is far below this limit. */
const EVENT_LIMIT_BYTES = 256 * 1024;

/**
 * POST /api/webhooks/stripe: signed events of the payment provider. Authenticated by the signature, not by the origin.
 */
const route = apiRoute(
  {
    POST: async ({ request, context }) => {
      const raw = await readBytes(request, EVENT_LIMIT_BYTES);
      const receipt = await receiveWebhook(context.get(servicesContext), raw, readHeader(request, "Stripe-Signature", stripeSignature));
      switch (receipt.kind) {
        case "done":
          return jsonAnswer({ received: true });
        case "not-configured":
          return notFoundProblem("This shop takes no webhooks: no webhook secret is set.");
        case "refused":
          return problem(400, { detail: receipt.message });
      }
    },
  },
  { isPublicCallback: true },
);

export const loader = route.loader;
export const action = route.action;
