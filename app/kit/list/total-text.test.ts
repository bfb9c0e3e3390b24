import { expect, test } from "vitest";
import { totalText } from "./total-text.ts";

test("states the number of rows without a plural that one row contradicts", () => {
  expect(totalText("orders", 1, false)).toBe("Orders: 1");
  expect(totalText("rejected or cancelled orders", 0, false)).toBe("Rejected or cancelled orders: 0");
  expect(totalText("orders", 10_000, true)).toBe("Orders: more than 10,000");
});
