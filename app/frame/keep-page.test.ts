import { data } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { keepPage as KeepPage } from "./keep-page.ts";

/*
 * When the server is asked whether it is ready tells how an error was understood.
 */

let keepPage: typeof KeepPage;
let asked: number[];
const trouble = (status: number, said: unknown) => ({ status, statusText: "", internal: false, data: said });
const ownWords = (retryAfterSeconds: number) => trouble(503, { message: "The shop is very busy right now.", retryAfterSeconds });

beforeEach(async () => {
  // A page of its own for every test.
  vi.resetModules();
  ({ keepPage } = await import("./keep-page.ts"));
  vi.useFakeTimers();
  const begin = Date.now();
  asked = [];
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("location", new URL("http://shop/checkout"));
  vi.stubGlobal("fetch", async () => {
    asked.push((Date.now() - begin) / 1000);
    return new Response(null);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

async function outcome(request: Request, thrown: unknown): Promise<unknown> {
  const results = await keepPage({ request }, async () => ({ page: { type: "error", result: thrown } }));
  await vi.advanceTimersByTimeAsync(100_000);
  return [results["page"]?.type, asked];
}
const sent = () => new Request("http://shop/checkout", { method: "POST" });
const elsewhere = () => new Request("http://shop/cart");

test("keeps the page on 503 and retries at the given time", async () => {
  const wrapped = data(ownWords(60));
  expect(await outcome(sent(), wrapped)).toEqual(["data", [60]]);
});

test("keeps the page when a submission finds no connection", async () => {
  for (const thrown of [new TypeError("Failed to fetch"), data(new TypeError("Failed to fetch"))])
    expect(((await outcome(sent(), thrown)) as unknown[])[0]).toBe("data");
});

test("does not treat a superseded request as a lost connection", async () => {
  const replaced = new AbortController();
  const request = new Request("http://shop/checkout", { method: "POST", signal: replaced.signal });
  replaced.abort();
  expect(await outcome(request, new TypeError("Failed to fetch"))).toEqual(["error", []]);
});

test("keeps a result message visible long enough to read", async () => {
  expect(await outcome(sent(), ownWords(1))).toEqual(["data", [8]]);
});

test("treats a proxy's response as a lost connection", async () => {
  expect(await outcome(sent(), trouble(503, "<h1>Service unavailable</h1>"))).toEqual(["data", [1]]);
});

test("keeps the page when a form is refused early", async () => {
  const tooLarge = trouble(413, JSON.stringify({ status: 413, message: "The request is larger than 64 KB. Send less at once." }));
  expect(await outcome(sent(), tooLarge)).toEqual(["data", [8]]);
});

test("shows 503 of another page and rethrows bugs", async () => {
  expect(await outcome(elsewhere(), ownWords(1))).toEqual(["error", []]);
  expect(await outcome(elsewhere(), trouble(413, JSON.stringify({ message: "Too large." })))).toEqual(["error", []]);
  expect(await outcome(sent(), trouble(500, { message: "Something went wrong" }))).toEqual(["error", []]);
});

test("keeps the page when a fetcher cannot read a part of it", async () => {
  const part = () => new Request("http://shop/checkout?part=menu&q=tea");
  for (const thrown of [new TypeError("Failed to fetch"), trouble(503, ""), ownWords(1), trouble(500, ""), new Error("a bug")])
    expect((await keepPage({ request: part() }, async () => ({ page: { type: "error", result: thrown } })))["page"]).toEqual({
      type: "data",
      result: data({ part: "unread" }),
    });
  const unknown = await keepPage({ request: part() }, async () => ({ page: { type: "error", result: trouble(404, "") } }));
  expect(unknown["page"]?.type).toBe("error");
});
