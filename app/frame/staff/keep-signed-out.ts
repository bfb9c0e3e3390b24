import { data, type DataStrategyResult } from "react-router";
import { isHere, shownData } from "#app/frame/keep-page.ts";
import { isSignInRedirect, reportSessionEnd } from "#app/kit/session.ts";

type Results = Record<string, DataStrategyResult>;

/**
 * An ended session does not replace the page: a submission leaves the form unchanged, and revalidation keeps the data. The staff frame
 * shows the sign-in dialog (sign-in-dialog.tsx). Only navigation to another page redirects to the sign-in page.
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
