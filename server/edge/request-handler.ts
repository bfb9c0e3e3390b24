import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { problem } from "#app/http/answers/problem.server.ts";
import { jsonOf } from "#app/values/json.ts";
import { textOf } from "#app/values/narrow.ts";
import { answerUnavailable } from "./routes-when-unavailable.ts";

const handlers = new WeakMap<ServerBuild, RequestHandler>();

/** The router's handler, created once because it builds tables. */
export function requestHandler(build: ServerBuild, isDev: boolean): RequestHandler {
  let handler = handlers.get(build);
  if (handler === undefined) {
    const handle = createRequestHandler(answerUnavailable(build), isDev ? "development" : "production");
    handlers.set(build, (handler = async (request, context) => inErrorFormat(request, await handle(request, context))));
  }
  return handler;
}

/** A thrown `{message}` is rendered as an error page; a route without a page, such as a file, sends it unchanged. */
async function inErrorFormat(request: Request, response: Response): Promise<Response> {
  if (response.status < 400 || response.headers.get("Content-Type") !== "application/json") return response;
  // A response to HEAD has no body.
  const text = await response.text();
  const answer = problem(response.status, { detail: textOf(jsonOf(text), "message") ?? "This request cannot be answered." });
  const headers = new Headers(answer.headers);
  for (const [name, value] of response.headers) if (!answer.headers.has(name)) headers.append(name, value);
  if (request.method !== "HEAD") return new Response(answer.body, { status: answer.status, headers });
  headers.delete("Content-Length");
  return new Response(null, { status: answer.status, headers });
}
