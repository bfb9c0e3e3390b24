import { expect, test } from "vitest";
import { acceptChoices, formatDue, formatDuration, isPromiseBroken, promiseUrgency, suggestMinutes, waitingUrgency } from "./order-pace.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 18, minutes));

test("a quiet kitchen suggests the usual minutes", () => {
  expect(suggestMinutes({ prepMinutes: 20, busyMinutes: 0, inKitchen: 4 })).toBe(20);
});

test("a full kitchen and busy minutes make the suggestion longer, but not without end", () => {
  expect(suggestMinutes({ prepMinutes: 20, busyMinutes: 10, inKitchen: 11 })).toBe(40);
  expect(suggestMinutes({ prepMinutes: 20, busyMinutes: 0, inKitchen: 10_000 })).toBe(50);
});

test("a suggestion is a whole number of five minutes and never nothing", () => {
  expect(suggestMinutes({ prepMinutes: 0, busyMinutes: 0, inKitchen: 0 })).toBe(5);
  expect(suggestMinutes({ prepMinutes: 22, busyMinutes: 0, inKitchen: 0 })).toBe(25);
});

test("the suggested minutes stand among the buttons, in order and once", () => {
  expect(acceptChoices(20)).toEqual([10, 15, 20, 30, 45]);
  expect(acceptChoices(55)).toEqual([10, 15, 20, 30, 45, 55]);
  expect(acceptChoices(5)).toEqual([5, 10, 15, 20, 30, 45]);
});

test("an undecided order is urgent after four minutes and late after eight", () => {
  expect(waitingUrgency(at(0), null, at(3))).toBe("calm");
  expect(waitingUrgency(at(0), null, at(4))).toBe("soon");
  expect(waitingUrgency(at(0), null, at(8))).toBe("late");
});

test("an order for later is calm until its cooking would have to begin", () => {
  expect(waitingUrgency(at(0), at(30), at(33))).toBe("calm");
  expect(waitingUrgency(at(0), at(30), at(39))).toBe("late");
});

test("an order in work is late only after its promise", () => {
  expect(promiseUrgency(at(20), at(10))).toBe("calm");
  expect(promiseUrgency(at(20), at(15))).toBe("soon");
  expect(promiseUrgency(at(20), at(20))).toBe("soon");
  expect(promiseUrgency(at(20), at(21))).toBe("late");
  expect(promiseUrgency(null, at(21))).toBe("calm");
});

test("durations read as people say them", () => {
  expect([0, 0.9, 4, 60, 125, 1440, 4400].map(formatDuration)).toEqual([
    "just now",
    "just now",
    "4 min",
    "1 h",
    "2 h 5 min",
    "1 day",
    "3 days",
  ]);
});

test("a promise says how long it is still, or how late it got", () => {
  expect(formatDue(at(20), at(8))).toBe("in 12 min");
  expect(formatDue(at(20), at(20))).toBe("now");
  expect(formatDue(at(20), at(26))).toBe("6 min late");
});

test.for([
  [null, false],
  [-5, false],
  [0, false],
  [5, false],
  [6, true],
] as const)("promised for %s minutes ago: the customer is told that it is late: %s", ([minutes, expected]) => {
  expect(isPromiseBroken(minutes === null ? null : at(0), at(minutes ?? 0))).toBe(expected);
});
