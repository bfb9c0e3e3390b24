import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { answerUnavailable } from "./routes-when-unavailable.ts";

const handlers = new WeakMap<ServerBuild, RequestHandler>();

/** The router's handler, created once because it builds tables. */
export function requestHandler(build: ServerBuild, isDev: boolean): RequestHandler {
  let handler = handlers.get(build);
  if (handler === undefined)
    handlers.set(build, (handler = createRequestHandler(answerUnavailable(build), isDev ? "development" : "production")));
  return handler;
}
