import { RouterContextProvider } from "react-router";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { serializeSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import type { RecordAnswer, RecordFormData } from "#app/kit/record/record-form-data.ts";
import { requestContext, servicesContext, staffContext, type Services } from "#app/http/context.server.ts";

/** A text, or an uploaded file. */
type FieldValue = string | File;
type Params = Readonly<Record<string, string>>;

interface LoadedPage {
  readonly loader: (args: never) => unknown;
}
interface ActingPage {
  readonly action: (args: never) => unknown;
}

/** The response of a staff page. */
export interface PageAnswer {
  readonly status: number;
  /** The redirect's target. */
  readonly location: string | null;
  /** Whether the redirect replaces the history entry, so that Back does not lead to the page again. */
  readonly isReplacing: boolean;
  /** The data of a loader or a rejected action; the text of a file. */
  readonly data: unknown;
}

/** The fields of a form as opened, with changes. */
export function typed(opened: RecordFormData, over: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...opened.values, version: String(opened.version ?? ""), seen: opened.seen, ...over };
}

/** The errors next to the fields of a rejected form. */
export function errorsOf(data: unknown) {
  return (data as Extract<RecordAnswer, { kind: "invalid" }>).errors;
}

/** A new super-admin who has just signed in, so that account changes need no password, with a browser. */
export async function openOwnersPages(services: Services, name = "Ana") {
  const made = await addAdmin(services.db, {
    shopName: "Shopbell",
    email: `${name.toLowerCase()}@example.com`,
    name,
    password: "violet-harbour-seventeen",
    roles: ["super-admin"],
  });
  if (!made.ok) throw new Error(made.error);
  const { token } = await openSession(services.db, made.value, { replaces: null, userAgent: "", now: services.now() });
  return openStaffPages(services, name, { id: made.value.id, token });
}

/**
 * A staff member with a browser, signed in with `session` if needed: calls loaders and actions of pages as the router does; thrown
 * responses are returned.
 */
export function openStaffPages(
  services: Services,
  name = "Ana",
  session: { readonly id: number; readonly token: string } | null = null,
  roles: readonly string[] = ["super-admin"],
  permissions: readonly string[] = [],
) {
  const run = (handler: (args: never) => unknown, path: string, params: Params, init: RequestInit) =>
    send(handler, new Request(new URL(path, services.env.publicUrl), init), params);
  const send = async (handler: (args: never) => unknown, request: Request, params: Params): Promise<PageAnswer> => {
    if (session !== null) request.headers.set("Cookie", (await serializeSessionToken(session.token, services.env)).split(";")[0] ?? "");
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(requestContext, { id: "test", method: request.method, clientAddress: "127.0.0.1", nonce: "test" });
    context.set(staffContext, { id: session?.id ?? 1, email: "staff@example.com", name, roles, permissions });
    const args = { request, url: new URL(request.url), params, pattern: new URL(request.url).pathname, context };
    try {
      return await answerOf(await handler(args as never));
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown;
      return await answerOf(thrown);
    }
  };
  const get = (route: LoadedPage, path: string, params: Params = {}) => run(route.loader, path, params, {});
  const open = async (route: LoadedPage, path: string, params: Params = {}) =>
    ((await get(route, path, params)).data as { readonly form: RecordFormData }).form;
  const post = (
    route: ActingPage,
    path: string,
    fields: Readonly<Record<string, FieldValue | readonly FieldValue[]>>,
    params: Params = {},
  ) => {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(field, each);
    return run(route.action, path, params, { method: "POST", body });
  };
  return {
    get,
    post,
    /** The initial form of a page. */
    open,
    /** Opens the form of a page, changes some fields and saves. */
    edit: async (route: LoadedPage & ActingPage, path: string, over: Readonly<Record<string, string>>, params: Params = {}) =>
      post(route, path, typed(await open(route, path, params), over), params),
    /** Any other request, to a page or a call. */
    send: (route: ActingPage, request: Request, params: Params = {}) => send(route.action, request, params),
  };
}

async function answerOf(answer: unknown): Promise<PageAnswer> {
  if (answer instanceof Response) {
    const type = answer.headers.get("Content-Type") ?? "";
    const data: unknown = type.includes("json") ? await answer.json() : type.startsWith("text/") ? await answer.text() : null;
    return { status: answer.status, location: answer.headers.get("Location"), isReplacing: answer.headers.has("X-Remix-Replace"), data };
  }
  const { data, init } = answer as { readonly data?: unknown; readonly init?: ResponseInit | null };
  const redirect = { location: null, isReplacing: false };
  return init === undefined ? { ...redirect, status: 200, data: answer } : { ...redirect, status: init?.status ?? 200, data };
}
