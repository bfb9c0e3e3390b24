import * as texts from "#texts/http/answers.ts";
import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import type { Env } from "#app/http/env.server.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Throws 403 unless the request comes from the shop's own pages. Reads are allowed. Sec-Fetch-Site and Origin, if present, must name this shop.
 * Non-browsers send neither and carry no foreign cookies.
 */
export function requireSameOrigin(request: Request, env: Pick<Env, "publicUrl">): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = headerOf(request, "Sec-Fetch-Site");
  const origin = headerOf(request, "Origin");
  const isRefused =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && !isOwnOrigin(origin, request, env, site === "same-origin"));
  if (isRefused) throw problem(403, { detail: texts.fromAnotherSite });
}

/**
 * True for the configured origin, and for the requested loopback address (localhost or 127.0.0.1). With "same-origin" from the browser the requested
 * host suffices.
 */
function isOwnOrigin(asked: URL | "unusable", request: Request, env: Pick<Env, "publicUrl">, isVouchedFor: boolean): boolean {
  if (asked === "unusable") return false;
  if (asked.origin === new URL(env.publicUrl).origin) return true;
  return asked.host === new URL(request.url).host && (isVouchedFor || isLoopback(asked.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
