import { expect, test } from "vitest";
import * as edgeBarTexts from "./frame/edge-bars.ts";
import * as errorTexts from "./frame/errors.ts";
import * as newOrderTexts from "./orders/new-orders.ts";
import * as hoursTexts from "./store/hours.ts";

/* The specification fixes these texts letter by letter. */

test("the fixed texts with a placeholder fill it in", () => {
  expect(newOrderTexts.newOrders(3)).toBe("Received 3 new orders!");
  expect(newOrderTexts.newOrders(1)).toBe("Received 1 new orders!");
  expect(hoursTexts.storeClosed("11:00 AM")).toBe("The store is now closed. We will be back at 11:00 AM.");
  expect(errorTexts.pageNotFound("/nowhere")).toBe("Page not found: /nowhere");
});

test("the fixed texts stand letter by letter", () => {
  expect(Object.values(newOrderTexts).filter((text) => typeof text === "string")).toEqual(
    expect.arrayContaining([
      "Your browser blocked sound notification. Playing sound once might resolve the issue. Try playing notification sound.",
      'We can show you notification when new order arrives. Click the "Accept" button.',
      "Deny",
      "Accept",
      "Play Now",
    ]),
  );
  expect([errorTexts.pageNotFoundTitle, errorTexts.serverErrorTitle]).toEqual(["Page Not Found", "Internal Server Error"]);
  expect([edgeBarTexts.newVersion, edgeBarTexts.reloadNow]).toEqual(["New version of app is available.", "Reload now"]);
});
