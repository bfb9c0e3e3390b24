import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { noteLostReplica, requestContext, servicesContext } from "#app/http/context.server.ts";
import { requireSameOrigin } from "#app/http/guards/origin-check.server.ts";
import { headerOf } from "./request-headers.schema.ts";
import { databaseProblem, problem, unavailability } from "./problem.server.ts";
import { hasKey } from "#app/values/narrow.ts";

/** The content type of our own pages; others could come from a cross-site form without preflight. */
const KNOWN_TYPE = /^(?:application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded|multipart\/form-data)$/;

function requireKnownType(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const type = headerOf(request, "Content-Type");
  if (type === "" || KNOWN_TYPE.test(type)) return;
  throw problem(415, { detail: "Send the body as application/json.", headers: { Accept: "application/json" } });
}

/** Proxies' status for a closed client connection; never sent. */
const CLIENT_CLOSED_REQUEST = 499;

type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type ApiHandler = (args: LoaderFunctionArgs) => Promise<Response> | Response;

export interface ApiRoute {
  readonly loader: (args: LoaderFunctionArgs) => Promise<Response>;
  readonly action: (args: ActionFunctionArgs) => Promise<Response>;
}

/**
 * Loader and action of an API route, one handler per method. Other methods get 405 with `Allow`; cross-site changes 403; database refusals a
 * response; bugs are logged once and return 500 as a problem. Routes export both by name because the compiler cannot split destructured exports.
 * `isPublicCallback`: called by another server (webhooks) with its own authentication.
 */
export function apiRoute(
  handlers: Readonly<Partial<Record<ApiMethod, ApiHandler>>>,
  options: { readonly isPublicCallback?: boolean } = {},
): ApiRoute {
  const allowed = Object.keys(handlers).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

  async function answer(args: LoaderFunctionArgs): Promise<Response> {
    const { request, context } = args;
    const services = context.get(servicesContext);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const handler = hasKey(handlers, method) ? handlers[method] : undefined;
    if (handler === undefined) {
      return problem(405, { detail: `Use ${allowed.join(", ")} here.`, headers: { Allow: allowed.join(", ") } });
    }
    try {
      if (options.isPublicCallback !== true) {
        requireSameOrigin(request, services.env);
        requireKnownType(request);
      }
      const response = await handler(args);
      return request.method === "HEAD" ? new Response(null, response) : response;
    } catch (error) {
      if (error instanceof Response) return error;
      const facts = { requestId: context.get(requestContext).id, path: new URL(request.url).pathname };
      // The client is gone; an interrupted body is not our error.
      if (request.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
      noteLostReplica(context, error);
      const refusal = databaseProblem(error);
      if (refusal === undefined) {
        services.log.error({ err: error, ...facts }, "a call failed");
        return problem(500, { detail: "Something went wrong on our side. Please try again." });
      }
      if (refusal.status === 503) services.log.warn({ reason: unavailability(error)?.reason, ...facts }, "a request was answered with 503");
      else services.log.warn({ err: error, ...facts }, "the database refused a call");
      return refusal;
    }
  }

  return { loader: answer, action: answer };
}
