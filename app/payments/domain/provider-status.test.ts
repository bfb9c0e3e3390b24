import { expect, test } from "vitest";
import { INTENT_STATUSES, paymentStateOf } from "./provider-status.ts";

test("every status of the provider has a money side", () => {
  expect(INTENT_STATUSES.map(paymentStateOf)).toEqual(["pending", "pending", "pending", "pending", "authorized", "captured", "voided"]);
});
