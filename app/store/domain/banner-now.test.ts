import { expect, test } from "vitest";
import { bannerAt, nextLook, type BannerList } from "./banner-now.ts";

const OPENS = 1_000_000;
const CLOSES = OPENS + 3600;
const END = CLOSES + 7200;
const LIST: BannerList = {
  changes: [
    [OPENS - 7200, "Closed until ten.", "See you."],
    [OPENS, "", ""],
    [CLOSES, "Closed until tomorrow.", ""],
  ],
  until: END,
};
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  ["before it begins", OPENS - 7201, null],
  ["while closed", OPENS - 1, "Closed until ten."],
  ["from the very second of opening", OPENS, ""],
  ["until the second of closing", CLOSES - 1, ""],
  ["closed again", CLOSES, "Closed until tomorrow."],
  ["to its last second", END - 1, "Closed until tomorrow."],
  ["at its end", END, null],
])("%s the list says what holds", (_, seconds, sentence) => {
  expect(bannerAt(LIST, at(seconds))?.[1] ?? null).toBe(sentence);
});

test.each([
  ["closed", OPENS - 3600, 10],
  ["open for long", OPENS, 300],
  ["a little more than five minutes before closing", CLOSES - 301, 300],
  ["five minutes before closing", CLOSES - 300, 10],
  ["beyond its end", END, 300],
])("%s: looked at again after %s s", (_, seconds, delay) => {
  expect(nextLook(LIST, at(seconds))).toBe(delay * 1000);
});

test("checks a store that never closes every five minutes", () => {
  expect(nextLook({ changes: [[OPENS, "", ""]], until: END }, at(OPENS + 10))).toBe(300_000);
});
