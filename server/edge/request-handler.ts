import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { routeAt } from "./route-at.ts";
import { answerUnavailable } from "./routes-when-unavailable.ts";

/** By the route of a call, and the whole build's by null. */
const handlersOfBuild = new WeakMap<ServerBuild, Map<string | null, RequestHandler>>();

/**
 * The router's handler for a path of a build, made once: it builds its tables anew each time it is made, which takes longer than many an answer. A
 * call (it has no page) gets one that knows the call's own route and those around it only: the router matches a path against all the routes it knows, twice.
 */
export function requestHandler(build: ServerBuild, isDev: boolean, pathname: string): RequestHandler {
  let handlers = handlersOfBuild.get(build);
  if (handlers === undefined) handlersOfBuild.set(build, (handlers = new Map()));
  const call = isDev ? null : callAt(build, pathname);
  let handler = handlers.get(call);
  if (handler === undefined) {
    const answering = answerUnavailable(build);
    const known = call === null ? answering : { ...answering, routes: Object.fromEntries(routesAround(answering, call)) };
    handlers.set(call, (handler = createRequestHandler(known, isDev ? "development" : "production")));
  }
  return handler;
}

/** The call that answers a path; null for pages, for nothing, and for what a page fetches of itself: that is matched without its ending. */
function callAt(build: ServerBuild, pathname: string): string | null {
  if (pathname.endsWith(".data")) return null;
  const id = routeAt(build, pathname);
  const module = id === undefined ? undefined : build.routes[id]?.module;
  return id === undefined || module === undefined || module.default !== undefined || module.ErrorBoundary !== undefined ? null : id;
}

function routesAround({ routes }: ServerBuild, id: string): readonly (readonly [string, ServerBuild["routes"][string]])[] {
  const parentId = routes[id]?.parentId;
  return [[id, routes[id]], ...(parentId === undefined ? [] : routesAround({ routes } as ServerBuild, parentId))];
}
