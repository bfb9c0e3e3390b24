import * as texts from "#texts/frame/errors.ts";
import { createContext, type ServerBuild } from "react-router";
import { noteLostReplica, requestContext, servicesContext } from "#app/http/context.server.ts";
import { isCall, problem, unavailability, unavailableProblem } from "#app/http/answers/problem.server.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;
/** First argument of loaders, actions and middleware. */
type Args = Parameters<NonNullable<Route["module"]["loader"]>>[0];
/** For the Retry-After header, which the page of a thrown response does not get. */
export const retryAfterSeconds = createContext<number | null>(null);
const wrapped = new WeakMap<ServerBuild, ServerBuild>();

/** Wraps routes: 503 while database or disk is unavailable, 500 with the request id for bugs. React Router shows only thrown responses. */
export function answerUnavailable(build: ServerBuild): ServerBuild {
  const cached = wrapped.get(build);
  if (cached !== undefined) return cached;
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (route === undefined) return [id, route];
      const { loader, action, middleware } = route.module;
      const module = {
        ...route.module,
        ...(loader === undefined ? {} : { loader: guard(loader) }),
        ...(action === undefined ? {} : { action: guard(action) }),
        ...(middleware === undefined ? {} : { middleware: middleware.map(guard) }),
      };
      return [id, { ...route, module }];
    }),
  );
  const result = { ...build, routes };
  wrapped.set(build, result);
  return result;
}

function guard<Rest extends unknown[], Result>(
  work: (args: Args, ...rest: Rest) => Result | Promise<Result>,
): (args: Args, ...rest: Rest) => Promise<Result> {
  return async (args, ...rest) => {
    try {
      return await work(args, ...rest);
    } catch (error) {
      if (args.request.signal.aborted || error instanceof Response) throw error;
      const trouble = unavailability(error);
      if (trouble === undefined) throw faultAnswer(args, error);
      noteLostReplica(args.context, error);
      const { log } = args.context.get(servicesContext);
      // Several loaders of one page fail for the same reason.
      const { pathname } = new URL(args.request.url);
      const isFirst = args.context.get(retryAfterSeconds) === null;
      args.context.set(retryAfterSeconds, trouble.retryAfterSeconds);
      if (isFirst)
        log.warn(
          { reason: trouble.reason, requestId: args.context.get(requestContext).id, path: pathname },
          "a request was answered with 503",
        );
      if (isCall(pathname)) throw unavailableProblem(error);
      throw Response.json({ message: trouble.detail, retryAfterSeconds: trouble.retryAfterSeconds }, { status: 503 });
    }
  };
}

/** Logs a bug and throws 500 with the request id. */
function faultAnswer({ request, context }: Args, error: unknown): Response {
  const { id } = context.get(requestContext);
  const path = new URL(request.url).pathname;
  context.get(servicesContext).log.error({ err: error, requestId: id, path }, "a request failed");
  if (isCall(path)) return problem(500, { detail: "Something went wrong on our side. Please try again." });
  return Response.json({ message: texts.somethingWentWrong, requestId: id }, { status: 500 });
}
