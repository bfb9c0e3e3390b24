import type { MiddlewareFunction } from "react-router";
import { requestContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";

/** A disguised path (`//cart`, `/admin/orders%2f..`) matches nothing; the edge detects it. Handled here so that people get an error page. */
export const guardPath: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (context.get(requestContext).isDisguised === true) throw notFound(request);
  return next();
};
