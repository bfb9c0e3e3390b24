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
  newOrderTexts,
  newSince,
  type PolledOrder,
} from "./order-alert-rules.ts";

/** The alerts of a page during these events; `atLoad` orders waited at its start. */
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

test("alerts about orders that wait at load", () => {
  expect(told(3, [{ poll: 3, mode: "on" }])).toEqual([3]);
  expect(told(0, [{ poll: 0, mode: "on" }])).toEqual([]);
});

test("alerts later only when the count rises", () => {
  const on = (poll: number) => ({ poll, mode: "on" }) as const;
  expect(told(1, [on(1), on(2), on(2), on(1), on(0), on(1)])).toEqual([1, 2, 1]);
});

test("accepting before the first poll alerts once", () => {
  expect(told(2, [{ accept: "on" }, { poll: 2, mode: "on" }])).toEqual([2]);
  expect(told(2, [{ accept: "on" }, { poll: 3, mode: "on" }])).toEqual([2, 3]);
  expect(told(0, [{ accept: "on" }, { poll: 1, mode: "on" }])).toEqual([1]);
});

test("a poll during the permission prompt leaves the alert to Accept", () => {
  expect(told(0, [{ poll: 2, mode: "ask" }, { accept: "on" }, { poll: 2, mode: "on" }])).toEqual([2]);
});

test("Accept does not repeat an alert when permission was granted before", () => {
  expect(told(2, [{ poll: 2, mode: "on" }, { accept: "on" }, { poll: 2, mode: "on" }])).toEqual([2]);
  expect(told(2, [{ poll: 2, mode: "on" }, { accept: "on" }, { accept: "on" }])).toEqual([2]);
});

test("enabling alerts after Deny reports waiting orders", () => {
  expect(told(2, [{ poll: 2, mode: "on" }, "deny", { poll: 2, mode: "denied" }, { accept: "on" }])).toEqual([2, 2]);
});

test("alerts exactly once for any order of polls and answers", () => {
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

test("the new-order flag requires a previous poll and another first id", () => {
  expect(hasNewFirst(undefined, "a")).toBe(false);
  expect(hasNewFirst("a", "a")).toBe(false);
  expect(hasNewFirst("a", "b")).toBe(true);
  expect(hasNewFirst(null, "a")).toBe(true);
  expect(hasNewFirst("a", null)).toBe(false);
});

/** The orders from number `from` up to before `to`, one a minute, newest first. */
function polled(from: number, to: number, allergies: Readonly<Record<number, string>> = {}): readonly PolledOrder[] {
  return Array.from({ length: to - from }, (_, index) => to - 1 - index).map((n) => ({
    id: `order-${n}`,
    number: `A-${n}`,
    placed_at: `2026-11-27T18:${String(n).padStart(2, "0")}:00.000Z`,
    fulfillment: "pickup",
    allergy_note: allergies[n] ?? "",
  }));
}

const numbers = (orders: readonly PolledOrder[]) => orders.map(({ number }) => number);

test("all orders of a lost connection are new, also when the previous first is not listed any more", () => {
  expect(newSince(null, polled(0, 3))).toEqual([]);
  expect(numbers(newSince(polled(0, 2), polled(0, 4)))).toEqual(["A-3", "A-2"]);
  expect(numbers(newSince([], polled(0, 2)))).toEqual(["A-1", "A-0"]);
  expect(newSince(polled(0, 5), polled(10, 30))).toHaveLength(20);
});

test("an order that moves up because the first was removed is not new", () => {
  expect(newSince(polled(2, 5), polled(1, 4))).toEqual([]);
});

test("names a few new orders, and counts many in one sentence with their allergies", () => {
  expect(newOrderTexts(polled(1, 4))).toEqual(["New order A-1, pickup", "New order A-2, pickup", "New order A-3, pickup"]);
  expect(newOrderTexts(polled(1, 6, { 2: "milk", 5: "nuts" }))).toEqual(["5 new orders. A-2, allergy: milk. A-5, allergy: nuts"]);
  expect(newOrderTexts(polled(0, 20))).toEqual(["20 or more new orders"]);
});

test("Deny overrides a granted browser permission", () => {
  expect(alertMode("denied", "granted")).toBe("denied");
});

test("a denied browser permission disables alerts", () => {
  expect(alertMode("accepted", "denied")).toBe("blocked");
  expect(mayRing(alertMode("accepted", "denied"))).toBe(false);
});

test("shows the prompt until answered here, and while the browser was not asked", () => {
  expect(isPromptDue(null, "on")).toBe(true);
  expect(isPromptDue("accepted", "on")).toBe(false);
  expect(isPromptDue("denied", "denied")).toBe(false);
  expect(isPromptDue("accepted", "ask")).toBe(true);
});

test("shows the prompt without an answer; without notifications Accept plays the sound", () => {
  expect(alertMode(null, "default")).toBe("ask");
  expect(alertMode(null, "unsupported")).toBe("ask");
  expect(alertMode("accepted", "unsupported")).toBe("sound-only");
  expect(alertMode(null, "granted")).toBe("on");
});

test("announces number, fulfillment and allergy of a new order", () => {
  expect(newOrderText({ number: "A-003", fulfillment: "pickup", allergy_note: "milk" })).toBe("New order A-003, pickup, allergy: milk");
  expect(newOrderText({ number: "A-004", fulfillment: "delivery", allergy_note: "" })).toBe("New order A-004, delivery");
});
