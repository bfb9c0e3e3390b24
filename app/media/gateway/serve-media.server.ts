import { isMediaKey, mediaTypeOf } from "./media-key.server.ts";
import type { MediaStore } from "./media-store.server.ts";

/** A key contains the content's hash, so a response never changes. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";

/**
 * The response to `GET /media/<key>`, or null if there is no such object (the caller returns 404). Only keys of this shop are looked up.
 * The type comes from the key, never from the content; if the bytes are something else, the headers keep them inert.
 * @param ifNoneMatch the request's If-None-Match header
 * @param isForAllSites for a CDN, which is cross-origin
 */
export async function serveMedia(
  store: MediaStore,
  key: string,
  ifNoneMatch: string | null = null,
  isForAllSites = false,
): Promise<Response | null> {
  if (!isMediaKey(key)) return null;
  const headers = new Headers({
    "Cache-Control": CACHE_CONTROL,
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": isForAllSites ? "cross-origin" : "same-origin",
    "X-Content-Type-Options": "nosniff",
    ETag: `"${key}"`,
  });
  if (ifNoneMatch !== null && ifNoneMatch.includes(`"${key}"`)) {
    return (await store.has(key)) ? new Response(null, { status: 304, headers }) : null;
  }
  const bytes = await store.read(key);
  if (bytes === null) return null;
  headers.set("Content-Type", mediaTypeOf(key));
  headers.set("Content-Length", String(bytes.byteLength));
  return new Response(new Uint8Array(bytes), { headers });
}
