import { expect, test } from "vitest";
import { proposedRange, usualRange } from "./proposed-range.ts";

test.each([
  [[], "11:00-21:00"],
  [["07:00-19:00"], "20:00-24:00"],
  [["16:00-19:00", "07:00-13:00"], "20:00-24:00"],
  [["07:00-13:00"], "14:00-18:00"],
  [["11:00-23:00"], "06:00-10:00"],
  [["18:00-02:00"], "13:00-17:00"],
  [["02:00-23:30"], "00:00-01:00"],
  [["00:30-23:30"], "11:00-21:00"],
])("after %j proposes %s", (ranges, proposed) => {
  expect(proposedRange(ranges)).toBe(proposed);
});

test.each([
  ["07:00", "19:00", "07:00-19:00"],
  ["18:00", "02:00", "18:00-02:00"],
  ["", "", "11:00-21:00"],
  ["07:00", "", "07:00-24:00"],
  ["", "19:00", "00:00-19:00"],
  ["09:00", "09:00", "11:00-21:00"],
])("a weekday begins with the hours %s to %s", (open, close, range) => {
  expect(usualRange(open, close)).toBe(range);
});
