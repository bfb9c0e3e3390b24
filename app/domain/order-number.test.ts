import { expect, test } from "vitest";
import { formatOrderNumber } from "./order-number.ts";

test("numbers of a day are a letter and three digits", () => {
  expect(formatOrderNumber(1)).toBe("A-001");
  expect(formatOrderNumber(42)).toBe("A-042");
  expect(formatOrderNumber(999)).toBe("A-999");
});

test("a new letter begins after 999, and two letters after Z", () => {
  expect(formatOrderNumber(1000)).toBe("B-001");
  expect(formatOrderNumber(26 * 999)).toBe("Z-999");
  expect(formatOrderNumber(26 * 999 + 1)).toBe("AA-001");
  expect(formatOrderNumber(27 * 999 + 1)).toBe("AB-001");
});

test("no two orders of a day share a number", () => {
  const numbers = new Set(Array.from({ length: 30_000 }, (_, index) => formatOrderNumber(index + 1)));
  expect(numbers.size).toBe(30_000);
});

test("zero and fractions are bugs", () => {
  expect(() => formatOrderNumber(0)).toThrow(RangeError);
  expect(() => formatOrderNumber(1.5)).toThrow(RangeError);
});
