import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { problem } from "#app/http/answers/problem.server.ts";
import { textOf } from "#app/values/narrow.ts";
import { answerUnavailable } from "./routes-when-unavailable.ts";

const handlers = new WeakMap<ServerBuild, RequestHandler>();

/** The router's handler, created once because it builds tables. */
export function requestHandler(build: ServerBuild, isDev: boolean): RequestHandler {
  let handler = handlers.get(build);
  if (handler === undefined) {
    const handle = createRequestHandler(answerUnavailable(build), isDev ? "development" : "production");
    handlers.set(build, (handler = async (request, context) => inErrorFormat(await handle(request, context))));
  }
  return handler;
}

/** A thrown `{message}` is an error page; a route without a page, as of a file, sends it as it is. */
async function inErrorFormat(response: Response): Promise<Response> {
  if (response.status < 400 || response.headers.get("Content-Type") !== "application/json") return response;
  return problem(response.status, { detail: textOf(await response.json(), "message") ?? "This request cannot be answered." });
}
