import type { MiddlewareHandler } from "hono";
import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import { IMPORT_CALL } from "#app/catalogue/domain/import/upload.ts";
import { PICTURE_CALL } from "#app/media/domain/upload.ts";
import { MAX_IMPORT_BYTES, MAX_UPLOAD_BYTES } from "#app/values/limits.ts";

/** Bodies are small: the largest thing most people send is a form. */
const FORM_BYTES = 64 * 1024;

/** Where more may be sent. Of an upload the length is announced, so that nothing of it is read before the route knows who sends it. */
const LARGER: readonly { readonly path: RegExp; readonly bytes: number; readonly isUpload: boolean }[] = [
  { path: /^\/api\/webhooks\//, bytes: 256 * 1024, isUpload: false },
  { path: new RegExp(`^${PICTURE_CALL}$`), bytes: MAX_UPLOAD_BYTES, isUpload: true },
  { path: /^\/admin\/site-settings\/file$/, bytes: 2_500_000, isUpload: true },
  // Forms with formatted text or whole lists: what they hold grows up to six times on its way.
  {
    path: /^\/admin\/(?:cms|product|category|customization-templates|promotions|menu-builder|footer-menu-builder)(?:[/.]|$)/,
    bytes: 1_000_000,
    isUpload: true,
  },
  { path: new RegExp(`^${IMPORT_CALL}$`), bytes: MAX_IMPORT_BYTES, isUpload: true },
];

/** Refuses bodies that are larger than their route takes. */
export function limitBodies(): MiddlewareHandler {
  const limitForm = limitBody(FORM_BYTES);
  const larger = LARGER.map((route) => ({ ...route, limit: limitBody(route.bytes) }));
  return (c, next) => {
    const isInPieces = c.req.raw.headers.has("transfer-encoding");
    const route = larger.find(({ path, isUpload }) => path.test(c.req.path) && !(isUpload && isInPieces));
    return (route?.limit ?? limitForm)(c, next);
  };
}

/**
 * Refuses bodies larger than `limitBytes` with 413: by their announced length, or, sent in pieces of unknown number, as soon as they have
 * grown too long. A body in pieces is read here and handed on whole.
 */
export function limitBody(limitBytes: number): MiddlewareHandler {
  const tooLarge = () => problem(413, { detail: `The request is larger than ${sizeOf(limitBytes)}. Send less at once.` });
  return async (c, next) => {
    const { headers, method, url, signal } = c.req.raw;
    if (!headers.has("transfer-encoding")) return headerOf(c.req.raw, "Content-Length") > limitBytes ? tooLarge() : next();
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
