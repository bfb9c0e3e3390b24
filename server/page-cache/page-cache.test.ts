import { createServer, request as ask, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPageCache, type PageCache, type WholeAnswer } from "./page-cache.ts";

const LONG = "what everybody reads ".repeat(200);
let stamp = 0;
let hears = true;
let at = new Date("2026-11-20T12:00:00Z");
let nextChange = new Date("2026-11-20T13:00:00Z");
let cache: PageCache;
let misses = 0;

const makeCache = (roomBytes?: number) =>
  createPageCache({
    changes: { stamp: () => stamp, hears: () => hears },
    now: () => at,
    findNextChange: async () => nextChange,
    standingHeaders: { "X-Content-Type-Options": "nosniff" },
    ...(roomBytes === undefined ? {} : { roomBytes }),
  });

const server = createServer((request, response) => {
  if (cache.answer(request, response)) return;
  misses += 1;
  response.writeHead(404).end("not kept");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());
beforeEach(() => {
  stamp = 0;
  hears = true;
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

const answerOf = (body: string, headers: Readonly<Record<string, string>> = {}, status = 200): WholeAnswer => ({
  status,
  headers: new Headers({ "Content-Type": "text/html", "Cache-Control": "no-cache", ...headers }),
  body: Buffer.from(body),
});

/** Fills and waits until it is kept. */
async function fill(path: string, answer = answerOf(LONG), from = cache): Promise<void> {
  await from.fill(path, "br", async () => answer);
  await expect.poll(() => get(path).then(({ status }) => status)).toBe(200);
}

/** How it is answered after it was drawn once. */
async function statusAfter(answer: WholeAnswer): Promise<number | undefined> {
  await cache.fill("/a", "br", async () => answer);
  // A second one is begun and kept after the first would have been.
  await fill("/b");
  return (await get("/a")).status;
}

test("what was drawn once is sent again in the form the client takes", async () => {
  await fill("/a");
  const br = await get("/a", { "Accept-Encoding": "gzip, br" });
  expect([br.headers["content-encoding"], brotliDecompressSync(br.body).toString()]).toEqual(["br", LONG]);
  const zip = await get("/a", { "Accept-Encoding": "gzip, br;q=0" });
  expect([zip.headers["content-encoding"], gunzipSync(zip.body).toString()]).toEqual(["gzip", LONG]);
  for (const accepted of ["", "identity", "brrr, xgzip"]) {
    const plain = await get("/a", { "Accept-Encoding": accepted });
    expect([plain.headers["content-encoding"], plain.body.toString()]).toEqual([undefined, LONG]);
  }
  for (const { headers, body } of [br, zip]) {
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "text/html",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
      "content-length": String(body.length),
    });
  }
  expect(br.headers["x-request-id"]).not.toBe(zip.headers["x-request-id"]);
});

test("whoever it was drawn for gets the form that is kept; what may not be kept is not compressed here", async () => {
  const plain = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const wanted of ["br", "gzip", null] as const) {
    const { form } = await cache.fill(`/${wanted}`, wanted, async () => answerOf(LONG));
    expect(form?.encoding).toBe(wanted ?? "br");
    expect(plain[wanted ?? "br"](form?.body ?? "").toString()).toBe(LONG);
  }
  for (const answer of [answerOf(LONG, {}, 404), answerOf(LONG, { "Cache-Control": "private" }), answerOf("short")])
    expect((await cache.fill(`/${answer.status}-${answer.body.length}`, "br", async () => answer)).form).toBeUndefined();
});

test("the form that nobody has taken yet is made once, for the first who takes it, whichever it was drawn in", async () => {
  await cache.fill("/zip", "gzip", async () => answerOf(LONG));
  await fill("/br");
  for (const path of ["/zip", "/br"]) {
    const [br, zip, again] = [
      await get(path, { "Accept-Encoding": "br" }),
      await get(path, { "Accept-Encoding": "gzip" }),
      await get(path, { "Accept-Encoding": "gzip" }, "HEAD"),
    ];
    expect([brotliDecompressSync(br.body).toString(), gunzipSync(zip.body).toString()]).toEqual([LONG, LONG]);
    expect(again.headers["content-length"]).toBe(String(zip.body.length));
    expect(new Set([br, zip, again].map(({ headers }) => headers.etag)).size).toBe(1);
  }
  expect(misses).toBe(0);
});

test("what is asked for again is compressed better, beside; its version stays", async () => {
  const page = Array.from({ length: 4000 }, (_, index) => `dish ${(index * 7919) % 1000} of ${(index * 104729) % 5000}`).join(" ");
  const drawn = await cache.fill("/a", "br", async () => answerOf(page));
  const first = await get("/a", { "Accept-Encoding": "br" });
  expect(first.body.length).toBe(drawn.form?.body.length);
  await expect.poll(async () => (await get("/a", { "Accept-Encoding": "br" })).body.length).toBeLessThan(first.body.length);
  const short = await cache.fill("/short", "br", async () => answerOf(page.slice(0, 20_000)));
  expect(short.form?.isQuick, "little to save").toBe(false);
  const better = await get("/a", { "Accept-Encoding": "br" });
  expect([brotliDecompressSync(better.body).toString(), better.headers.etag]).toEqual([page, first.headers.etag]);
});

test("HEAD has the headers of GET and no body; other methods are not answered", async () => {
  await fill("/a");
  const head = await get("/a", { "Accept-Encoding": "br" }, "HEAD");
  const { headers } = await get("/a", { "Accept-Encoding": "br" });
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, headers["content-length"]]);
  expect((await get("/a", {}, "POST")).status).toBe(404);
});

test("who has it already gets 304, with the headers that keep its page safe", async () => {
  await fill("/a", answerOf(LONG, { "Content-Security-Policy": "default-src 'self'" }));
  const { etag = "" } = (await get("/a")).headers;
  const again = await get("/a", { "If-None-Match": `"another", ${etag}` });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect(again.headers).toMatchObject({ etag, "content-security-policy": "default-src 'self'", "x-content-type-options": "nosniff" });
  expect((await get("/a", { "If-None-Match": '"another"' })).status).toBe(200);
});

test("another order or another value in the query is another address", async () => {
  await fill("/a?x=1&y=2");
  expect([(await get("/a?y=2&x=1")).status, (await get("/a")).status, (await get("/a?x=1&y=2&z=3")).status]).toEqual([404, 404, 404]);
});

test.each([
  ["that sets a cookie", answerOf(LONG, { "Set-Cookie": "cart=1" })],
  ["that is private", answerOf(LONG, { "Cache-Control": "private, max-age=60" })],
  ["that nobody may store", answerOf(LONG, { "Cache-Control": "no-store" })],
  ["that varies with what the client sent", answerOf(LONG, { Vary: "Cookie" })],
  ["of another status", answerOf(LONG, {}, 404)],
  ["that failed", answerOf(LONG, {}, 500)],
])("an answer %s is not kept", async (_, answer) => {
  expect(await statusAfter(answer)).toBe(404);
});

test("a change ends every entry at once, also one that is being drawn", async () => {
  await fill("/a");
  stamp += 1;
  expect((await get("/a")).status).toBe(404);
  const drawing = Promise.withResolvers<WholeAnswer>();
  const first = cache.fill("/c", "br", () => drawing.promise);
  stamp += 1;
  // Who asks after the change does not get what was begun before it.
  const second = cache.fill("/c", "br", async () => answerOf("new"));
  drawing.resolve(answerOf("old"));
  expect([(await first).body.toString(), (await second).body.toString()]).toEqual(["old", "new"]);
  await expect.poll(async () => (await get("/c")).body.toString()).toBe("new");
});

test("an entry ends at the instant at which pages change by themselves", async () => {
  await fill("/a");
  at = new Date("2026-11-20T12:59:59Z");
  expect((await get("/a")).status).toBe(200);
  at = new Date("2026-11-20T13:00:00Z");
  expect((await get("/a")).status).toBe(404);
  nextChange = new Date("2026-11-20T14:00:00Z");
  await fill("/a");
});

test("while changes by others may go unheard, an entry lives for a second", async () => {
  hears = false;
  await fill("/a");
  at = new Date(at.getTime() + 999);
  expect((await get("/a")).status).toBe(200);
  at = new Date(at.getTime() + 1);
  expect((await get("/a")).status).toBe(404);
});

test("many who ask at once wait for one drawing; one that fails is nobody's for ever", async () => {
  let drawn = 0;
  const draw = async () => {
    drawn += 1;
    return answerOf(LONG);
  };
  await Promise.all(Array.from({ length: 20 }, () => cache.fill("/a", "br", draw)));
  expect(drawn).toBe(1);
  await expect(cache.fill("/f", "br", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  await fill("/f");
});

test("what is kept stays within its room: the longest unused goes first", async () => {
  cache = makeCache(10_000);
  const noise = () => answerOf(Buffer.from(Array.from({ length: 1000 }, () => Math.floor(Math.random() * 90) + 33)).toString());
  for (const path of ["/1", "/2", "/3", "/4", "/5", "/6"]) await fill(path, noise());
  expect(await Promise.all(["/1", "/2", "/6"].map(async (path) => (await get(path)).status))).toEqual([404, 404, 200]);
  expect(misses).toBeGreaterThan(0);
});
