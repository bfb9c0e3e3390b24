import { isKnownVersion } from "#app/http/answers/request-headers.schema.ts";
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { encoded, encodingFor, QUICK_BROTLI, SHORT_BYTES, SMALL_BYTES, type Encoding } from "#server/edge/encodings.ts";
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

/** A compressed body. */
interface Form {
  readonly encoding: NonNullable<Encoding>;
  readonly body: Buffer;
  /** It can be made smaller. */
  readonly isQuick?: boolean;
}

/** An answer as it was drawn; with one of its forms where it may be kept and is worth compressing. */
export interface DrawnAnswer extends WholeAnswer {
  readonly form?: Form;
}

interface Entry {
  /** As the raw list that node:http takes; without what depends on the body's form. */
  readonly headers: readonly string[];
  readonly etag: string;
  /** The forms that somebody has asked for; none = it is kept as it is, as `body`. */
  readonly forms: readonly Form[];
  readonly body: Buffer | null;
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
   * The answer at an address that is the same for everybody, made by `draw`, and kept if it may be, compressed as it is `wanted` first. Who asks
   * while it is drawn waits for the same answer, unless something has changed since it was begun.
   */
  fill(address: string, wanted: Encoding, draw: () => Promise<WholeAnswer>): Promise<DrawnAnswer>;
}

/** Whole answers by address; docs/decisions/0020-page-cache.md says what is kept and by what it ends. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { changes, now } = options;
  const standing = Object.entries(options.standingHeaders).flat();
  const entries = new LRUCache<string, Entry>({
    maxSize: options.roomBytes ?? ROOM_BYTES,
    maxEntrySize: LARGEST_BYTES,
    sizeCalculation: ({ forms, body }) => ENTRY_BYTES + forms.reduce((sum, form) => sum + form.body.length, body?.length ?? 0),
  });
  const drawing = new Map<string, { readonly stamp: number; readonly answer: Promise<DrawnAnswer> }>();
  const improving = new WeakSet<Form>();
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
    const { body, form } = answer;
    if (changes.stamp() !== stamp) return;
    const etag = answer.headers.get("ETag") ?? etagOf(body);
    const own = [...answer.headers].filter(([name]) => !NOT_KEPT.has(name.toLowerCase())).flat();
    const headers = [...standing, ...own, "ETag", etag, ...(form === undefined ? [] : ["Vary", "Accept-Encoding"])];
    const kept = form === undefined ? { forms: [], body } : { forms: [form], body: null };
    entries.set(address, { headers, etag, ...kept, stamp, until });
  }

  /** The body as a client takes it; a promise while that form is made. */
  function bodyFor(address: string, entry: Entry, accepted: string | undefined): Sent | Promise<Sent> {
    if (entry.body !== null) return { encoding: null, body: entry.body };
    const encoding = encodingFor(accepted);
    const form = entry.forms.find((each) => each.encoding === encoding);
    if (form === undefined) return otherForm(address, entry, encoding);
    // After this answer has been sent; what could not be made smaller goes on as it is.
    if (form.isQuick === true) setImmediate(() => improve(address, entry, form).catch(() => undefined));
    return form;
  }

  /** Out of a form that is there; kept for the next one who takes it. */
  async function otherForm(address: string, entry: Entry, encoding: Encoding): Promise<Sent> {
    const plain = plainOf(entry);
    if (encoding === null) return { encoding, body: plain };
    const form = { encoding, body: await encoded(plain, encoding, BROTLI_QUALITY) };
    change(address, entry, (forms) => [...forms.filter((each) => each.encoding !== encoding), form]);
    return form;
  }

  /** What is asked for a second time will be asked for again: it is compressed as well as it can be, beside. */
  async function improve(address: string, entry: Entry, quick: Form): Promise<void> {
    if (improving.has(quick)) return;
    improving.add(quick);
    const { encoding } = quick;
    const form = { encoding, body: await encoded(plainOf(entry), encoding, BROTLI_QUALITY) };
    change(address, entry, (forms) => forms.map((each) => (each === quick ? form : each)));
  }

  /** Other forms of what is kept, unless something else is kept there by now. */
  function change(address: string, { stamp, etag }: Entry, formsOf: (forms: readonly Form[]) => readonly Form[]): void {
    const entry = entries.peek(address);
    if (entry?.stamp === stamp && entry.etag === etag) entries.set(address, { ...entry, forms: formsOf(entry.forms) });
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
      const send = ({ encoding, body }: Sent) => {
        if (encoding !== null) own.push("Content-Encoding", encoding);
        own.push("Content-Length", String(body.length));
        response.writeHead(200, own).end(method === "HEAD" ? undefined : body);
      };
      if (isKnown) response.writeHead(304, own).end();
      else {
        const sent = bodyFor(url, entry, headers["accept-encoding"]);
        if (sent instanceof Promise) sent.then(send, (error: unknown) => response.destroy(error as Error));
        else send(sent);
      }
      options.onAnswer?.({ requestId, method, path: url, status: isKnown ? 304 : 200 });
      return true;
    },
    fill(address, wanted, draw) {
      const stamp = changes.stamp();
      const running = drawing.get(address);
      if (running?.stamp === stamp) return running.answer;
      const drawnAt = now();
      const answer = draw().then((whole) => withForm(whole, wanted));
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

/** What is sent of a body; null = as it is. */
interface Sent {
  readonly encoding: Encoding;
  readonly body: Buffer;
}

/**
 * Compressed for whoever it was drawn for and for everybody after who takes the same, quickly: many a page is drawn for one visitor only. Nearly all take brotli,
 * so the other form waits for one who does not.
 */
async function withForm(answer: WholeAnswer, wanted: Encoding): Promise<DrawnAnswer> {
  const { body } = answer;
  if (body.length < SMALL_BYTES || !mayBeKept(answer)) return answer;
  const encoding = wanted ?? "br";
  // A short body is compressed well at once: there is little to save.
  const isQuick = encoding === "br" && body.length > SHORT_BYTES;
  return { ...answer, form: { encoding, body: await encoded(body, encoding, isQuick ? QUICK_BROTLI : BROTLI_QUALITY), isQuick } };
}

function mayBeKept({ status, headers }: WholeAnswer): boolean {
  const kept = headers.get("Cache-Control") ?? "";
  return status === 200 && !headers.has("Set-Cookie") && !/private|no-store/i.test(kept) && (headers.get("Vary") ?? "") === "";
}

/** The name of a body's content, whatever its encoding. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

function plainOf({ forms: [form] }: Entry): Buffer {
  if (form === undefined) throw new Error("a kept answer has no body");
  return form.encoding === "gzip" ? gunzipSync(form.body) : brotliDecompressSync(form.body);
}
