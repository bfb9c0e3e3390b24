import type { MiddlewareHandler } from "hono";
import { problem } from "#app/http/answers/problem.server.ts";

/**
 * Refuses bodies larger than `limitBytes` with 413: by their announced length, or, sent in pieces of unknown number, as soon as they have
 * grown too long. A body in pieces is read here and handed on whole.
 */
export function limitBody(limitBytes: number): MiddlewareHandler {
  const tooLarge = () => problem(413, { detail: `The request is larger than ${sizeOf(limitBytes)}. Send less at once.` });
  return async (c, next) => {
    const { headers, method, url, signal } = c.req.raw;
    if (!headers.has("transfer-encoding")) return Number(headers.get("content-length") ?? 0) > limitBytes ? tooLarge() : next();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) return tooLarge();
      chunks.push(chunk);
    }
    // Made anew from its parts: the server's own request object cannot be copied with another body.
    c.req.raw = new Request(url, { method, signal, headers: new Headers(headers), ...(size === 0 ? {} : { body: Buffer.concat(chunks) }) });
    return next();
  };
}

function sizeOf(bytes: number): string {
  return bytes >= 10_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${Math.floor(bytes / 1024)} KB`;
}
