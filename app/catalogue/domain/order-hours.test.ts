import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { expect, test } from "vitest";
import { WEEKDAY_KEYS } from "#app/store/domain/hours/opening-hours.ts";
import { hoursSaidInstead, mayBeOrderedAt, notNowText, orderHoursOf, orderHoursText, withHoursSaidAbove } from "./order-hours.ts";

const mornings = { monday: ["07:00-11:00"], tuesday: ["07:00-11:00"] };
const rows = [
  { id: 1, parentId: null, hours: mornings },
  { id: 2, parentId: 1, hours: null },
  { id: 3, parentId: 1, hours: { monday: ["09:00-10:00"] } },
  { id: 4, parentId: null, hours: null },
];
const zone = "America/Toronto";
const monday = (time: string) => new Date(`2026-11-23T${time}:00-05:00`);

test.for([
  [[], null],
  [[4], null],
  [[1], [[mornings]]],
  [[2], [[mornings]]],
  [[3], [[mornings, { monday: ["09:00-10:00"] }]]],
  [[1, 4], null],
] as const)("categories %j give the hours %j", ([own, hours]) => {
  expect(orderHoursOf(own, rows)).toEqual(hours);
});

test("own hours narrow category hours", () => {
  const sunday = { sunday: ["10:00-12:00"] };
  expect(orderHoursOf([], rows, sunday)).toEqual([[sunday]]);
  expect(orderHoursOf([1, 4], rows, sunday)).toEqual([[sunday]]);
  expect(orderHoursOf([2, 3], rows, sunday)).toEqual([
    [mornings, sunday],
    [mornings, { monday: ["09:00-10:00"] }, sunday],
  ]);
});

test.for([
  [[2], "06:59", false],
  [[2], "07:00", true],
  [[2], "10:59", true],
  [[2], "11:00", false],
  [[3], "08:00", false],
  [[3], "09:30", true],
  [[2, 3], "08:00", true],
  [[4], "23:00", true],
] as const)("in categories %j at %s: %s", ([own, time, expected]) => {
  expect(mayBeOrderedAt(orderHoursOf(own, rows), monday(time), zone)).toBe(expected);
});

test("formats order hours", () => {
  expect(orderHoursText(orderHoursOf([2], rows) ?? [], US_REGION)).toBe("Monday – Tuesday 7:00 AM – 11:00 AM");
  expect(orderHoursText([[{}]], US_REGION)).toBe("never");
  const daily = Object.fromEntries(WEEKDAY_KEYS.map((day) => [day, ["08:00-09:00"]]));
  expect(notNowText("Porridge", [[daily]], US_REGION)).toBe("Porridge can be ordered every day 8:00 AM – 9:00 AM.");
});

test("does not repeat hours shown above a list", () => {
  const hours = (text: string) => ({ hours: { text, isNow: false, isLater: false } });
  const said = withHoursSaidAbove([hours("every day"), hours("Monday"), { hours: null }], "every day");
  expect(said).toEqual([hours(""), hours("Monday"), { hours: null }]);
});

test.each([
  [{ isSoldOut: false, hours: { text: "every day 7–11", isNow: false, isLater: false } }, "every day 7–11"],
  [{ isSoldOut: false, hours: { text: "every day 7–11", isNow: true, isLater: false } }, null],
  [{ isSoldOut: true, hours: { text: "every day 7–11", isNow: false, isLater: false } }, null],
  [{ isSoldOut: false, hours: null }, null],
])("a page speaks of hours only where there is no form and the dish is not sold out: %j", (product, said) => {
  expect(hoursSaidInstead(product)).toBe(said);
});
