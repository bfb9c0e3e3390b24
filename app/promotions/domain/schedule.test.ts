import { regionFormat } from "#app/values/clock/region-format.ts";
import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { expect, test } from "vitest";
import type { ScheduleWindow } from "./promotion.ts";
import { localTimeOf } from "#app/values/time.ts";
import { at } from "#test/promotion-samples.ts";
import { isInWindows, isNotBefore, nextOpening, whenText, windowsText } from "./schedule.ts";

const zone = "America/Toronto";
const happyHour: ScheduleWindow = { weekdays: [1, 2, 3, 4], from: "15:00", to: "17:00" };
const lateNight: ScheduleWindow = { weekdays: [5, 6], from: "22:00", to: "01:30" };

/** A local time of November 2026 in Toronto (UTC−5): the 16th is a Monday. */
const local = (day: number, time: string): ReturnType<typeof localTimeOf> =>
  localTimeOf(at(`2026-11-${String(day).padStart(2, "0")}T${time}:00-05:00`), zone);

test.each([
  { day: 16, time: "14:59", inside: false },
  { day: 16, time: "15:00", inside: true },
  { day: 19, time: "16:59", inside: true },
  { day: 19, time: "17:00", inside: false },
  { day: 20, time: "15:30", inside: false },
])("a window holds from its start to before its end on its days: $day $time", ({ day, time, inside }) => {
  expect(isInWindows([happyHour], local(day, time))).toBe(inside);
});

test.each([
  { day: 20, time: "21:59", inside: false },
  { day: 20, time: "22:00", inside: true },
  { day: 21, time: "01:29", inside: true },
  { day: 21, time: "01:30", inside: false },
  { day: 22, time: "00:30", inside: true },
  { day: 22, time: "23:00", inside: false },
  { day: 20, time: "00:30", inside: false },
])("a window past midnight belongs to the day it began: $day $time", ({ day, time, inside }) => {
  expect(isInWindows([lateNight], local(day, time))).toBe(inside);
});

test("no window is always, and one of several is enough", () => {
  expect(isInWindows([], local(16, "04:00"))).toBe(true);
  expect(isInWindows([lateNight, happyHour], local(16, "15:30"))).toBe(true);
});

test.each([
  { from: [16, "14:00"], opening: "2026-11-16 15:00" },
  { from: [16, "15:30"], opening: "2026-11-16 15:30" },
  { from: [16, "17:00"], opening: "2026-11-17 15:00" },
  { from: [19, "17:00"], opening: "2026-11-20 22:00" },
  { from: [22, "02:00"], opening: "2026-11-23 15:00" },
] as const)("the next opening after $from is $opening", ({ from: [day, time], opening }) => {
  const next = nextOpening([happyHour, lateNight], local(day, time));
  expect(
    `${next?.date} ${String(Math.floor((next?.minutes ?? 0) / 60)).padStart(2, "0")}:${String((next?.minutes ?? 0) % 60).padStart(2, "0")}`,
  ).toBe(opening);
});

test("a window that has just ended opens again in a week", () => {
  expect(nextOpening([{ weekdays: [1], from: "15:00", to: "17:00" }], local(16, "17:00"))).toMatchObject({
    date: "2026-11-23",
    minutes: 900,
  });
});

test.each([
  { moment: local(16, "17:00"), text: "5:00 PM today" },
  { moment: local(17, "09:05"), text: "Tuesday 9:05 AM" },
  { moment: local(22, "00:00"), text: "Sunday 12:00 AM" },
  { moment: local(23, "17:00"), text: "November 23, 5:00 PM" },
  { moment: localTimeOf(at("2027-03-03T22:00:00Z"), zone), text: "March 3, 2027, 5:00 PM" },
])("a moment seen from Monday noon: $text", ({ moment, text }) => {
  expect(whenText(moment, local(16, "12:00"), US_REGION)).toBe(text);
});

test("moments are compared by day, then time", () => {
  expect(isNotBefore(local(17, "00:00"), local(16, "23:59"))).toBe(true);
  expect(isNotBefore(local(16, "12:00"), local(16, "12:00"))).toBe(true);
  expect(isNotBefore(local(16, "11:59"), local(16, "12:00"))).toBe(false);
});

test.each([
  { windows: [happyHour], text: "Mon–Thu 3:00–5:00 PM" },
  { windows: [lateNight], text: "Fri, Sat 10:00 PM–1:30 AM" },
  { windows: [{ weekdays: [0, 6, 3], from: "11:00", to: "14:00" }], text: "Wed, Sat, Sun 11:00 AM–2:00 PM" },
  { windows: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: "09:00", to: "00:00" }], text: "daily 9:00 AM–12:00 AM" },
  { windows: [{ weekdays: [6, 0, 5], from: "11:00", to: "11:30" }, happyHour], text: "Fri–Sun 11:00–11:30 AM, Mon–Thu 3:00–5:00 PM" },
])("windows read back as $text", ({ windows, text }) => {
  expect(windowsText(windows, US_REGION)).toBe(text);
});

test("days in a row are one range across the end of the week", () => {
  const text = (weekdays: readonly number[], locale: string) =>
    windowsText([{ weekdays, from: "15:00", to: "17:00" }], regionFormat(locale));
  for (const locale of ["en-US", "en-GB", "ar-EG"]) expect(text([5, 6, 0], locale), locale).toMatch(/^Fri–Sun /);
  expect(text([0, 6], "en-US")).toBe("Sat, Sun 3:00–5:00 PM");
  expect(text([0, 1, 2, 3, 5, 6], "en-US")).toBe("Fri–Wed 3:00–5:00 PM");
});

test("windows and moments of other regions", () => {
  const windows = [{ weekdays: [0, 1, 2], from: "15:00", to: "17:00" }];
  expect(windowsText(windows, regionFormat("en-GB"))).toBe("Sun–Tue 15:00–17:00");
  expect(windowsText(windows, regionFormat("fr-CA"))).toBe("Sun–Tue 15:00–17:00");
  expect(whenText(local(30, "17:00"), local(16, "12:00"), regionFormat("en-GB"))).toBe("30 November, 17:00");
});
