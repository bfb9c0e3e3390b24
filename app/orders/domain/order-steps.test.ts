import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { expect, test } from "vitest";
import { orderSteps } from "./order-steps.ts";

type Order = Parameters<typeof orderSteps>[0];

const at = (time: string) => new Date(`2026-03-04T${time}:00Z`);

function steps(changes: Partial<Order>): string[] {
  const order: Order = {
    status: "received",
    fulfillment: "pickup",
    placedAt: at("12:00"),
    acceptedAt: null,
    preparingAt: null,
    readyAt: null,
    outAt: null,
    completedAt: null,
    endedAt: null,
    ...changes,
  };
  return orderSteps(order, { timeZone: "UTC", region: US_REGION }).map(({ label, time, state }) =>
    [label, time, state].filter((part) => part !== null).join(" "),
  );
}

test("shows done, current and future steps", () => {
  expect(steps({})).toEqual(["Received 12:00 PM current", "Accepted next", "Preparing next", "Ready for you next", "Picked up next"]);
  const times = { acceptedAt: at("12:02"), preparingAt: at("12:10"), readyAt: at("12:20") };
  expect(steps({ status: "ready", ...times })).toEqual([
    "Received 12:00 PM done",
    "Accepted 12:02 PM done",
    "Preparing 12:10 PM done",
    "Ready for you 12:20 PM current",
    "Picked up next",
  ]);
});

test("omits skipped steps", () => {
  const times = { acceptedAt: at("12:02"), readyAt: at("12:20") };
  expect(steps({ status: "ready", ...times })).toEqual([
    "Received 12:00 PM done",
    "Accepted 12:02 PM done",
    "Ready for you 12:20 PM current",
    "Picked up next",
  ]);
  expect(steps({ status: "completed", fulfillment: "delivery", ...times, completedAt: at("13:00") })).toEqual([
    "Received 12:00 PM done",
    "Accepted 12:02 PM done",
    "Packed 12:20 PM done",
    "Delivered 1:00 PM done",
  ]);
});

test("shows how far an ended order came", () => {
  expect(steps({ status: "rejected", endedAt: at("12:05") })).toEqual(["Received 12:00 PM done", "Not possible this time 12:05 PM end"]);
  expect(steps({ status: "cancelled", acceptedAt: at("12:02"), endedAt: at("12:30") })).toEqual([
    "Received 12:00 PM done",
    "Accepted 12:02 PM done",
    "Cancelled 12:30 PM end",
  ]);
});
