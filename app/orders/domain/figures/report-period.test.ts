import { TORONTO } from "#test/clocks.ts";
import { expect, test } from "vitest";
import { reportPeriod } from "./report-period.ts";

/** Friday, 20 November 2026, 6:00 PM in Toronto. */
const FRIDAY = new Date("2026-11-20T23:00:00Z");
const named = (range: "today" | "yesterday" | "week" | "90-days", now = FRIDAY) => reportPeriod({ range, from: "", to: "" }, now, TORONTO);
const own = (from: string, to: string) => reportPeriod({ range: "today", from, to }, FRIDAY, TORONTO);

test("today starts at 4 AM and is compared with last week's same weekday", () => {
  const { spans, before } = named("today");
  expect(spans.map((span) => span.startsAt.toISOString())).toEqual(["2026-11-20T09:00:00.000Z"]);
  expect(before.spans.map((span) => [span.startsAt.toISOString(), span.endsAt.toISOString()])).toEqual([
    ["2026-11-13T09:00:00.000Z", "2026-11-13T23:00:00.000Z"],
  ]);
  expect(before.label).toBe("Friday before");
});

test("the business day continues after midnight", () => {
  expect(named("today", new Date("2026-11-21T06:30:00Z")).days).toEqual({ from: "2026-11-20", to: "2026-11-20" });
});

test("compares yesterday with a whole day", () => {
  const { spans, before } = named("yesterday");
  expect([spans, before.spans].map(([span]) => [span?.startsAt.toISOString(), span?.endsAt.toISOString()])).toEqual([
    ["2026-11-19T09:00:00.000Z", "2026-11-20T09:00:00.000Z"],
    ["2026-11-12T09:00:00.000Z", "2026-11-13T09:00:00.000Z"],
  ]);
});

test("a clock change moves neither the start nor today's progress", () => {
  const [day] = named("today", new Date("2026-11-04T23:00:00Z")).before.spans;
  expect([day?.startsAt.toISOString(), day?.endsAt.toISOString()]).toEqual(["2026-10-28T08:00:00.000Z", "2026-10-28T22:00:00.000Z"]);
});

test("compares several days with as many before", () => {
  const { days, spans, before } = named("90-days");
  expect(days).toEqual({ from: "2026-08-23", to: "2026-11-20" });
  expect([spans.length, before.spans.length, before.spans.at(-1)?.day]).toEqual([90, 90, "2026-08-22"]);
});

test("accepts custom days in any order without future ones", () => {
  expect(own("2026-11-03", "2026-11-01").days).toEqual({ from: "2026-11-01", to: "2026-11-03" });
  expect(own("2026-11-03", "").days).toEqual({ from: "2026-11-03", to: "2026-11-03" });
  expect(own("2026-11-19", "2027-01-01").days).toEqual({ from: "2026-11-19", to: "2026-11-20" });
  expect(own("2027-01-01", "2027-01-02").range).toBe("today");
});

test("limits a report to the last year", () => {
  const { days, spans } = own("0001-01-01", "2026-11-01");
  expect([days.from, days.to, spans.length]).toEqual(["2025-11-01", "2026-11-01", 366]);
});
