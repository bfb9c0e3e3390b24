import { isKnownVersion } from "#app/http/answers/request-headers.schema.ts";
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { encoded, encodingFor, SMALL_BYTES } from "#server/edge/encodings.ts";
import type { PageChanges } from "#app/platform/db/page-changes.server.ts";
import { createNonce, filledWith, type CachedAnswer } from "./nonce.ts";

/** Maximum bytes of all bodies, and of one. */
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
/** An entry's memory besides its body. */
const ENTRY_BYTES = 2 * 1024;
/** Compressed sizes relative to the body. */
const COMPRESSED_SHARE = 0.5;
/** Lifetime while notifications are not received. */
const UNNOTIFIED_MS = 1_000;
/** Requests within this time share a nonce and compressed body, because compressing takes ten times as long as sending. */
const NONCE_MS = 1_000;

/** The body sent until the nonce is renewed. */
interface Filled {
  readonly at: number;
  readonly policy: string | null;
  readonly body: Buffer;
  /** The body in brotli, created on first use. */
  compressed: Buffer | Promise<Buffer> | null;
}

interface Entry extends Pick<CachedAnswer, "body" | "nonce"> {
  /** Raw headers for node:http, without those that depend on the encoding. */
  readonly headers: readonly string[];
  readonly etag: string;
  readonly version: number;
  readonly until: number;
  filled: Filled | null;
}

export interface PageCacheOptions {
  readonly changes: Pick<PageChanges, "version" | "isListening">;
  readonly now: () => Date;
  /** The next instant at which a page may change by itself. */
  readonly findNextChange: (now: Date) => Promise<Date>;
  /** Headers of every response of the shop. */
  readonly standingHeaders: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
  /** Called for every response from the cache. */
  readonly onAnswer?: (facts: {
    readonly requestId: string;
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly request: IncomingMessage;
  }) => void;
}

export interface PageCache {
  /** Serves from the cache; false if not cached. Called first for every request. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The shared response rendered by `render`, cached if allowed. Concurrent requests share the rendering unless something changed since. */
  fill(address: string, render: () => Promise<CachedAnswer>): Promise<CachedAnswer>;
}

/** Full-page cache by address, see docs/decisions/0020-page-cache.md. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { changes, now } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: options.maxBytes ?? MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ body }) => ENTRY_BYTES + Math.ceil(body.length * (1 + COMPRESSED_SHARE)),
  });
  const rendering = new Map<string, { readonly version: number; readonly answer: Promise<CachedAnswer> }>();
  const nextChange = cacheNextChange(options.findNextChange);

  async function store(address: string, answer: CachedAnswer, version: number, renderedAt: Date): Promise<void> {
    if (!isCacheable(answer)) return;
    const until = Math.min(await nextChange(version, renderedAt), changes.isListening() ? Infinity : renderedAt.getTime() + UNNOTIFIED_MS);
    if (changes.version() !== version) return;
    entries.set(address, { ...contentOf(answer, options.standingHeaders), version, until, filled: null });
  }

  return {
    answer(request, response) {
      const { method, url = "", headers } = request;
      if (method !== "GET" && method !== "HEAD") return false;
      const entry = entries.get(url);
      if (entry === undefined) return false;
      if (entry.version !== changes.version() || entry.until <= now().getTime()) {
        entries.delete(url);
        return false;
      }
      const requestId = randomUUID();
      const raw = [...entry.headers, "X-Request-Id", requestId];
      const isKnown = isKnownVersion(headers["if-none-match"], entry.etag);
      // The browser keeps the stored body's policy.
      if (isKnown) response.writeHead(304, raw).end();
      else sendBody(request, response, entry, { raw, at: now().getTime() });
      options.onAnswer?.({ requestId, method, path: url, status: isKnown ? 304 : 200, request });
      return true;
    },
    fill(address, render) {
      const version = changes.version();
      const running = rendering.get(address);
      if (running?.version === version) return running.answer;
      const renderedAt = now();
      const answer = render();
      const current = { version, answer };
      rendering.set(address, current);
      // A response that cannot be cached is still sent; the next request retries.
      void answer
        .then((complete) => store(address, complete, version, renderedAt))
        .catch(() => undefined)
        .finally(() => {
          if (rendering.get(address) === current) rendering.delete(address);
        });
      return answer;
    },
  };
}

function contentOf(
  answer: CachedAnswer,
  standingHeaders: PageCacheOptions["standingHeaders"],
): Pick<Entry, "headers" | "etag" | "body" | "nonce"> {
  const { body, nonce } = answer;
  const etag = answer.headers.get("ETag") ?? etagOf(body);
  const cachedHeaders = [...answer.headers].filter(([name]) => !PER_RESPONSE_HEADERS.has(name.toLowerCase())).flat();
  // A page has its own policy; a 304 has none, because it would replace the page's.
  const isReplaced = (name: string) => answer.headers.has(name) || (nonce !== null && name === "Content-Security-Policy");
  const standing = Object.entries(standingHeaders).filter(([name]) => !isReplaced(name));
  const headers = [...standing.flat(), ...cachedHeaders, "ETag", etag, ...(body.length < SMALL_BYTES ? [] : ["Vary", "Accept-Encoding"])];
  return { headers, etag, body, nonce };
}

/** Caches the result of the query until something changes or that instant is reached. */
function cacheNextChange(findNextChange: PageCacheOptions["findNextChange"]) {
  let next: { readonly version: number; readonly at: Promise<Date> } | undefined;
  return async (version: number, at: Date): Promise<number> => {
    if (next?.version !== version || (await next.at) <= at) {
      const found = findNextChange(at);
      next = { version, at: found };
      found.catch(() => {
        if (next?.at === found) next = undefined;
      });
    }
    return (await next.at).getTime();
  };
}

interface Sending {
  /** Headers so far. */
  readonly raw: string[];
  readonly at: number;
}

function sendBody({ method, headers }: IncomingMessage, response: ServerResponse, entry: Entry, { raw, at }: Sending): void {
  const filled = currentFill(entry, at);
  const isCompressed = entry.body.length >= SMALL_BYTES && encodingFor(headers["accept-encoding"]) === "br";
  if (filled.policy !== null) raw.push("Content-Security-Policy", filled.policy);
  if (isCompressed) raw.push("Content-Encoding", "br");
  const send = (body: Buffer) => {
    raw.push("Content-Length", String(body.length));
    response.writeHead(200, raw).end(method === "HEAD" ? undefined : body);
  };
  const body = isCompressed ? compressedBody(filled) : filled.body;
  if (body instanceof Promise) body.then(send, (error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  else send(body);
}

function currentFill(entry: Entry, at: number): Filled {
  const isFresh = entry.filled !== null && (entry.nonce === null || at - entry.filled.at < NONCE_MS);
  if (!isFresh || entry.filled === null) entry.filled = { at, ...filledWith(entry, createNonce()), compressed: null };
  return entry.filled;
}

/** Set for each response. */
const PER_RESPONSE_HEADERS: ReadonlySet<string> = new Set(["content-length", "content-encoding", "date", "etag", "vary", "x-request-id"]);

/** The body in brotli, compressed at most once. */
function compressedBody(filled: Filled): Buffer | Promise<Buffer> {
  if (filled.compressed !== null) return filled.compressed;
  const made = encoded(filled.body, "br");
  filled.compressed = made;
  if (made instanceof Promise)
    made.then(
      (buffer) => (filled.compressed = buffer),
      () => (filled.compressed = null),
    );
  return made;
}

function isCacheable({ status, headers }: CachedAnswer): boolean {
  const cacheControl = headers.get("Cache-Control") ?? "";
  return status === 200 && !headers.has("Set-Cookie") && !/private|no-store/i.test(cacheControl) && (headers.get("Vary") ?? "") === "";
}

/** The version of a body's content, independent of its encoding. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}
