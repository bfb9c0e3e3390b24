import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { couponMessages } from "./coupon-messages.ts";
import { messages } from "./messages.ts";
import { newOrderMessages } from "./new-order-messages.ts";

test("the texts with a placeholder fill it in their format", () => {
  expect(couponMessages.couponApplied(123_450, US_DOLLARS)).toBe("Coupon applied! You saved $1,234.50");
  expect(newOrderMessages.newOrders(3)).toBe("Received 3 new orders!");
  expect(newOrderMessages.newOrders(1)).toBe("Received 1 new orders!");
  expect(messages.storeClosed("11:00 AM")).toBe("The store is now closed. We will be back at 11:00 AM.");
  expect(messages.pageNotFound("/nowhere")).toBe("Page not found: /nowhere");
});

test("the fixed texts stand letter by letter", () => {
  expect(Object.values({ ...messages, ...couponMessages, ...newOrderMessages }).filter((text) => typeof text === "string")).toEqual(
    expect.arrayContaining([
      "No applicable promotions found for this coupon code",
      "Failed to apply coupon code",
      "Coupon removed successfully",
      "Failed to remove coupon code",
      "All coupons removed successfully",
      "Failed to remove coupon codes",
      "Page Not Found",
      "Internal Server Error",
      "Your browser blocked sound notification. Playing sound once might resolve the issue. Try playing notification sound.",
      'We can show you notification when new order arrives. Click the "Accept" button.',
      "Deny",
      "Accept",
      "Play Now",
      "New version of app is available.",
      "Reload now",
    ]),
  );
});
