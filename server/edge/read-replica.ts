import { z } from "zod";
import type { ReplicaReads, Services } from "#app/http/context.server.ts";
import { readCookie, signedCookie, type CookieOwner } from "#app/http/cookies/signed-cookie.server.ts";
import { normalizePath } from "#app/staff/domain/permissions.ts";

/** How long a browser reads from the primary after it changed something; longer than a replica may be behind. */
const SECONDS = 5;

const changed = (owner: CookieOwner) => signedCookie("changed", SECONDS, owner);

/**
 * Lets staff pages read from the replica (docs/decisions/0026-read-replica.md): only GET, only with a browser's cookies, and not right
 * after a change. If the replica fails during the request, the page reads again from the primary. After a time limit it does not, because
 * the primary would exceed it too.
 */
export async function readingFromReplica(
  request: Request,
  services: Services,
  answer: (replica: ReplicaReads | null) => Promise<Response>,
): Promise<Response> {
  const { replica } = services;
  if (replica === null || !/^\/admin(?:\/|$)/i.test(normalizePath(new URL(request.url).pathname) ?? "")) return answer(null);
  if (request.method !== "GET" && request.method !== "HEAD") {
    const response = await answer(null);
    response.headers.append("Set-Cookie", await changed(services).serialize(true));
    return response;
  }
  // Programs with a token store no cookies.
  const isPrimary = request.headers.has("Authorization") || (await readCookie(changed(services), request, z.literal(true))) !== null;
  const db = isPrimary ? null : replica.current();
  const reads = db === null ? null : { db, isLost: false };
  const response = await answer(reads);
  return reads?.isLost === true && response.status === 503 ? answer(null) : response;
}
