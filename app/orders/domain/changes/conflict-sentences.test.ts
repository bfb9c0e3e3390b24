import { expect, test } from "vitest";
import { ORDER_STATUSES } from "#app/orders/domain/order.ts";
import { conflictForGuest, conflictForStaff } from "./conflict-sentences.ts";

const NOW = new Date("2026-06-15T12:00:00Z");
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

test("tells staff who was first and when", () => {
  expect([
    conflictForStaff({ event: "accept", actor: "staff", name: "Ana", at: before(5) }, NOW),
    conflictForStaff({ event: "cancel", actor: "guest", name: "", at: before(130) }, NOW),
    conflictForStaff({ event: "refund", actor: "staff", name: "Ana", at: null }, NOW),
    conflictForStaff({ event: "edit", actor: "staff", name: "Ana", at: before(7200) }, NOW),
    conflictForStaff({ event: "time_out", actor: "system", name: "", at: before(60) }, NOW),
    conflictForStaff({ event: "payment_changed", actor: "system", name: "", at: before(7200) }, NOW),
    conflictForStaff(undefined, NOW),
  ]).toEqual([
    "Ana accepted this 5 s ago. This is the order's current state.",
    "The customer cancelled this 2 min ago. This is the order's current state.",
    "Ana refunded this just now. This is the order's current state.",
    "Ana changed this order a while ago. This is the order's current state.",
    "The shop rejected this 1 min ago. This is the order's current state.",
    "This order has changed. This is its current state.",
    "This order has changed. This is its current state.",
  ]);
});

test("tells guests the order's state without staff names", () => {
  expect(conflictForGuest("arrived", "received", false)).toBe(
    "The shop has not confirmed your order yet. Tell us that you are here when it has.",
  );
  expect(conflictForGuest("cancel", "preparing", false)).toMatch(/can no longer be cancelled here/);
  for (const status of ORDER_STATUSES) {
    for (const event of ["arrived", "cancel"] as const) {
      for (const isBusy of [true, false]) expect(conflictForGuest(event, status, isBusy)).not.toMatch(/ ago|just now|changed this/);
    }
  }
});
