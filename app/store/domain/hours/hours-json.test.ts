import { expect, test } from "vitest";
import { readSpecialHours, readWeeklyHours } from "./hours-json.ts";

test.each([
  ["", null],
  [" ", null],
  ['{"monday":["11:00-14:00","17:00-24:00"],"friday":[]}', { monday: ["11:00-14:00", "17:00-24:00"], friday: [] }],
  ['{"monday":["11:00-"]}', { monday: ["11:00-"] }],
  ["{}", {}],
  ["{", undefined],
  ["null", undefined],
  ["5", undefined],
  ["[]", undefined],
  ['"monday"', undefined],
  ['{"monday":5}', undefined],
  ['{"monday":[5]}', undefined],
  ['{"monday":["noon"]}', undefined],
  ['{"monday":["25:00-26:00"]}', undefined],
  ['{"someday":[]}', undefined],
  ['{"__proto__":[]}', undefined],
])("a week from %j", (text, week) => {
  expect(readWeeklyHours(text)).toEqual(week);
});

const DAY = { from: "2026-12-24", to: "2026-12-26", ranges: [], services: "all", message: "" };
test.each([
  ["", []],
  ["[]", []],
  [JSON.stringify([DAY]), [DAY]],
  ['[{"from":"2026-12-24","to":"2026-12-26","ranges":[]}]', [DAY]],
  [JSON.stringify([{ ...DAY, to: "" }]), [{ ...DAY, to: "" }]],
  ["{", undefined],
  ["{}", undefined],
  ["null", undefined],
  ["[null]", undefined],
  ["[5]", undefined],
  ["[{}]", undefined],
  [JSON.stringify([{ ...DAY, from: "Christmas" }]), undefined],
  [JSON.stringify([{ ...DAY, services: "post" }]), undefined],
  [JSON.stringify([{ ...DAY, message: {} }]), undefined],
  [JSON.stringify([{ ...DAY, more: 1 }]), undefined],
])("special days from %j", (text, days) => {
  expect(readSpecialHours(text)).toEqual(days);
});
