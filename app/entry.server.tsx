import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { scriptsInPieces } from "./frame/late-scripts.ts";
import { SHEET_PLACE, shopSheetUrl } from "./frame/style-sheet.tsx";

/**
 * Draws a page whole, in one go: no page defers data, so nothing is waited for while it is drawn, and it can be kept. A failing render throws; React
 * Router then draws again with the error in place of what failed, and asks `handleError` to log it.
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
  const { serverHandoffStream, ...drawn } = routerContext;
  const html = renderToString(<ServerRouter context={drawn} url={request.url} nonce={nonce} />);
  const handOff =
    drawn.renderMeta?.didRenderScripts === true && serverHandoffStream ? handOffScript(await text(serverHandoffStream), nonce) : "";
  const whole = html.replace(SHEET_PLACE, shopSheet).replace(/(?=<\/body><\/html>$)/, () => handOff);
  const page = `<!DOCTYPE html>${scriptsInPieces(whole, nonce)}`;
  headers.set("Content-Length", String(Buffer.byteLength(page)));
  return new Response(page, { status, headers });
}

const UNSAFE_IN_SCRIPT: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** What the router would send behind a page in pieces, each waiting for the last: the data the page was drawn from. */
function handOffScript(said: string, nonce: string): string {
  const json = JSON.stringify(said).replace(/[<>&\u2028\u2029]/g, (sign) => UNSAFE_IN_SCRIPT[sign] ?? sign);
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${json});${controller}.close();</script>`;
}

let sheet: string | undefined;

/** The customers' style sheet as the build made it. */
function shopSheet(): string {
  sheet ??= readFileSync(path.join("build/client", shopSheetUrl), "utf8");
  return sheet;
}

/** The one place where a bug in a loader or an action is logged; expected answers (thrown data, aborted requests) are not bugs. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const services = context.get(servicesContext);
  services.log.error({ err: error, requestId: context.get(requestContext).id, path: new URL(request.url).pathname }, "a request failed");
}
