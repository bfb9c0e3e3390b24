import { expect, test } from "vitest";
import { spamSign } from "./review-spam.ts";

const alone = { isRepeated: false, secondsSinceLast: null };

test.each([
  ["Lovely soup. Came hot.", alone, null],
  ["", alone, null],
  ["Best at 6.30 p.m., on St.Mary street", alone, null],
  ["See https://a.example", alone, "links"],
  ["cheap pills at pills-now.com", alone, "links"],
  ["write me: a@b.ru", alone, "links"],
  ["The best ramen of the whole town", { ...alone, isRepeated: true }, "repeated"],
  ["buy buy buy buy buy now buy it", alone, "repeated"],
  ["very very good soup, and a very friendly courier", alone, null],
  ["Fine", { ...alone, secondsSinceLast: 1 }, "hasty"],
  ["Fine", { ...alone, secondsSinceLast: 4 }, null],
  ["THE WORST PIZZA I EVER HAD", alone, "shouting"],
  ["BBQ OK", alone, null],
] as const)("%j with %o: %s", (body, facts, expected) => {
  expect(spamSign(body, facts)).toBe(expected);
});
