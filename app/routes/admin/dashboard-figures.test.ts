import { expect, test } from "vitest";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { periodsOf } from "./dashboard-figures.server.ts";
import { dashboardQuery } from "./query.schema.ts";

const ZONE = "America/Toronto";
/** Friday, 20 November 2026, 6:00 PM in Toronto. */
const FRIDAY = new Date("2026-11-20T23:00:00Z");

test("today begins at 4 in the morning and is measured by last week's same weekday up to the same time", () => {
  const { current, before, beforeLabel } = periodsOf("today", FRIDAY, ZONE);
  expect(current.from.toISOString()).toBe("2026-11-20T09:00:00.000Z");
  expect(before.from.toISOString()).toBe("2026-11-13T09:00:00.000Z");
  expect(before.to.toISOString()).toBe("2026-11-13T23:00:00.000Z");
  expect(beforeLabel).toBe("Last Friday");
});

test("after midnight it is still the business day of the evening", () => {
  const { current } = periodsOf("today", new Date("2026-11-21T06:30:00Z"), ZONE);
  expect(current.from.toISOString()).toBe("2026-11-20T09:00:00.000Z");
});

test("yesterday is a whole day", () => {
  const { current } = periodsOf("yesterday", FRIDAY, ZONE);
  expect([current.from.toISOString(), current.to.toISOString()]).toEqual(["2026-11-19T09:00:00.000Z", "2026-11-20T09:00:00.000Z"]);
});

test("a clock change between the two weeks does not move the start of the day", () => {
  const { before } = periodsOf("today", new Date("2026-11-04T23:00:00Z"), ZONE);
  expect(before.from.toISOString()).toBe("2026-10-28T08:00:00.000Z");
});

test("an unknown range counts as today", () => {
  const range = (text: string) => readPageQuery(new Request(`https://shop.example/admin?range=${text}`), dashboardQuery).range;
  expect(range("never")).toBe("today");
  expect(range("week")).toBe("week");
});
