import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import type { Env } from "#app/http/env.server.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Throws a 403 answer unless the request comes from the shop's own pages. Reading is always allowed. A browser says where
 * a request comes from (Sec-Fetch-Site, Origin); whichever of the two it sends must name this shop. A tool that sends neither is no browser,
 * so it carries nobody else's cookies, and passes.
 */
export function requireSameOrigin(request: Request, env: Pick<Env, "publicUrl">): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = headerOf(request, "Sec-Fetch-Site");
  const origin = headerOf(request, "Origin");
  const isRefused =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && !isOwnOrigin(origin, request, env, site === "same-origin"));
  if (isRefused) throw problem(403, { detail: "This request came from another site and was not carried out." });
}

/**
 * True for the configured address, and for the loopback address the request itself went to (the shop opened as localhost while PUBLIC_URL
 * says 127.0.0.1). Where the browser itself vouches for "same-origin", the host it asked is enough.
 */
function isOwnOrigin(asked: URL | "unusable", request: Request, env: Pick<Env, "publicUrl">, isVouchedFor: boolean): boolean {
  if (asked === "unusable") return false;
  if (asked.origin === new URL(env.publicUrl).origin) return true;
  return asked.host === new URL(request.url).host && (isVouchedFor || isLoopback(asked.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
