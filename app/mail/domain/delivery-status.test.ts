import { expect, test } from "vitest";
import { deliveryStatus, mailState } from "./delivery-status.ts";

const now = new Date("2026-03-06T18:30:00Z");
const outcome = (state: "works" | "refused" | "silent", minutesAgo: number, lastMinutesAgo = 0) => ({
  state,
  reason: state === "works" ? "" : "SendGrid says no.",
  since: new Date(now.getTime() - minutesAgo * 60_000),
  lastCallAt: new Date(now.getTime() - lastMinutesAgo * 60_000),
});
const key = { transport: { name: "sendgrid" }, sender: { email: "a@example.com" } } as const;

test.each([
  ["no key is set", { transport: { name: "outbox" }, sender: null } as const, undefined, "kept"],
  ["a key without a sender", { ...key, sender: null }, undefined, "broken"],
  ["nothing was sent yet", key, undefined, "works"],
  ["the last mail left", key, outcome("works", 1), "works"],
  ["the key was just refused", key, outcome("refused", 0), "broken"],
  ["one answer is missing", key, outcome("silent", 1), "works"],
  ["nobody has answered for five minutes", key, outcome("silent", 5), "broken"],
  ["one call got lost, and none was made since", key, outcome("silent", 60, 60), "works"],
] as const)("email while %s", (_what, source, connection, kind) => {
  expect(mailState(source, connection, now).kind).toBe(kind);
});

const queued = { status: "queued", transport: null, attempts: 0 } as const;
const [works, kept, broken] = [{ kind: "works" }, { kind: "kept" }, { kind: "broken", reason: "" }] as const;

test.each([
  ["that left", { status: "sent", transport: "sendgrid", attempts: 1 } as const, works, "left"],
  ["that left before the key broke", { status: "sent", transport: "sendgrid", attempts: 1 } as const, broken, "left"],
  ["that only stands in the outbox", { status: "sent", transport: "outbox", attempts: 1 } as const, works, "kept"],
  ["that was given up", { status: "failed", transport: null, attempts: 9 } as const, works, "stuck"],
  ["that has just been written", queued, works, "leaving"],
  ["that was refused once", { ...queued, attempts: 1 }, works, "stuck"],
  ["that waits while mail is broken", queued, broken, "stuck"],
  ["that waits without a key", queued, kept, "kept"],
  ["that is not written yet", undefined, works, "leaving"],
] as const)("an email %s", (_what, email, state, fate) => {
  expect(deliveryStatus(email, state)).toBe(fate);
});
