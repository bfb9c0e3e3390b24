import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { requireSameOrigin } from "#app/http/guards/origin-check.server.ts";
import { headerOf } from "./request-headers.schema.ts";
import { databaseProblem, problem, unavailability } from "./problem.server.ts";

/** What the shop's own pages send; another type is what a form of another site could send without being asked first. */
const KNOWN_TYPE = /^(?:application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded|multipart\/form-data)$/;

function requireKnownType(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const type = headerOf(request, "Content-Type");
  if (type === "" || KNOWN_TYPE.test(type)) return;
  throw problem(415, { detail: "Send the body as application/json.", headers: { Accept: "application/json" } });
}

/** What proxies write into their logs for a client that went away; it is never sent. */
const CLIENT_CLOSED_REQUEST = 499;

type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type ApiHandler = (args: LoaderFunctionArgs) => Promise<Response> | Response;

export interface ApiRoute {
  readonly loader: (args: LoaderFunctionArgs) => Promise<Response>;
  readonly action: (args: ActionFunctionArgs) => Promise<Response>;
}

/**
 * The loader and action of a JSON call, one handler per method. Other methods get 405 with `Allow`; a changing call from another site gets
 * 403; a refusal of the database becomes its answer; a bug is logged once and answered 500 in the form every other error has.
 * A route module exports the two by name (`export const loader = route.loader`): the compiler cannot split destructured exports.
 * `isPublicCallback`: called by another server (webhooks), which proves itself in its own way.
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
    const handler = Object.hasOwn(handlers, method) ? handlers[method as ApiMethod] : undefined;
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
      // Nobody waits for an answer, and a body that broke off in the middle is no fault of ours.
      if (request.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
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
