import { RouterContextProvider } from "react-router";
import { requestContext, servicesContext, staffContext, type Services } from "#app/http/context.server.ts";

/** A text, or a file of an upload. */
type FieldValue = string | File;
type Params = Readonly<Record<string, string>>;

/** What a staff page answered. */
export interface PageAnswer {
  readonly status: number;
  /** Where a redirect leads. */
  readonly location: string | null;
  /** What a loader or a refused action told the page. */
  readonly data: unknown;
}

/** One member of staff with a browser: calls loaders and actions of pages as the router does, thrown answers included. */
export function openStaffPages(services: Services, name = "Ana") {
  const run = (handler: (args: never) => unknown, path: string, params: Params, init: RequestInit) =>
    send(handler, new Request(new URL(path, services.env.publicUrl), init), params);
  const send = async (handler: (args: never) => unknown, request: Request, params: Params): Promise<PageAnswer> => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(requestContext, { id: "test", clientAddress: "127.0.0.1", nonce: "test" });
    context.set(staffContext, { id: 1, email: "staff@example.com", name, roles: ["super-admin"] });
    const args = { request, url: new URL(request.url), params, pattern: new URL(request.url).pathname, context };
    try {
      return await answerOf(await handler(args as never));
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown;
      return await answerOf(thrown);
    }
  };
  return {
    /** Any other request, to a page or a call. */
    send: (route: { readonly action: (args: never) => unknown }, request: Request, params: Params = {}) =>
      send(route.action, request, params),
    get: (route: { readonly loader: (args: never) => unknown }, path: string, params: Params = {}) => run(route.loader, path, params, {}),
    post: (
      route: { readonly action: (args: never) => unknown },
      path: string,
      fields: Readonly<Record<string, FieldValue | readonly FieldValue[]>>,
      params: Params = {},
    ) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(field, each);
      return run(route.action, path, params, { method: "POST", body });
    },
  };
}

async function answerOf(answer: unknown): Promise<PageAnswer> {
  if (answer instanceof Response) {
    const isJson = answer.headers.get("Content-Type")?.includes("json") === true;
    return { status: answer.status, location: answer.headers.get("Location"), data: isJson ? await answer.json() : null };
  }
  const { data, init } = answer as { readonly data?: unknown; readonly init?: ResponseInit | null };
  return init === undefined ? { status: 200, location: null, data: answer } : { status: init?.status ?? 200, location: null, data };
}
