import type { Context, MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { encoded, encodingFor, SMALL_BYTES, type Encoding } from "./encodings.ts";

/** Larger answers take the other way, in pieces. */
const LARGEST_BYTES = 1024 * 1024;
/** Calls and pages; so does everything else. */
const TEXTS = /^(?:text\/html|application\/(?:[\w.-]+\+)?json)(?:;|$)/;

/**
 * Compresses what the routes answer; streams and already encoded bodies pass through. An answer that is whole (it says its length) is compressed in one
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
  const encoding = formOf(c, Number(headers.get("Content-Length") ?? Number.NaN));
  if (encoding === null) return;
  const body = await encoded(Buffer.from(await c.res.arrayBuffer()), encoding);
  const etag = headers.get("ETag");
  c.res = new Response(new Uint8Array(body), { status, headers });
  c.res.headers.set("Content-Length", String(body.length));
  c.res.headers.set("Content-Encoding", encoding);
  c.res.headers.set("Vary", "Accept-Encoding");
  if (etag !== null && !etag.startsWith("W/")) c.res.headers.set("ETag", `W/${etag}`);
}

/** What an answer of that many bytes (NaN = nobody knows) is sent as; null = it stays as it is, or goes through the streams. */
function formOf(c: Context, length: number): Encoding {
  const { headers, status } = c.res;
  if (!(length >= SMALL_BYTES && length <= LARGEST_BYTES) || c.req.method === "HEAD" || status === 206) return null;
  if (headers.has("Content-Encoding") || headers.has("Vary") || !TEXTS.test(headers.get("Content-Type") ?? "")) return null;
  if (headers.get("Cache-Control")?.includes("no-transform") === true) return null;
  return encodingFor(c.req.header("Accept-Encoding"));
}
