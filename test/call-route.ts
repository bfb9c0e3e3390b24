import { RouterContextProvider, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { requestContext, servicesContext, staffContext, type Services } from "#app/http/context.server.ts";

/** A route module with a loader, an action, or both. */
export interface CallableRoute {
  readonly loader?: (args: LoaderFunctionArgs) => unknown;
  readonly action?: (args: ActionFunctionArgs) => unknown;
}

export interface CallOptions {
  readonly params?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged; `headers` set the content type. */
  readonly rawBody?: string;
  readonly headers?: Record<string, string>;
}

/** One browser: keeps its cookies between calls. */
export interface Visitor {
  /** Calls the route's loader (GET, HEAD) or action with a request from the shop's own pages; a thrown response is returned. */
  call(route: CallableRoute, method: string, path: string, options?: CallOptions): Promise<Response>;
  /** The Cookie header it would send. */
  readonly cookie: () => string;
}

export function createVisitor(services: Services, address = "127.0.0.1"): Visitor {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookie,
    async call(route, method, path, { params = {}, body, rawBody, headers = {} } = {}) {
      const request = new Request(new URL(path, services.env.publicUrl), {
        method,
        headers: {
          ...(jar.size > 0 ? { Cookie: cookie() } : {}),
          ...(method === "GET" || method === "HEAD" ? {} : { "Sec-Fetch-Site": "same-origin" }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(rawBody === undefined ? (body === undefined ? {} : { body: JSON.stringify(body) }) : { body: rawBody }),
      });
      const response = await callRoute(route, request, services, params, address);
      for (const line of response.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const split = pair.indexOf("=");
        jar.set(pair.slice(0, split), pair.slice(split + 1));
      }
      return response;
    },
  };
}

/** Runs a loader or action as the router would, with the contexts the edge and the root middleware set. */
export async function callRoute(
  route: CallableRoute,
  request: Request,
  services: Services,
  params: Record<string, string> = {},
  address = "127.0.0.1",
): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(requestContext, { id: "test", method: request.method, clientAddress: address, nonce: "test" });
  context.set(staffContext, null);
  const url = new URL(request.url);
  const args = { request, url, params, pattern: url.pathname, context };
  const handler = request.method === "GET" || request.method === "HEAD" ? route.loader : route.action;
  if (handler === undefined) throw new Error(`the route has nothing for ${request.method}`);
  try {
    const answer = await handler(args);
    if (answer instanceof Response) return answer;
    // The data of a page, as JSON.
    const { data, init } = answer as { readonly data?: unknown; readonly init?: ResponseInit | null };
    return init === undefined ? Response.json(answer) : Response.json(data, init ?? {});
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
