import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import { requestContext, servicesContext } from "#app/http/context.server.ts";

/**
 * Renders the whole page before it is sent, so that it can be cached and compressed. If rendering throws, React Router calls this function again
 * with the error in place of the failed route, and `handleError` to log it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce } = context.get(requestContext);
  const html = await renderWhole(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, nonce);
  headers.set("Content-Length", String(Buffer.byteLength(html)));
  return new Response(html, { status, headers });
}

/** The HTML of a page including everything it suspends for. Rejects with the first error thrown while rendering. */
function renderWhole(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Nothing is sent in parts, so no part needs a placeholder.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
}

/** The one place where a bug in a loader or an action is logged; expected answers (thrown data, aborted requests) are not bugs. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const services = context.get(servicesContext);
  services.log.error({ err: error, requestId: context.get(requestContext).id, path: new URL(request.url).pathname }, "a request failed");
}
