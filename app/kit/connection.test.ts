import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Connection from "./connection.ts";

let answers: (Response | null)[];
let asked: number[];
let connection: typeof Connection;

const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const notReady = () => new Response(null, { status: 503, headers: { "Content-Type": "application/problem+json" } });
const ready = () => new Response(null);

beforeEach(async () => {
  // A page of its own for every test.
  vi.resetModules();
  connection = await import("./connection.ts");
  vi.useFakeTimers();
  asked = [];
  const begin = Date.now();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push((Date.now() - begin) / 1000);
    const answer = address === "/readyz" ? (answers.shift() ?? null) : null;
    if (answer === null) throw new TypeError("Failed to fetch");
    return answer;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test("reconnects when the shop responds, not a proxy", async () => {
  answers = [null, new Response("<h1>Bad gateway</h1>", { status: 503 }), notReady()];
  connection.reportLostConnection();
  await after(60);
  expect(asked).toEqual([1, 3, 7]);
});

test("respects Retry-After and backs off", async () => {
  answers = [notReady(), notReady(), ready()];
  connection.reportBusy("The shop cannot save anything right now.", 60);
  await after(100);
  expect(asked).toEqual([60, 75, 90]);
});

test("backs off after repeated failures", async () => {
  answers = [ready(), ready(), ready(), ready(), ready(), ready()];
  for (let round = 0; round < 6; round += 1) {
    connection.reportBusy("The shop is very busy right now.", 1);
    await after([1, 2, 4, 8, 15, 15][round] ?? 0);
  }
  expect(asked).toEqual([1, 3, 7, 15, 30, 45]);
});
