import { expect, onTestFinished, test, vi } from "vitest";
import { addMinutes, businessDay, localTimeOf, weekdayOf } from "#app/values/time.ts";
import { clockSpans } from "./clock-spans.ts";

const ZONES = ["America/Toronto", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Havana", "UTC"];
/** Six days around both clock changes, north and south. */
const PERIODS = ["2026-03-06", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-23", "2026-10-30"].map((day) => ({
  from: new Date(`${day}T05:20:00Z`),
  to: addMinutes(new Date(`${day}T05:20:00Z`), 6 * 24 * 60),
}));
const ASKED = [null, 0, 1, 2, 3, 4, 12, 23].flatMap((hour) => [null, 0, 3, 6].map((weekday) => ({ hour, weekday })));

/** Quarter hours of a period with their local time. */
const quartersOf = ({ from, to }: (typeof PERIODS)[number], zone: string) =>
  Array.from({ length: (to.getTime() - from.getTime()) / 900_000 }, (_, index) => {
    const at = addMinutes(from, index * 15);
    return { at: at.getTime(), hour: Math.floor(localTimeOf(at, zone).minutes / 60), weekday: weekdayOf(businessDay(at, zone)) };
  });

test.each(ZONES)("spans cover every matching quarter hour in %s, also at clock changes", (zone) => {
  for (const period of PERIODS) {
    const quarters = quartersOf(period, zone);
    for (const asked of ASKED) {
      const spans =
        clockSpans(period, asked, zone, 7)?.map(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()] as const) ?? [];
      const wrong = quarters.filter(({ at, hour, weekday }) => {
        const isAsked = (asked.hour ?? hour) === hour && (asked.weekday ?? weekday) === weekday;
        return spans.filter(([startsAt, endsAt]) => startsAt <= at && at < endsAt).length !== (isAsked ? 1 : 0);
      });
      expect(wrong, JSON.stringify(asked)).toEqual([]);
    }
  }
});

const FROM = new Date("2026-01-01T17:00:00Z");

test.each([
  ["a day", { hour: 3, weekday: null }, 9, 10],
  ["a Thursday", { hour: null, weekday: 4 }, 63, 10],
  ["a Wednesday, of which the first comes six days later,", { hour: 3, weekday: 3 }, 69, 10],
])("lists %s up to the maximum, and nothing above", (_what, asked, days, most) => {
  const spans = (count: number) => clockSpans({ from: FROM, to: addMinutes(FROM, count * 24 * 60) }, asked, "America/Toronto", most);
  expect(spans(days)).toHaveLength(most);
  expect(spans(days + (asked.weekday === null ? 1 : 7))).toBeUndefined();
});

test("returns no spans for too long or reversed periods", () => {
  const [first, last] = [new Date("0001-01-02T00:00:00Z"), new Date("9998-12-31T00:00:00Z")];
  const made = vi.spyOn(Date.prototype, "toISOString");
  onTestFinished(() => made.mockRestore());
  for (const weekday of [null, 0])
    expect(clockSpans({ from: first, to: last }, { hour: 3, weekday }, "America/Toronto", 400)).toBeUndefined();
  expect(made.mock.calls.length, "no day but those of both ends").toBeLessThan(30);
  expect(clockSpans({ from: last, to: first }, { hour: 3, weekday: null }, "America/Toronto", 400)).toEqual([]);
});
