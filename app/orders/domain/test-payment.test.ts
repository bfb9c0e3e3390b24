import { expect, test } from "vitest";
import { isTestPayment } from "./test-payment.ts";

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
