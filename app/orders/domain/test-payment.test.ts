import { testOrder, testPayment } from "#texts/orders/test-order.ts";
import { expect, test } from "vitest";
import { hasRealMoney, isTestPayment, testWords } from "./test-payment.ts";

test.each([
  ["simulator", null, true],
  ["simulator", { livemode: false }, true],
  ["stripe", { livemode: false }, true],
  ["stripe", { livemode: true }, false],
  ["stripe", {}, false],
  ["stripe", null, false],
  ["none", null, false],
] as const)("%s with %j", (gateway, paymentIntent, isTest) => {
  expect(isTestPayment({ gateway, paymentIntent })).toBe(isTest);
});

test.each([
  ["stripe", { livemode: true }, 100, true],
  ["stripe", { livemode: true }, 0, false],
  ["stripe", null, 100, true],
  ["stripe", { livemode: false }, 100, false],
  ["simulator", null, 100, false],
  ["none", null, 0, false],
] as const)("%s with %j and %i cents taken: real money %s", (gateway, paymentIntent, capturedCents, isReal) => {
  expect(hasRealMoney({ gateway, paymentIntent, capturedCents })).toBe(isReal);
});

test("states whether the payment of a test order is a test, too", () => {
  expect(testWords({ isTestOrder: true, isTest: false })).toEqual([testOrder]);
  expect(testWords({ isTestOrder: true, isTest: true })).toEqual([testOrder, testPayment]);
  expect(testWords({ isTestOrder: false, isTest: false })).toEqual([]);
});
