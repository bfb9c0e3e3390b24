import { regionFormat } from "#app/values/clock/region-format.ts";
import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { TORONTO } from "#test/clocks.ts";
import { expect, test } from "vitest";
import { WEEKDAY_KEYS } from "./opening-hours.ts";
import { hoursRows, shortMoment } from "./hours-text.ts";

const simple = { region: US_REGION, weekly: null, openTime: null, closingTime: null };

test("without any times the shop is open around the clock", () => {
  expect(hoursRows(simple)).toEqual([{ days: "Every day", times: "Open 24 hours" }]);
});

test("shows the two store times for every day, in the 12-hour clock", () => {
  expect(hoursRows({ ...simple, openTime: "11:00", closingTime: "21:30" })).toEqual([{ days: "Every day", times: "11:00 AM – 9:30 PM" }]);
  expect(hoursRows({ ...simple, openTime: "18:00", closingTime: "02:00" })).toEqual([{ days: "Every day", times: "6:00 PM – 2:00 AM" }]);
});

test("neighbouring days with equal hours share a row, a day without ranges is closed", () => {
  const day = ["11:00-14:00", "17:00-22:00"];
  expect(hoursRows({ ...simple, weekly: { tuesday: day, wednesday: day, saturday: ["09:00-24:00"] } })).toEqual([
    { days: "Sunday – Monday", times: "Closed" },
    { days: "Tuesday – Wednesday", times: "11:00 AM – 2:00 PM, 5:00 PM – 10:00 PM" },
    { days: "Thursday – Friday", times: "Closed" },
    { days: "Saturday", times: "9:00 AM – 12:00 AM" },
  ]);
});

test.each([
  ["today", "2026-11-20T20:00:00Z", "3:00 PM"],
  ["after midnight, less than a day away", "2026-11-21T05:31:00Z", "12:31 AM"],
  ["tomorrow, a day and an hour away", "2026-11-21T16:00:00Z", "Saturday"],
  ["the sixth day", "2026-11-27T04:00:00Z", "Thursday"],
  ["tomorrow, a minute earlier by the clock", "2026-11-21T14:59:00Z", "9:59 AM"],
  ["tomorrow, at the same time", "2026-11-21T15:00:00Z", "Saturday"],
  ["a week ahead, which is the same weekday", "2026-11-27T15:00:00Z", "Nov 27"],
])("a moment in a word or two: %s", (_, instant, text) => {
  expect(shortMoment(new Date(instant), new Date("2026-11-20T15:00:00Z"), TORONTO)).toBe(text);
});

test("handles the missing hour when clocks go forward", () => {
  const [now, opens] = [new Date("2027-03-13T14:30:00Z"), new Date("2027-03-14T14:00:00Z")];
  expect(shortMoment(opens, now, TORONTO)).toBe("Sunday");
});

test("formats hours for a 24-hour region and for a week from Sunday", () => {
  const weekly = { sunday: ["12:00-20:00"], monday: ["11:00-21:30"], tuesday: ["11:00-21:30"] };
  const days = (locale: string) => hoursRows({ ...simple, region: regionFormat(locale), weekly });
  expect(days("de-DE")).toEqual([
    { days: "Monday – Tuesday", times: "11:00 – 21:30" },
    { days: "Wednesday – Saturday", times: "Closed" },
    { days: "Sunday", times: "12:00 – 20:00" },
  ]);
  expect(days("fr-CA").map((row) => row.days)).toEqual(["Sunday", "Monday – Tuesday", "Wednesday – Saturday"]);
});

test("names a weekday that is open 24 hours", () => {
  const weekly = Object.fromEntries(WEEKDAY_KEYS.map((day) => [day, day === "sunday" ? [] : ["00:00-24:00"]]));
  expect(hoursRows({ ...simple, weekly })).toEqual([
    { days: "Sunday", times: "Closed" },
    { days: "Monday – Saturday", times: "Open 24 hours" },
  ]);
});
