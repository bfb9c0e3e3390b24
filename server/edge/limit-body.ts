import * as texts from "#texts/http/answers.ts";
import type { MiddlewareHandler } from "hono";
import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import type { CookieOwner } from "#app/http/cookies/signed-cookie.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { IMPORT_CALL } from "#app/catalogue/domain/import/upload.ts";
import { PICTURE_CALL } from "#app/media/domain/upload.ts";
import { fileTooLarge } from "#app/values/file-size.ts";
import {
  MAX_CODES_TEXT_LENGTH,
  MAX_CONFIGURATION_FILE_BYTES,
  MAX_PICTURE_BYTES,
  MAX_PRODUCT_FILE_BYTES,
  MAX_UPLOAD_BYTES,
} from "#app/values/limits.ts";

/** Usual bodies are small forms. */
const FORM_BYTES = 64 * 1024;
/** The size of a form around a file. */
const AROUND_A_FILE_BYTES = 500_000;
/**
 * Bodies up to this length are read before the rejection: browsers report an early response as a connection error, and an unread rest would
 * break the next request on the connection.
 */
const MAX_READ_BYTES = 200_000_000;

interface LargerBody {
  readonly path: RegExp;
  readonly bytes: number;
  readonly isUpload: boolean;
  /** Message of a page with an upload form for larger files. */
  readonly form?: { readonly page: string; readonly message: string };
}

/** Routes with a larger limit. Uploads announce their length, so nothing is read before the sender is authenticated. */
const LARGER: readonly LargerBody[] = [
  { path: /^\/api\/webhooks\//, bytes: 256 * 1024, isUpload: false },
  {
    path: new RegExp(`^${PICTURE_CALL}$`),
    bytes: MAX_UPLOAD_BYTES,
    isUpload: true,
    form: { page: "/admin/media-management", message: fileTooLarge(MAX_PICTURE_BYTES) },
  },
  {
    path: /^\/admin\/site-settings\/file(?:\.data)?$/,
    // The comparison posts the file as text, with longer line breaks.
    bytes: 2 * MAX_CONFIGURATION_FILE_BYTES,
    isUpload: true,
    form: { page: "/admin/site-settings/file", message: fileTooLarge(MAX_CONFIGURATION_FILE_BYTES) },
  },
  // Forms with rich text or lists, up to six times larger when encoded.
  {
    path: /^\/admin\/(?:cms|product|category|customization-templates|promotions|menu-builder|footer-menu-builder)(?:[/.]|$)/,
    bytes: 1_000_000,
    isUpload: true,
  },
  // Codes with six-byte line breaks.
  { path: /^\/admin\/coupon-sets\/\d+(?:\.data)?$/, bytes: 2 * MAX_CODES_TEXT_LENGTH, isUpload: true },
  {
    path: new RegExp(`^${IMPORT_CALL}$`),
    bytes: MAX_PRODUCT_FILE_BYTES + AROUND_A_FILE_BYTES,
    isUpload: true,
    form: { page: "/admin/product/import", message: fileTooLarge(MAX_PRODUCT_FILE_BYTES) },
  },
];

/** Rejects bodies above their route's limit. */
export function limitBodies(owner: CookieOwner): MiddlewareHandler {
  const limitForm = limitBody(FORM_BYTES);
  const larger = LARGER.map(({ form, ...route }) => ({ ...route, limit: limitBody(route.bytes, form && refusalAt(form, owner)) }));
  return (c, next) => {
    const isInPieces = c.req.raw.headers.has("transfer-encoding");
    const route = larger.find(({ path, isUpload }) => path.test(c.req.path) && !(isUpload && isInPieces));
    return (route?.limit ?? limitForm)(c, next);
  };
}

/** A problem for scripts; plain forms are redirected to their page with the message. */
function refusalAt({ page, message }: NonNullable<LargerBody["form"]>, owner: CookieOwner) {
  return (request: Request) =>
    headerOf(request, "Accept").includes("text/html") ? redirectSaying(owner, page, { text: message }) : problem(413, { detail: message });
}

/** Rejects bodies above `limitBytes` with 413: by length, or while reading chunks. Chunked bodies are buffered here. */
export function limitBody(
  limitBytes: number,
  refuse: (request: Request) => Response | Promise<Response> = () => problem(413, { detail: texts.isTooLarge(sizeOf(limitBytes)) }),
): MiddlewareHandler {
  return async (c, next) => {
    const request = c.req.raw;
    const { headers, method, url, signal } = request;
    if (!headers.has("transfer-encoding")) {
      const announced = headerOf(request, "Content-Length");
      if (announced <= limitBytes) return next();
      if (announced > MAX_READ_BYTES) return closing(await refuse(request));
      await discard(request.body);
      return refuse(request);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_READ_BYTES) return closing(await refuse(request));
      if (size <= limitBytes) chunks.push(chunk);
    }
    if (size > limitBytes) return refuse(request);
    // Rebuilt, because the server's request cannot be cloned with another body.
    c.req.raw = new Request(url, { method, signal, headers: new Headers(headers), ...(size === 0 ? {} : { body: Buffer.concat(chunks) }) });
    return next();
  };
}

/** Closes the connection afterwards, because the rest of the body is not read. */
function closing(response: Response): Response {
  response.headers.set("Connection", "close");
  return response;
}

async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.pipeTo(new WritableStream());
}

function sizeOf(bytes: number): string {
  return bytes >= 10_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${Math.floor(bytes / 1024)} KB`;
}
