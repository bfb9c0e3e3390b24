import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterAccept,
  afterDeny,
  afterPoll,
  alertMode,
  hasNewFirst,
  isPromptDue,
  mayRing,
  NOTHING_SEEN,
  type AlertMode,
  newOrderText,
} from "./order-alert-rules.ts";

/** What a page tells while this happens to it, in order; `atLoad` orders waited when it was made. */
function told(atLoad: number, steps: readonly ({ poll: number; mode: AlertMode } | { accept: AlertMode } | "deny")[]): number[] {
  let memory = NOTHING_SEEN;
  const tellings: number[] = [];
  for (const step of steps) {
    if (step === "deny") {
      memory = afterDeny(memory);
      continue;
    }
    const next = "poll" in step ? afterPoll(memory, step.mode, step.poll) : afterAccept(memory, step.accept, atLoad);
    memory = next.memory;
    if (next.toTell > 0) tellings.push(next.toTell);
  }
  return tellings;
}

test("orders that wait at load alert, none do not", () => {
  expect(told(3, [{ poll: 3, mode: "on" }])).toEqual([3]);
  expect(told(0, [{ poll: 0, mode: "on" }])).toEqual([]);
});

test("later only a rising count alerts, never a falling or equal one", () => {
  const on = (poll: number) => ({ poll, mode: "on" }) as const;
  expect(told(1, [on(1), on(2), on(2), on(1), on(0), on(1)])).toEqual([1, 2, 1]);
});

test("Accept before the first poll tells of the orders once; the poll adds only what is new", () => {
  expect(told(2, [{ accept: "on" }, { poll: 2, mode: "on" }])).toEqual([2]);
  expect(told(2, [{ accept: "on" }, { poll: 3, mode: "on" }])).toEqual([2, 3]);
  expect(told(0, [{ accept: "on" }, { poll: 1, mode: "on" }])).toEqual([1]);
});

test("a poll that comes while the browser asks leaves the telling to Accept", () => {
  expect(told(0, [{ poll: 2, mode: "ask" }, { accept: "on" }, { poll: 2, mode: "on" }])).toEqual([2]);
});

test("where the browser agreed long ago, Accept does not repeat what the poll has told", () => {
  expect(told(2, [{ poll: 2, mode: "on" }, { accept: "on" }, { poll: 2, mode: "on" }])).toEqual([2]);
  expect(told(2, [{ poll: 2, mode: "on" }, { accept: "on" }, { accept: "on" }])).toEqual([2]);
});

test("alerts turned on again after Deny tell of what waits", () => {
  expect(told(2, [{ poll: 2, mode: "on" }, "deny", { poll: 2, mode: "denied" }, { accept: "on" }])).toEqual([2, 2]);
});

test("whatever the order of polls and answers, one set of orders is told exactly once when alerts are on", () => {
  const quietOrOn = fc.constantFrom("ask" as const, "on" as const);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.array(quietOrOn, { maxLength: 3 }),
      fc.nat(3),
      fc.nat(3),
      (waiting, modes, acceptAt, again) => {
        const polls = modes.map((mode, at) => ({ poll: waiting, mode: at < acceptAt ? mode : ("on" as const) }));
        const steps = [...polls.slice(0, acceptAt), { accept: "on" as const }, ...polls.slice(acceptAt)];
        for (let n = 0; n < again; n += 1) steps.push({ poll: waiting, mode: "on" }, { accept: "on" });
        expect(told(waiting, steps)).toEqual([waiting]);
      },
    ),
  );
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

test("the announcement of a new order names its number, how it leaves, and an allergy", () => {
  expect(newOrderText({ number: "A-003", fulfillment: "pickup", allergy_note: "milk" })).toBe("New order A-003, pickup, allergy: milk");
  expect(newOrderText({ number: "A-004", fulfillment: "delivery", allergy_note: "" })).toBe("New order A-004, delivery");
});
