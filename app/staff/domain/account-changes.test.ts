import { expect, test } from "vitest";
import { isConfirmationFresh } from "./account-changes.ts";

const NOW = new Date("2026-11-29T12:00:00Z");
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

test("a confirmation lasts ten minutes, also when the clock was set back", () => {
  expect([-11, -10, -9, 0].map((at) => isConfirmationFresh(minutes(at), NOW))).toEqual([false, false, true, true]);
  // Another machine's clock may be a little ahead; one of two hours is a clock that was wrong.
  expect([1, 120].map((at) => isConfirmationFresh(minutes(at), NOW))).toEqual([true, false]);
  expect(isConfirmationFresh(null, NOW)).toBe(false);
});
