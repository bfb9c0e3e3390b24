import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { answerUnavailable } from "./routes-when-unavailable.ts";

const handlers = new WeakMap<ServerBuild, RequestHandler>();

/** The router's handler of a build, made once: it builds its tables anew each time it is made, which takes longer than many an answer. */
export function requestHandler(build: ServerBuild, isDev: boolean): RequestHandler {
  let handler = handlers.get(build);
  if (handler === undefined) {
    handler = createRequestHandler(answerUnavailable(build), isDev ? "development" : "production");
    handlers.set(build, handler);
  }
  return handler;
}
