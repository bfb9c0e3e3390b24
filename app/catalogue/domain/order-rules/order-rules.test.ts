import { expect, test } from "vitest";
import { leadTimeOf, NO_ORDER_RULES, orderRuleNotes, unitLimit } from "./order-rules.ts";

test("writes the rules as notes for customers", () => {
  expect(orderRuleNotes(NO_ORDER_RULES)).toEqual([]);
  expect(orderRuleNotes({ leadHours: 1, maxPerOrder: null, isPickupOnly: false })).toEqual(["Order at least 1 hour ahead"]);
  expect(orderRuleNotes({ leadHours: 48, maxPerOrder: 2, isPickupOnly: true })).toEqual([
    "Order at least 48 hours ahead",
    "Pickup only",
    "At most 2 per order",
  ]);
});

test("takes the longest lead time of an order", () => {
  const now = new Date("2026-11-20T12:00:30.000Z");
  const [cake, bread, tea] = [48, 12, 0].map((leadHours) => ({ name: `${leadHours}`, leadHours }));
  expect(leadTimeOf([bread!, cake!, tea!], now)).toEqual({
    until: new Date("2026-11-22T12:00:30.000Z"),
    text: "48 must be ordered at least 48 hours ahead.",
  });
  expect(leadTimeOf([tea!], now)).toBeUndefined();
  expect(leadTimeOf([], now)).toBeUndefined();
});

test("limits units by the smaller of stock and largest quantity", () => {
  const limit = (stock: number | null, maxPerOrder: number | null) => unitLimit({ name: "Pie", stock, maxPerOrder });
  expect(limit(null, null)).toBeNull();
  expect(limit(1, null)).toEqual({ code: "stock", most: 1, text: "Only 1 Pie is left." });
  expect(limit(3, 4)).toMatchObject({ code: "stock", most: 3 });
  expect(limit(3, 3)).toEqual({ code: "max_per_order", most: 3, text: "An order can have at most 3 of Pie." });
  expect(limit(null, 2)).toMatchObject({ most: 2 });
});
