import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { totalText } from "./total-text.ts";

test("states the number of rows without a plural that one row contradicts", () => {
  expect(totalText("orders", 1, false, US_DOLLARS)).toBe("Orders: 1");
  expect(totalText("rejected or cancelled orders", 0, false, US_DOLLARS)).toBe("Rejected or cancelled orders: 0");
  expect(totalText("orders", 10_000, true, US_DOLLARS)).toBe("Orders: more than 10,000");
  expect(totalText("orders", 1204, false, { locale: "de-DE" })).toBe("Orders: 1.204");
});
