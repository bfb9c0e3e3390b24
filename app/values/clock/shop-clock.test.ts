import { expect, test } from "vitest";
import { TORONTO } from "#test/clocks.ts";
import { regionFormat } from "./region-format.ts";
import {
  formatClock,
  formatClockRange,
  formatDay,
  formatDayAndTime,
  formatHour,
  formatInstant,
  formatMonth,
  formatTime,
  US_REGION,
  weekFrom,
} from "./shop-clock.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";

/** Wednesday, 2 September 2026, 6:05 PM in Toronto. */
const EVENING = new Date("2026-09-02T22:05:00Z");

test.each([
  ["en-US", "6:05 PM", "5 PM", "Wed, Sep 2, 2026", "September 2", "Sep 2, 6:05 PM", "Sunday"],
  ["en-GB", "18:05", "17:00", "Wed, 2 Sep 2026", "2 September", "2 Sep, 18:05", "Monday"],
  ["de-DE", "18:05", "17:00", "Wed, 2 Sep 2026", "2 September", "2 Sep, 18:05", "Monday"],
  ["fr-CA", "18:05", "17:00", "Wed, 2 Sep 2026", "2 September", "2 Sep, 18:05", "Sunday"],
  ["ja-JP", "18:05", "17:00", "Wed, 2026 Sep 2", "September 2", "Sep 2, 18:05", "Sunday"],
  ["en-CA", "6:05 pm", "5 pm", "Wed, Sep 2, 2026", "September 2", "Sep 2, 6:05 pm", "Sunday"],
  ["en-AU", "6:05 pm", "5 pm", "Wed, 2 Sep 2026", "2 September", "2 Sep, 6:05 pm", "Monday"],
  ["es-CO", "6:05 PM", "5 PM", "Wed, 2 Sep 2026", "2 September", "2 Sep, 6:05 PM", "Sunday"],
])("%s writes dates and times in English words", (locale, time, hour, day, monthAndDay, instant, first) => {
  const clock = { timeZone: "America/Toronto", region: regionFormat(locale) };
  expect(formatTime(EVENING, clock)).toBe(time);
  expect(formatHour(17, clock.region)).toBe(hour);
  expect(formatDay("2026-09-02", clock.region, { weekday: "short", hasYear: true })).toBe(day);
  expect(formatDay("2026-09-02", clock.region, { month: "long" })).toBe(monthAndDay);
  expect(formatDayAndTime(EVENING, clock)).toBe(instant);
  expect(WEEKDAY_NAMES[weekFrom(clock.region)[0] ?? 0]).toBe(first);
});

test("the default region's constant matches Intl", () => {
  expect(US_REGION).toEqual(regionFormat("en-US"));
});

test.each([
  [0, "12:00 AM", "00:00"],
  [30, "12:30 AM", "00:30"],
  [545, "9:05 AM", "09:05"],
  [719, "11:59 AM", "11:59"],
  [720, "12:00 PM", "12:00"],
  [781, "1:01 PM", "13:01"],
  [1439, "11:59 PM", "23:59"],
  [1440, "12:00 AM", "00:00"],
])("minute %i reads %s in the United States and %s in Germany", (minutes, us, german) => {
  expect(formatClock(minutes, US_REGION)).toBe(us);
  expect(formatClock(minutes, regionFormat("de-DE"))).toBe(german);
});

test.each([
  ["en-US", "3:00–5:00 PM", "11:00 AM–2:00 PM", "10:00 PM–1:00 AM", "8:00 PM–7:00 PM"],
  ["en-CA", "3:00–5:00 pm", "11:00 am–2:00 pm", "10:00 pm–1:00 am", "8:00 pm–7:00 pm"],
  ["en-GB", "15:00–17:00", "11:00–14:00", "22:00–01:00", "20:00–19:00"],
])("%s writes the half of the day once where both times share it", (locale, ...texts) => {
  const region = regionFormat(locale);
  const ranges = [
    [15, 17],
    [11, 14],
    [22, 1],
    [20, 19],
  ] as const;
  expect(ranges.map(([from, to]) => formatClockRange(from * 60, to * 60, region))).toEqual(texts);
});

test("adds the year to an instant of another year in the shop's zone", () => {
  const newYear = new Date("2027-01-01T04:30:00Z"); // still 11:30 PM of the old year in Toronto
  const now = new Date("2026-11-20T12:00:00Z");
  expect(formatInstant(newYear, TORONTO, now)).toBe("Dec 31, 11:30 PM");
  expect(formatInstant(newYear, { ...TORONTO, timeZone: "UTC" }, now)).toBe("Jan 1, 2027, 4:30 AM");
  expect(formatInstant(newYear, { timeZone: "UTC", region: regionFormat("en-GB") }, now)).toBe("1 Jan 2027, 04:30");
  expect(formatMonth(newYear, TORONTO)).toBe("December 2026");
});

test("the week begins with the region's day", () => {
  expect(weekFrom(US_REGION)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(weekFrom(regionFormat("de-DE"))).toEqual([1, 2, 3, 4, 5, 6, 0]);
});
