import { expect, test } from "vitest";
import { acceptChoices, formatDue, formatDuration, isPromiseBroken, promiseUrgency, suggestMinutes, waitingUrgency } from "./order-pace.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 18, minutes));

test("suggests the usual minutes for a quiet kitchen", () => {
  expect(suggestMinutes({ prepMinutes: 20, busyMinutes: 0, inKitchen: 4 })).toBe(20);
});

test("suggests more minutes under load, within a maximum", () => {
  expect(suggestMinutes({ prepMinutes: 20, busyMinutes: 10, inKitchen: 11 })).toBe(40);
  expect(suggestMinutes({ prepMinutes: 20, busyMinutes: 0, inKitchen: 10_000 })).toBe(50);
});

test("suggests a positive multiple of five", () => {
  expect(suggestMinutes({ prepMinutes: 0, busyMinutes: 0, inKitchen: 0 })).toBe(5);
  expect(suggestMinutes({ prepMinutes: 22, busyMinutes: 0, inKitchen: 0 })).toBe(25);
});

test("lists the suggestion among the choices, sorted and once", () => {
  expect(acceptChoices(20)).toEqual([10, 15, 20, 30, 45]);
  expect(acceptChoices(55)).toEqual([10, 15, 20, 30, 45, 55]);
  expect(acceptChoices(5)).toEqual([5, 10, 15, 20, 30, 45]);
});

test("an undecided order is urgent after four minutes, late after eight", () => {
  expect(waitingUrgency(at(0), null, at(3))).toBe("calm");
  expect(waitingUrgency(at(0), null, at(4))).toBe("soon");
  expect(waitingUrgency(at(0), null, at(8))).toBe("late");
});

test("a scheduled order is not urgent before its preparation", () => {
  expect(waitingUrgency(at(0), at(30), at(33))).toBe("calm");
  expect(waitingUrgency(at(0), at(30), at(39))).toBe("late");
});

test("an order in progress is late after its promise", () => {
  expect(promiseUrgency(at(20), at(10))).toBe("calm");
  expect(promiseUrgency(at(20), at(15))).toBe("soon");
  expect(promiseUrgency(at(20), at(20))).toBe("soon");
  expect(promiseUrgency(at(20), at(21))).toBe("late");
  expect(promiseUrgency(null, at(21))).toBe("calm");
});

test("formats durations", () => {
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

test("formats remaining and overdue time", () => {
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
] as const)("promised %s minutes ago: shown as late: %s", ([minutes, expected]) => {
  expect(isPromiseBroken(minutes === null ? null : at(0), at(minutes ?? 0))).toBe(expected);
});
