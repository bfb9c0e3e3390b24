import { isKnownVersion } from "./request-headers.schema.ts";
import { createHash } from "node:crypto";
import { jsonAnswer } from "./problem.server.ts";

/** A JSON response with ETag: 304 if unchanged. `cacheControl` is the caching policy ("no-store" still allows If-None-Match by the page). */
export function answerWithEtag(request: Request, data: unknown, cacheControl: string): Response {
  const etag = `"${createHash("sha256").update(JSON.stringify(data)).digest("base64url").slice(0, 27)}"`;
  const headers = { "Cache-Control": cacheControl, ETag: etag };
  if (isKnownVersion(request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  return jsonAnswer(data, { headers });
}
