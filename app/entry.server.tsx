import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import { answerWithPage, type DrawnPage } from "#app/http/answers/drawn-page.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { handOffScript } from "./frame/hand-off.ts";
import { scriptsInPieces } from "./frame/late-scripts.ts";
import { SHEET_PLACE, SHEET_START, shopSheetUrl } from "./frame/style-sheet.tsx";

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
  const page = `<!DOCTYPE html>${scriptsInPieces(html, nonce, !html.includes(SHEET_START), handOff)}`;
  return answerWithPage(withSheet(page), { status, headers });
}

let sheet: Buffer | undefined;

/** The page with the customers' style sheet, as the build made it, in its place: the end of the head, behind every text of the shop's. */
function withSheet(page: string): DrawnPage {
  const start = page.lastIndexOf(SHEET_START + SHEET_PLACE, page.indexOf("</head>"));
  if (start === -1) return { before: page, sheet: Buffer.alloc(0), after: "" };
  const at = start + SHEET_START.length;
  sheet ??= readFileSync(path.join("build/client", shopSheetUrl));
  return { before: page.slice(0, at), sheet, after: page.slice(at + SHEET_PLACE.length) };
}

/** The one place where a bug in a loader or an action is logged; expected answers (thrown data, aborted requests) are not bugs. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const services = context.get(servicesContext);
  services.log.error({ err: error, requestId: context.get(requestContext).id, path: new URL(request.url).pathname }, "a request failed");
}
