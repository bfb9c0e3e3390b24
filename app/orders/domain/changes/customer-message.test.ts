import { expect, test } from "vitest";
import { addMinutes } from "#app/values/time.ts";
import { messageRefusal } from "./customer-message.ts";

const now = new Date("2026-11-20T22:15:00Z");
const sent = (...texts: readonly string[]) => texts.map((text, index) => ({ text, at: addMinutes(now, -index - 1) }));
const refusal = (facts: Partial<Parameters<typeof messageRefusal>[0]>, text = "Hello", at = now) =>
  messageRefusal({ missing: null, sent: [], ...facts }, text, at);

test("limits messages and requires an address and a new text", () => {
  expect(refusal({})).toBeNull();
  expect(refusal({ missing: "email address" })).toContain("no email address");
  expect(refusal({ sent: sent("Hello") })).toContain("not sent again");
  expect(refusal({ sent: sent("Hello") }, "Hello", addMinutes(now, 9))).toBeNull();
  expect(refusal({ sent: sent("a", "b", "c", "d") })).toBeNull();
  expect(refusal({ sent: sent("a", "b", "c", "d", "e") })).toContain("at most 5 messages an hour");
});
