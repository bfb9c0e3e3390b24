import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasConnection, isLostConnection, orWhenLost } from "./lost-connection.ts";

// A lost connection is looked for again by the page; here there is no page, and nobody waits.
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("recognizes the browsers' network errors", () => {
  for (const words of ["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed", "network error"]) {
    expect(isLostConnection(new TypeError(words))).toBe(true);
  }
  expect(isLostConnection(new TypeError("undefined is not a function"))).toBe(false);
  expect(isLostConnection(new Error("Failed to fetch"))).toBe(false);
});

test("converts a lost connection to a result and rethrows others", async () => {
  expect(
    await orWhenLost(
      () => Promise.reject(new TypeError("Failed to fetch")),
      () => "lost",
    ),
  ).toBe("lost");
  await expect(
    orWhenLost(
      () => Promise.reject(new Error("bug")),
      () => "lost",
    ),
  ).rejects.toThrow("bug");
  expect(
    await orWhenLost(
      () => Promise.resolve("done"),
      () => "lost",
    ),
  ).toBe("done");
});

test("does not revalidate after a lost connection", () => {
  expect(hasConnection({ actionResult: { kind: "lost" }, defaultShouldRevalidate: true })).toBe(false);
  expect(hasConnection({ actionResult: { kind: "conflict" }, defaultShouldRevalidate: false })).toBe(true);
  expect(hasConnection({ defaultShouldRevalidate: true })).toBe(true);
});
