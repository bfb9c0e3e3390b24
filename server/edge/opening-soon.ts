import * as texts from "#texts/store/opening-soon.ts";
import { findStaff } from "#app/http/cookies/staff-session.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import { normalizePath } from "#app/staff/domain/permissions.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { SETUP_PREVIEW } from "#app/values/setup-preview.ts";

/** The page that replaces all others for visitors; its dot prevents a conflict with pages of the shop. */
export const OPENING_SOON_PAGE = "/opening-soon.html";

/** Allowed before the shop opens: staff pages and calls, general facts, placed orders, and drafts by preview link. */
const ALWAYS =
  /^\/(?:admin|pay-order|payment-complete|page-preview|robots\.txt|manifest\.webmanifest|api\/(?:_auth|version|site-settings|closed-banner|openapi\.json|webhooks|order-status))(?:\/|$)/;
const CALLS = /^\/api(?:\/|$)/;
const RETRY_SECONDS = 3600;

/**
 * Access before the owner opens the shop.
 * - open: the shop is open, or this address always is.
 * - staff: a staff member sees the real shop; nothing of it is cached.
 * - soon: a visitor gets the page "Opening soon".
 * - refused: a visitor's call or form is rejected.
 */
export type OpeningAnswer = { readonly kind: "open" | "staff" | "soon" } | { readonly kind: "refused"; readonly response: Response };

export async function answerOpening(request: Request, services: Services): Promise<OpeningAnswer> {
  const path = normalizePath(new URL(request.url).pathname);
  if (path === null || ALWAYS.test(path)) return { kind: "open" };
  if (!(await isOpeningSoon(services))) return { kind: "open" };
  if ((await findStaff(services, request)) !== null) return { kind: "staff" };
  const isPage = ["GET", "HEAD"].includes(request.method) && !CALLS.test(path) && !/\.(?:xml|data)$/.test(new URL(request.url).pathname);
  if (isPage) return { kind: "soon" };
  const response = problem(503, {
    detail: texts.notOpenYet,
    headers: { "Retry-After": String(RETRY_SECONDS) },
  });
  return { kind: "refused", response };
}

/** False while the database is unavailable: then the routes themselves refuse, and a checkout reads the setting in its transaction. */
async function isOpeningSoon({ db }: Services): Promise<boolean> {
  const settings = await readSettings(db).catch(() => null);
  return settings?.OPENING_SOON === true;
}

/** The shop in a frame next to the setup steps: only staff may frame it, and only pages of this origin. */
export async function isSetupPreview(request: Request, services: Services): Promise<boolean> {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/" || search !== SETUP_PREVIEW) return false;
  return (await findStaff(services, request).catch(() => null)) !== null;
}
