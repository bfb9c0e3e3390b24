import { createServer, request as ask, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CachedAnswer } from "./nonce.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";

const LONG = "what everybody reads ".repeat(200);
let version = 0;
let isListening = true;
let at = new Date("2026-11-20T12:00:00Z");
let nextChange = new Date("2026-11-20T13:00:00Z");
let cache: PageCache;
let misses = 0;

const makeCache = (maxBytes?: number) =>
  createPageCache({
    changes: { version: () => version, isListening: () => isListening },
    now: () => at,
    findNextChange: async () => nextChange,
    standingHeaders: { "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "frame-ancestors 'none'" },
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });

const server = createServer((request, response) => {
  if (cache.answer(request, response)) return;
  misses += 1;
  response.writeHead(404).end("not cached");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());
beforeEach(() => {
  version = 0;
  isListening = true;
  at = new Date("2026-11-20T12:00:00Z");
  nextChange = new Date("2026-11-20T13:00:00Z");
  misses = 0;
  cache = makeCache();
});

interface Given {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function get(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Given> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const request = ask({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    });
    request.on("error", reject).end();
  });
}

const answerOf = (body: string, headers: Readonly<Record<string, string>> = {}, status = 200): CachedAnswer => ({
  status,
  headers: new Headers({ "Content-Type": "text/html", "Cache-Control": "no-cache", ...headers }),
  body: Buffer.from(body),
  nonce: null,
});

/** A page whose scripts carry a nonce. */
const pageOf = (html: string): CachedAnswer => ({
  ...answerOf(html),
  nonce: { placeholder: "PLACE", policyFor: (nonce) => `script-src 'nonce-${nonce}'` },
});

/** Fills and waits until the page is cached. */
async function fill(path: string, answer = answerOf(LONG), from = cache): Promise<void> {
  await from.fill(path, async () => answer);
  await expect.poll(() => get(path).then(({ status }) => status)).toBe(200);
}

/** How it is answered after it was drawn once. */
async function statusAfter(answer: CachedAnswer): Promise<number | undefined> {
  await cache.fill("/a", async () => answer);
  // A second one starts after the first and stays cached.
  await fill("/b");
  return (await get("/a")).status;
}

test("sends a cached page in the encoding that the client accepts", async () => {
  await fill("/a");
  const br = await get("/a", { "Accept-Encoding": "gzip, br" });
  expect([br.headers["content-encoding"], brotliDecompressSync(br.body).toString()]).toEqual(["br", LONG]);
  const whole = await get("/a", { "Accept-Encoding": "gzip, br;q=0" });
  for (const accepted of ["", "identity", "brrr, xgzip", "gzip", "gzip, br;q=0"]) {
    const plain = await get("/a", { "Accept-Encoding": accepted });
    expect([plain.headers["content-encoding"], plain.body.toString()]).toEqual([undefined, LONG]);
  }
  for (const { headers, body } of [br, whole]) {
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
      "content-length": String(body.length),
    });
  }
  expect(br.headers["x-request-id"]).not.toBe(whole.headers["x-request-id"]);
});

test("every script of a page carries the nonce of its policy, compressed or not", async () => {
  await fill("/a", pageOf(`<script nonce="PLACE">go("PLACE")</script>${LONG}`));
  for (const [accepted, decode] of [
    ["br", brotliDecompressSync],
    ["", (body: Buffer) => body],
  ] as const) {
    const { headers, body } = await get("/a", { "Accept-Encoding": accepted });
    const nonce = /^script-src 'nonce-([\w-]{22})'$/.exec(String(headers["content-security-policy"]))?.[1];
    expect(decode(body).toString()).toBe(`<script nonce="${nonce}">go("${nonce}")</script>${LONG}`);
  }
});

test("a nonce lasts for a second, and the page's version outlives it", async () => {
  await fill("/a", pageOf(`<script nonce="PLACE">go()</script>${LONG}`));
  const policies: unknown[] = [];
  const versions = new Set<unknown>();
  for (const ms of [0, 999, 1]) {
    at = new Date(at.getTime() + ms);
    const { headers } = await get("/a");
    policies.push(headers["content-security-policy"]);
    versions.add(headers.etag);
  }
  expect([policies[0] === policies[1], policies[1] === policies[2], versions.size]).toEqual([true, false, 1]);
});

test("HEAD has the headers of GET and no body; other methods bypass the cache", async () => {
  await fill("/a");
  const head = await get("/a", { "Accept-Encoding": "br" }, "HEAD");
  const { headers } = await get("/a", { "Accept-Encoding": "br" });
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, headers["content-length"]]);
  expect((await get("/a", {}, "POST")).status).toBe(404);
});

test("confirms a stored page with 304 without a new policy", async () => {
  await fill("/a", pageOf(`<script nonce="PLACE">go()</script>${LONG}`));
  const { etag = "" } = (await get("/a")).headers;
  const again = await get("/a", { "If-None-Match": `"another", ${etag}` });
  expect([again.status, again.body.length, again.headers["content-security-policy"]]).toEqual([304, 0, undefined]);
  expect(again.headers).toMatchObject({ etag, "x-content-type-options": "nosniff" });
  expect((await get("/a", { "If-None-Match": '"another"' })).status).toBe(200);
});

test("another order or value in the query is another address", async () => {
  await fill("/a?x=1&y=2");
  expect([(await get("/a?y=2&x=1")).status, (await get("/a")).status, (await get("/a?x=1&y=2&z=3")).status]).toEqual([404, 404, 404]);
});

test.each([
  ["that sets a cookie", answerOf(LONG, { "Set-Cookie": "cart=1" })],
  ["that is private", answerOf(LONG, { "Cache-Control": "private, max-age=60" })],
  ["that must not be stored", answerOf(LONG, { "Cache-Control": "no-store" })],
  ["that varies with what the client sent", answerOf(LONG, { Vary: "Cookie" })],
  ["of another status", answerOf(LONG, {}, 404)],
  ["that failed", answerOf(LONG, {}, 500)],
])("does not cache a response %s", async (_, answer) => {
  expect(await statusAfter(answer)).toBe(404);
});

test("a change invalidates every entry immediately, also one that is being rendered", async () => {
  await fill("/a");
  version += 1;
  expect((await get("/a")).status).toBe(404);
  const drawing = Promise.withResolvers<CachedAnswer>();
  const first = cache.fill("/c", () => drawing.promise);
  version += 1;
  // A request after the change gets a new rendering.
  const second = cache.fill("/c", async () => answerOf("new"));
  drawing.resolve(answerOf("old"));
  expect([(await first).body.toString(), (await second).body.toString()]).toEqual(["old", "new"]);
  await expect.poll(async () => (await get("/c")).body.toString()).toBe("new");
});

test("an entry expires at the next scheduled change", async () => {
  await fill("/a");
  at = new Date("2026-11-20T12:59:59Z");
  expect((await get("/a")).status).toBe(200);
  at = new Date("2026-11-20T13:00:00Z");
  expect((await get("/a")).status).toBe(404);
  nextChange = new Date("2026-11-20T14:00:00Z");
  await fill("/a");
});

test("caches for one second while notifications are not received", async () => {
  isListening = false;
  await fill("/a");
  at = new Date(at.getTime() + 999);
  expect((await get("/a")).status).toBe(200);
  at = new Date(at.getTime() + 1);
  expect((await get("/a")).status).toBe(404);
});

test("concurrent requests share one rendering; a failed one is not cached", async () => {
  let drawn = 0;
  const draw = async () => {
    drawn += 1;
    return answerOf(LONG);
  };
  await Promise.all(Array.from({ length: 20 }, () => cache.fill("/a", draw)));
  expect(drawn).toBe(1);
  await expect(cache.fill("/f", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  await fill("/f");
});

test("limits the cache size and evicts the least recently used entry", async () => {
  cache = makeCache(10_000);
  const noise = () => answerOf(Buffer.from(Array.from({ length: 1000 }, () => Math.floor(Math.random() * 90) + 33)).toString());
  for (const path of ["/1", "/2", "/3", "/4", "/5", "/6"]) await fill(path, noise());
  expect(await Promise.all(["/1", "/2", "/6"].map(async (path) => (await get(path)).status))).toEqual([404, 404, 200]);
  expect(misses).toBeGreaterThan(0);
});
