import { expect, test } from "vitest";
import { refundReason } from "./event-words.ts";

test.each([
  ["edit", "The order was changed"],
  ["time_out", "Nobody answered the order in time"],
  [
    "edit: the rest had been paid back at the payment provider",
    "The order was changed: the rest had been paid back at the payment provider",
  ],
  ["ended: $6.78 had been charged meanwhile", "The order has ended: $6.78 had been charged meanwhile"],
  ["cold: as ice", "cold: as ice"],
  ["constructor", "constructor"],
  ["", ""],
])("a refund stored with %j says why", (stored, words) => {
  expect(refundReason(stored)).toBe(words);
});
