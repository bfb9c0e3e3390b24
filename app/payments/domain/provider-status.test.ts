import { expect, test } from "vitest";
import { INTENT_STATUSES, paymentStateOf } from "./provider-status.ts";

test("maps every provider status", () => {
  expect(INTENT_STATUSES.map(paymentStateOf)).toEqual(["pending", "pending", "pending", "pending", "authorized", "captured", "voided"]);
});
