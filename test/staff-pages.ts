import { RouterContextProvider } from "react-router";
import { requestContext, servicesContext, staffContext, type Services } from "#app/http/context.server.ts";

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
  const run = async (handler: (args: never) => unknown, path: string, params: Params, init: RequestInit): Promise<PageAnswer> => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(requestContext, { id: "test", clientAddress: "127.0.0.1", nonce: "test" });
    context.set(staffContext, { id: 1, email: "staff@example.com", name, roles: ["super-admin"] });
    const request = new Request(new URL(path, services.env.publicUrl), init);
    const args = { request, url: new URL(request.url), params, pattern: path, context };
    try {
      return answerOf(await handler(args as never));
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown;
      return answerOf(thrown);
    }
  };
  return {
    get: (route: { readonly loader: (args: never) => unknown }, path: string, params: Params = {}) => run(route.loader, path, params, {}),
    post: (
      route: { readonly action: (args: never) => unknown },
      path: string,
      fields: Readonly<Record<string, string | readonly string[]>>,
      params: Params = {},
    ) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(field, each);
      return run(route.action, path, params, { method: "POST", body });
    },
  };
}

function answerOf(answer: unknown): PageAnswer {
  if (answer instanceof Response) return { status: answer.status, location: answer.headers.get("Location"), data: null };
  const { data, init } = answer as { readonly data?: unknown; readonly init?: ResponseInit | null };
  return init === undefined ? { status: 200, location: null, data: answer } : { status: init?.status ?? 200, location: null, data };
}
