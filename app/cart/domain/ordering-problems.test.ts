import { TORONTO } from "#test/clocks.ts";
import { expect, test } from "vitest";
import { orderingProblems } from "./ordering-problems.ts";
import type { SlotInput } from "#app/store/domain/hours/slots.ts";

/** Wednesday 2026-03-04 in Toronto, at a wall-clock hour. */
const at = (hour: number) => new Date(Date.UTC(2026, 2, 4, hour + 5));

function input(now: Date, changes: Partial<SlotInput["hours"]> = {}, fulfillment: SlotInput["fulfillment"] = "pickup"): SlotInput {
  return {
    hours: {
      ...TORONTO,
      openTime: "11:00",
      closingTime: "21:00",
      weekly: null,
      special: [],
      deliveryEnabled: true,
      deliveryClosingTime: "20:00",
      deliveryPausedUntil: null,
      pausedUntil: null,
      pauseMessage: "",
      ...changes,
    },
    settings: {
      prepMinutes: { pickup: 20, delivery: 45 },
      busyExtraMinutes: 0,
      busyUntil: null,
      lastOrderMinutes: 0,
      allowScheduling: true,
      scheduleDaysAhead: 6,
      slotIntervalMinutes: 15,
      slotMaxOrders: 0,
      slotMaxItems: 0,
    },
    now,
    fulfillment,
    loads: new Map(),
    items: 1,
  };
}

const codes = (slotInput: SlotInput, requestedFor: Date | null = null) =>
  orderingProblems(slotInput, requestedFor).map((problem) => problem.code);

test("reports no problem while the shop is open", () => {
  expect(codes(input(at(12)))).toEqual([]);
});

test("blocks orders when closed, paused or after delivery hours", () => {
  expect(codes(input(at(10)))).toEqual(["closed"]);
  expect(codes(input(at(12), { pausedUntil: at(13) }))).toEqual(["paused"]);
  expect(codes(input(at(20), {}, "delivery"))).toEqual(["delivery_closed"]);
  expect(codes(input(at(20)))).toEqual([]);
  expect(orderingProblems(input(at(10)), null)).toMatchObject([
    { cartItemId: null, blocks: true, message: expect.stringContaining("11:00 AM") },
  ]);
});

test("accepts a scheduled order while closed, only for offered times", () => {
  expect(codes(input(at(10)), at(12))).toEqual([]);
  expect(codes(input(at(10)), at(22))).toEqual(["time_unavailable"]);
});

test("leaves disabled delivery to pricing", () => {
  expect(codes(input(at(12), { deliveryEnabled: false }, "delivery"))).toEqual([]);
});
