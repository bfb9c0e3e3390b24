import { expect, test } from "vitest";
import { decisionDeadline, delayedPromise, promiseOf, secondAlertAt } from "./order-promise.ts";

const at = (time: string) => new Date(`2026-03-04T${time}:00Z`);

test("a promise is never before the requested time or the chosen minutes", () => {
  expect(promiseOf(null, at("18:00"), 30)).toEqual(at("18:30"));
  expect(promiseOf(at("20:00"), at("18:00"), 30)).toEqual(at("20:00"));
  expect(promiseOf(at("18:10"), at("18:00"), 30)).toEqual(at("18:30"));
});

test("a delay counts from the promise, or from now if it passed", () => {
  expect(delayedPromise(at("18:30"), at("18:00"), 15)).toEqual(at("18:45"));
  expect(delayedPromise(at("18:30"), at("18:40"), 15)).toEqual(at("18:55"));
  expect(delayedPromise(null, at("18:40"), 5)).toEqual(at("18:45"));
});

test("the decision deadline starts at placing or opening, later for scheduled orders", () => {
  const asap = { placedAt: at("18:00"), requestedFor: null, prepMinutes: 20 };
  expect(decisionDeadline(asap, 0, null)).toBeNull();
  expect(decisionDeadline(asap, 10, null)).toEqual(at("18:10"));
  expect(decisionDeadline({ ...asap, placedAt: at("08:00") }, 10, at("11:00")), "placed while closed").toEqual(at("11:10"));
  expect(decisionDeadline({ ...asap, requestedFor: at("20:00") }, 10, null)).toEqual(at("19:40"));
  expect(decisionDeadline({ ...asap, requestedFor: at("18:15") }, 10, null)).toEqual(at("18:10"));
  expect(decisionDeadline({ placedAt: at("08:00"), requestedFor: at("11:15"), prepMinutes: null }, 10, at("11:00"))).toEqual(at("11:15"));
});

test("the second alert comes after four minutes with and without auto-reject", () => {
  const asap = { placedAt: at("18:00"), requestedFor: null, prepMinutes: 20 };
  expect(secondAlertAt(asap, null)).toEqual(at("18:04"));
  expect(secondAlertAt({ ...asap, placedAt: at("08:00") }, at("11:00")), "placed while closed").toEqual(at("11:04"));
  expect(secondAlertAt({ ...asap, requestedFor: at("20:00") }, null), "for later").toEqual(at("19:40"));
});
