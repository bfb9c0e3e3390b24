import { expect, test } from "vitest";
import { failureClass, pauseAfter } from "./failure-class.ts";

test("retries only unknown and temporary failures", () => {
  expect((["declined", "not-found", "state", "invalid", "auth"] as const).map(failureClass)).toEqual(Array(5).fill("permanent"));
  expect(failureClass("rate-limited")).toBe("passing");
  expect(failureClass("unreachable")).toBe("unknown");
});

test("pauses grow up to half an hour and end after a day", () => {
  const pauses = Array.from({ length: 50 }, (_, index) => pauseAfter(index + 1));
  expect(pauses.slice(0, 9)).toEqual([0, 0, 0, 0, 0, 2, 4, 8, 16]);
  expect(Math.max(...pauses.map((pause) => pause ?? 0))).toBe(30);
  const minutes = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
  expect(minutes).toBeGreaterThan(18 * 60);
  expect(minutes).toBeLessThan(30 * 60);
  expect(pauses.at(-1)).toBeNull();
});
