import { isKnownVersion } from "#app/http/answers/request-headers.schema.ts";
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { encoded, encodingFor, SMALL_BYTES, type Encoding } from "#server/edge/encodings.ts";
import type { PageChanges } from "#app/platform/db/page-changes.server.ts";

/** Bytes of all bodies kept, and of one at most. */
const ROOM_BYTES = 24 * 1024 * 1024;
const LARGEST_BYTES = 1024 * 1024;
/** What an entry takes beside its bodies. */
const ENTRY_BYTES = 2 * 1024;
/** While changes by other processes may go unheard. */
const UNHEARD_MS = 1_000;
/** A little more than gzip's size is saved for a fifth of the time that the best quality takes. */
const BROTLI_QUALITY = 5;

/** An answer of the routes, whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A body in the forms that clients take. */
interface Forms {
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** An answer as it was drawn; with its forms where it may be kept. */
export interface DrawnAnswer extends WholeAnswer {
  readonly forms?: Forms;
}

interface Entry extends Forms {
  /** As the raw list that node:http takes; without what depends on the body's form. */
  readonly headers: readonly string[];
  readonly etag: string;
  /** False = both hold the body as it is. */
  readonly isCompressed: boolean;
  readonly stamp: number;
  readonly until: number;
}

export interface PageCacheOptions {
  readonly changes: Pick<PageChanges, "stamp" | "hears">;
  readonly now: () => Date;
  /** The next instant at which a page may look different by itself. */
  readonly findNextChange: (now: Date) => Promise<Date>;
  /** What every answer of the shop carries. */
  readonly standingHeaders: Readonly<Record<string, string>>;
  readonly roomBytes?: number;
  /** Told of every answer given from here. */
  readonly onAnswer?: (facts: {
    readonly requestId: string;
    readonly method: string;
    readonly path: string;
    readonly status: number;
  }) => void;
}

export interface PageCache {
  /** Answers from what is kept; false = somebody else has to. Called for every request, before anything else. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * The answer at an address that is the same for everybody, made by `draw`, and kept if it may be. Who asks while it is drawn waits for the
   * same answer, unless something has changed since it was begun.
   */
  fill(address: string, draw: () => Promise<WholeAnswer>): Promise<DrawnAnswer>;
}

/** Whole answers by address; docs/decisions/0020-page-cache.md says what is kept and by what it ends. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { changes, now } = options;
  const standing = Object.entries(options.standingHeaders).flat();
  const entries = new LRUCache<string, Entry>({
    maxSize: options.roomBytes ?? ROOM_BYTES,
    maxEntrySize: LARGEST_BYTES,
    sizeCalculation: (entry) => ENTRY_BYTES + entry.br.length + (entry.isCompressed ? entry.gzip.length : 0),
  });
  const drawing = new Map<string, { readonly stamp: number; readonly answer: Promise<DrawnAnswer> }>();
  let next: { readonly stamp: number; readonly at: Promise<Date> } | undefined;

  /** Looked up once until something changes or the instant comes. */
  async function nextChange(stamp: number, at: Date): Promise<number> {
    if (next?.stamp !== stamp || (await next.at) <= at) {
      const found = options.findNextChange(at);
      next = { stamp, at: found };
      found.catch(() => {
        if (next?.at === found) next = undefined;
      });
    }
    return (await next.at).getTime();
  }

  async function keep(address: string, answer: DrawnAnswer, stamp: number, drawnAt: Date): Promise<void> {
    if (!mayBeKept(answer)) return;
    const until = Math.min(await nextChange(stamp, drawnAt), changes.hears() ? Infinity : drawnAt.getTime() + UNHEARD_MS);
    const { body, forms } = answer;
    const isCompressed = forms !== undefined;
    if (changes.stamp() !== stamp) return;
    const etag = answer.headers.get("ETag") ?? etagOf(body);
    const own = [...answer.headers].filter(([name]) => !NOT_KEPT.has(name.toLowerCase())).flat();
    const headers = [...standing, ...own, "ETag", etag, ...(isCompressed ? ["Vary", "Accept-Encoding"] : [])];
    entries.set(address, { headers, etag, ...(forms ?? { br: body, gzip: body }), isCompressed, stamp, until });
  }

  return {
    answer(request, response) {
      const { method, url = "", headers } = request;
      if (method !== "GET" && method !== "HEAD") return false;
      const entry = entries.get(url);
      if (entry === undefined) return false;
      if (entry.stamp !== changes.stamp() || entry.until <= now().getTime()) {
        entries.delete(url);
        return false;
      }
      const requestId = randomUUID();
      const own = [...entry.headers, "X-Request-Id", requestId];
      const isKnown = isKnownVersion(headers["if-none-match"], entry.etag);
      if (isKnown) response.writeHead(304, own).end();
      else {
        const [encoding, body] = bodyFor(entry, headers["accept-encoding"]);
        if (encoding !== null) own.push("Content-Encoding", encoding);
        own.push("Content-Length", String(body.length));
        response.writeHead(200, own).end(method === "HEAD" ? undefined : body);
      }
      options.onAnswer?.({ requestId, method, path: url, status: isKnown ? 304 : 200 });
      return true;
    },
    fill(address, draw) {
      const stamp = changes.stamp();
      const running = drawing.get(address);
      if (running?.stamp === stamp) return running.answer;
      const drawnAt = now();
      const answer = draw().then(withForms);
      const mine = { stamp, answer };
      drawing.set(address, mine);
      // An answer that could not be kept has been given all the same; the next one is tried again.
      void answer
        .then((whole) => keep(address, whole, stamp, drawnAt))
        .catch(() => undefined)
        .finally(() => {
          if (drawing.get(address) === mine) drawing.delete(address);
        });
      return answer;
    },
  };
}

/** Set anew for each answer. */
const NOT_KEPT: ReadonlySet<string> = new Set(["content-length", "content-encoding", "date", "etag", "vary", "x-request-id"]);

/** Compressed once, for whoever it was drawn for and for everybody after. */
async function withForms(answer: WholeAnswer): Promise<DrawnAnswer> {
  const { body } = answer;
  if (body.length < SMALL_BYTES || !mayBeKept(answer)) return answer;
  const [br, gzip] = await Promise.all([encoded(body, "br", BROTLI_QUALITY), encoded(body, "gzip", BROTLI_QUALITY)]);
  return { ...answer, forms: { br, gzip } };
}

function mayBeKept({ status, headers }: WholeAnswer): boolean {
  const kept = headers.get("Cache-Control") ?? "";
  return status === 200 && !headers.has("Set-Cookie") && !/private|no-store/i.test(kept) && (headers.get("Vary") ?? "") === "";
}

/** The name of a body's content, whatever its encoding. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

function bodyFor(entry: Entry, accepted: string | undefined): readonly [Encoding, Buffer] {
  if (!entry.isCompressed) return [null, entry.br];
  const encoding = encodingFor(accepted);
  if (encoding !== null) return [encoding, entry[encoding]];
  return [null, entry.gzip.length < entry.br.length ? gunzipSync(entry.gzip) : brotliDecompressSync(entry.br)];
}
