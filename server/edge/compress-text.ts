import { gzipSync } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { parseAccept } from "hono/utils/accept";

/** Smaller is not worth it; larger would hold up everybody else for more than a millisecond. */
const SMALL_BYTES = 1024;
const LARGE_BYTES = 64 * 1024;
/** Calls and pages; everything else takes the other way. */
const TEXTS = /^(?:text\/html|application\/(?:[\w.-]+\+)?json)(?:;|$)/;

/**
 * gzip for what the routes answer; streams and already encoded bodies pass through. An answer that is whole (it says its length) is compressed in one
 * go: through streams that takes several times as long, most of it for the streams.
 */
export function compressText(): MiddlewareHandler {
  const throughStreams = compress({ threshold: SMALL_BYTES, encoding: "gzip" });
  return (c, next) =>
    throughStreams(c, async () => {
      await next();
      await compressWhole(c);
    });
}

async function compressWhole(c: Context): Promise<void> {
  const { headers, status } = c.res;
  const length = Number(headers.get("Content-Length") ?? Number.NaN);
  if (!(length >= SMALL_BYTES && length <= LARGE_BYTES) || c.req.method === "HEAD" || status === 206) return;
  if (headers.has("Content-Encoding") || headers.has("Vary") || !TEXTS.test(headers.get("Content-Type") ?? "")) return;
  if (headers.get("Cache-Control")?.includes("no-transform") === true || !takesGzip(c.req.header("Accept-Encoding") ?? "")) return;
  const etag = headers.get("ETag");
  const body = gzipSync(await c.res.arrayBuffer());
  c.res = new Response(body, { status, headers });
  c.res.headers.set("Content-Length", String(body.length));
  c.res.headers.set("Content-Encoding", "gzip");
  c.res.headers.set("Vary", "Accept-Encoding");
  if (etag !== null && !etag.startsWith("W/")) c.res.headers.set("ETag", `W/${etag}`);
}

function takesGzip(accepted: string): boolean {
  return parseAccept(accepted).some(({ type, q }) => type.toLowerCase() === "gzip" && q > 0);
}
