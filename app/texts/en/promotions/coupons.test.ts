import { expect, test } from "vitest";
import * as texts from "./coupons.ts";

test("keeps the fixed wording of the specification", () => {
  expect(texts.applied("$1,234.50")).toBe("Coupon applied! You saved $1,234.50");
  expect([texts.withoutEffect, texts.failed, texts.removed, texts.removeFailed, texts.allRemoved, texts.allRemoveFailed]).toEqual([
    "No applicable promotions found for this coupon code",
    "Failed to apply coupon code",
    "Coupon removed successfully",
    "Failed to remove coupon code",
    "All coupons removed successfully",
    "Failed to remove coupon codes",
  ]);
});
