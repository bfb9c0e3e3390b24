import { expect, test } from "vitest";
import {
  formatOrderNumber,
  isEnded,
  ORDER_STATUSES,
  placement,
  REASON_CODES,
  reasonForCustomer,
  reasonLabel,
  statusesOf,
  statusLabel,
} from "./order.ts";

test("every status is on one staff list, unpaid ones on none", () => {
  expect(statusesOf("new")).toEqual(["received"]);
  expect(statusesOf("accepted")).toEqual(["accepted", "preparing", "ready", "out_for_delivery", "completed"]);
  expect(statusesOf("rejected")).toEqual(["rejected", "cancelled"]);
  const listed = (["new", "accepted", "rejected"] as const).flatMap(statusesOf);
  expect(ORDER_STATUSES.filter((status) => !listed.includes(status))).toEqual(["awaiting_payment", "abandoned"]);
  expect(ORDER_STATUSES.filter(isEnded)).toEqual(["abandoned", "completed", "rejected", "cancelled"]);
  expect(new Set(ORDER_STATUSES.map(statusLabel)).size).toBe(ORDER_STATUSES.length);
});

test("receives an order without a card payment immediately", () => {
  expect(placement(0, false)).toEqual({ status: "received", paymentState: "none" });
  expect(placement(3938, true)).toEqual({ status: "received", paymentState: "none" });
  expect(placement(3938, false)).toEqual({ status: "awaiting_payment", paymentState: "pending" });
});

test("each reason has texts for staff and customers", () => {
  for (const code of REASON_CODES) {
    expect(reasonLabel(code)).not.toBe("");
    expect(reasonForCustomer({ code, text: "" })).toMatch(/^[a-z][^.]*$/);
    expect(reasonForCustomer({ code, text: "" })).not.toMatch(/fraud/);
  }
  expect(reasonForCustomer({ code: "item_unavailable", text: "No more brioche." })).toBe(
    "something you chose is sold out (No more brioche)",
  );
  expect(reasonForCustomer({ code: "other", text: "the oven is broken" })).toBe("the oven is broken");
});

test("order numbers of a day are unique", () => {
  const samples = [1, 42, 999, 1000, 24 * 999, 24 * 999 + 1, 25 * 999 + 1].map(formatOrderNumber);
  expect(samples).toEqual(["A-001", "A-042", "A-999", "B-001", "Z-999", "AA-001", "AB-001"]);
  const numbers = new Set(Array.from({ length: 30_000 }, (_, index) => formatOrderNumber(index + 1)));
  expect(numbers.size).toBe(30_000);
  expect(
    [...numbers].some((number) => /[IO]/.test(number)),
    "letters that look like digits",
  ).toBe(false);
  expect(() => formatOrderNumber(0)).toThrow(RangeError);
  expect(() => formatOrderNumber(1.5)).toThrow(RangeError);
});
