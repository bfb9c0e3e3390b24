import type { MiddlewareFunction } from "react-router";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { requireSameOrigin } from "./origin-check.server.ts";

/** Called by the payment provider with a signature. */
const SIGNED_PATHS = new Set(["/api/webhooks/stripe"]);

/** Rejects cross-site changes: every method except GET and HEAD must come from the shop's pages. */
export const guardOrigin: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  try {
    if (!SIGNED_PATHS.has(new URL(request.url).pathname)) requireSameOrigin(request, context.get(servicesContext).env);
  } catch (refusal) {
    if (refusal instanceof Response) {
      const { id: requestId, clientAddress } = context.get(requestContext);
      noteRefusal(context.get(servicesContext), {
        kind: "origin",
        security: "origin-refused",
        message: "a request from another site was refused",
        clientAddress,
        requestId,
      });
      return refusal;
    }
    throw refusal;
  }
  return next();
};
