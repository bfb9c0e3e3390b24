import type { MiddlewareFunction } from "react-router";
import { requestContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";

/**
 * A path in a disguised spelling (`//cart`, `/admin/orders%2f..`) names nothing, whatever route it would match; the edge has recognised it.
 * A person sees the page for that, so it is said here and not by the edge.
 */
export const guardPath: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (context.get(requestContext).isDisguised === true) throw notFound(request);
  return next();
};
