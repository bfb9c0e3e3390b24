import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import { requestContext, servicesContext } from "#app/http/context.server.ts";

/** No page defers data, so a page is sent whole: it can be cached, and a failing render still becomes the error view. */
const RENDER_TIMEOUT_MS = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce } = context.get(requestContext);
  return new Promise<Response>((resolve, reject) => {
    let answerStatus = status;
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        pipe(collect((body) => resolve(new Response(body, { status: answerStatus, headers }))));
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        answerStatus = 500;
        context.get(servicesContext).log.error({ err: error, requestId: context.get(requestContext).id }, "a page could not be rendered");
      },
    });
    const timer = setTimeout(() => abort(new Error("rendering took too long")), RENDER_TIMEOUT_MS);
  });
}

/** Gathers the pieces React writes (some 2 KB each) into one: a single write to the socket instead of dozens is a quarter of a page's cost. */
function collect(done: (body: Uint8Array<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      // React uses its buffer again after the call, so the piece is copied.
      chunks.push(Uint8Array.from(chunk));
      next();
    },
    final(next) {
      done(Buffer.concat(chunks));
      next();
    },
  });
}

/** The one place where a bug in a loader or an action is logged; expected answers (thrown data, aborted requests) are not bugs. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const services = context.get(servicesContext);
  services.log.error({ err: error, requestId: context.get(requestContext).id, path: new URL(request.url).pathname }, "a request failed");
}
