import { expect, test } from "vitest";
import { stepBackLabel, stepsAnyway, stepsForward } from "./next-steps.ts";

test("lists the usual next step first", () => {
  const steps = stepsForward({
    events: ["note", "ready", "preparing", "cancel"],
    fulfillment: "pickup",
    status: "accepted",
    paymentState: "captured",
  });
  expect(steps.map((step) => step.label)).toEqual(["Start preparing", "Ready"]);
});

test("a delivery goes out before completion", () => {
  const steps = stepsForward({ events: ["complete", "out"], fulfillment: "delivery", status: "ready", paymentState: "captured" });
  expect(steps.map((step) => step.label)).toEqual(["Hand to courier", "Delivered"]);
});

test("offers making a fully refunded order only as an exception", () => {
  const order = { events: ["ready", "preparing", "complete"], fulfillment: "pickup", paymentState: "refunded" } as const;
  expect(stepsForward({ ...order, status: "accepted" })).toEqual([]);
  expect(stepsForward({ ...order, status: "preparing" })).toEqual([]);
  expect(stepsAnyway({ ...order, status: "accepted" }).map((step) => step.label)).toEqual(["Start preparing", "Ready", "Picked up"]);
  expect(stepsForward({ ...order, status: "ready" })).not.toEqual([]);
  expect(stepsAnyway({ ...order, status: "ready" })).toEqual([]);
});

test("labels a possible step back", () => {
  expect(stepBackLabel({ events: ["undo"], status: "ready", fulfillment: "pickup" })).toBe("Back to preparing");
  expect(stepBackLabel({ events: ["undo"], status: "completed", fulfillment: "pickup" })).toBe("Not picked up yet");
  expect(stepBackLabel({ events: [], status: "completed", fulfillment: "pickup" })).toBeNull();
});
