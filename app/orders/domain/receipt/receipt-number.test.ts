import { expect, test } from "vitest";
import { DEMO_DAY_KEY, DEMO_KEY } from "#app/orders/domain/demo-day.ts";
import { needsReceiptNumber, receiptTitle } from "./receipt-number.ts";

const AT = new Date("2026-11-20T22:15:00Z");
const ACCEPTED = {
  receiptNumber: null,
  checkoutKey: "9f86d081884c7d65",
  isTest: false,
  capturedCents: 0,
  placedAt: AT,
  acceptedAt: AT,
  endedAt: null,
};

test.each([
  ["an accepted order", {}, true],
  ["an order that has its number", { receiptNumber: 7 }, false],
  ["an order that waits for an answer", { acceptedAt: null }, false],
  ["an order that waits for an answer and is charged", { acceptedAt: null, capturedCents: 100 }, false],
  ["an order rejected after it was charged", { acceptedAt: null, capturedCents: 100, endedAt: AT }, true],
  ["an order rejected without a charge", { acceptedAt: null, endedAt: AT }, false],
  ["an order accepted and cancelled", { endedAt: AT }, true],
  ["a payment that came too late for its order", { acceptedAt: null, capturedCents: 100, endedAt: AT, placedAt: null }, false],
  ["a test order", { isTest: true }, false],
  ["an order of the demo", { checkoutKey: `${DEMO_KEY}1` }, false],
  ["an example order", { checkoutKey: `${DEMO_DAY_KEY}1` }, false],
])("%s", (_, changes, expected) => {
  expect(needsReceiptNumber({ ...ACCEPTED, ...changes })).toBe(expected);
});

test("names a receipt by its number, else by its order", () => {
  expect([receiptTitle(1042, "A-042"), receiptTitle(null, "A-042")]).toEqual(["Receipt 1042", "Receipt for order A-042"]);
});
