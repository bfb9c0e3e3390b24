import type { Context, MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { encoded, encodingFor, SMALL_BYTES, type Encoding } from "./encodings.ts";

/** Larger responses are streamed. */
const LARGEST_BYTES = 1024 * 1024;
/** Content types of calls and pages. */
const TEXTS = /^(?:text\/html|application\/(?:[\w.-]+\+)?json)(?:;|$)/;

/**
 * Compresses responses; streams and encoded bodies pass unchanged. A response with a known length is compressed in one call, several times
 * faster than as a stream.
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

/** Encoding for this size (NaN: unknown); null: unchanged, or streamed. */
function formOf(c: Context, length: number): Encoding {
  const { headers, status } = c.res;
  if (!(length >= SMALL_BYTES && length <= LARGEST_BYTES) || c.req.method === "HEAD" || status === 206) return null;
  if (headers.has("Content-Encoding") || headers.has("Vary") || !TEXTS.test(headers.get("Content-Type") ?? "")) return null;
  if (headers.get("Cache-Control")?.includes("no-transform") === true) return null;
  return encodingFor(c.req.header("Accept-Encoding"));
}
