import { data, type DataStrategyResult } from "react-router";
import { isHere, shownData } from "#app/frame/keep-page.ts";
import { isSignInRedirect, reportSessionEnd } from "#app/kit/session.ts";

type Results = Record<string, DataStrategyResult>;

/**
 * A session that has ended does not replace the page: what was sent leaves the form as it was, and a page that is read again stays. The staff frame
 * asks to sign in (sign-in-dialog.tsx). Only navigation to another page goes on to the sign-in page.
 */
export async function keepSignedOut({ request }: { readonly request: Request }, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  const isSent = request.method !== "GET";
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error" || !isSignInRedirect(result)) continue;
    const shown = isHere(request) ? shownData(routeId) : undefined;
    const kept = isSent ? data(undefined) : shown;
    if (kept === undefined) continue;
    reportSessionEnd(isSent ? "action" : "background");
    results[routeId] = { type: "data", result: kept };
  }
  return results;
}
