import { expect, test } from "vitest";
import { alertMode, hasNewFirst, isPromptDue, mayRing, shouldAlert } from "./order-alert-rules.ts";

test("orders that wait at load alert, none do not", () => {
  expect(shouldAlert(null, 3)).toBe(true);
  expect(shouldAlert(null, 0)).toBe(false);
});

test("later only a rising count alerts, never a falling or equal one", () => {
  expect(shouldAlert(1, 2)).toBe(true);
  expect(shouldAlert(2, 2)).toBe(false);
  expect(shouldAlert(3, 1)).toBe(false);
});

test("the new-order flag needs a previous poll and another first id", () => {
  expect(hasNewFirst(undefined, "a")).toBe(false);
  expect(hasNewFirst("a", "a")).toBe(false);
  expect(hasNewFirst("a", "b")).toBe(true);
  expect(hasNewFirst(null, "a")).toBe(true);
  expect(hasNewFirst("a", null)).toBe(false);
});

test("Deny wins over a permission the browser gave before", () => {
  expect(alertMode("denied", "granted")).toBe("denied");
});

test("a denied browser permission means no alert, whatever was accepted", () => {
  expect(alertMode("accepted", "denied")).toBe("blocked");
  expect(mayRing(alertMode("accepted", "denied"))).toBe(false);
});

test("the prompt comes until it is answered here, and again while the browser was not asked", () => {
  expect(isPromptDue(null, "on")).toBe(true);
  expect(isPromptDue("accepted", "on")).toBe(false);
  expect(isPromptDue("denied", "denied")).toBe(false);
  expect(isPromptDue("accepted", "ask")).toBe(true);
});

test("without an answer the prompt is shown; where there are no notifications Accept rings the sound", () => {
  expect(alertMode(null, "default")).toBe("ask");
  expect(alertMode(null, "unsupported")).toBe("ask");
  expect(alertMode("accepted", "unsupported")).toBe("sound-only");
  expect(alertMode(null, "granted")).toBe("on");
});
