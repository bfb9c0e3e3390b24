import { expect, test } from "vitest";
import { changeCourier, type CourierChange } from "./delivery.ts";

const ORDER = { status: "ready", fulfillment: "delivery", courierId: null } as const;
const BEN = { id: 7, handlesOrders: false };
const STAFF = { id: 1, handlesOrders: true };

function outcome(order: Partial<CourierChange["order"]>, courierId: number | null, actor: CourierChange["actor"] = BEN): string {
  const changed = changeCourier({ order: { ...ORDER, ...order }, courierId, actor });
  return changed.ok ? changed.value : changed.error.kind;
}

test.each([
  ["takes a delivery that nobody has", {}, 7, "changed"],
  ["takes it again", { courierId: 7 }, 7, "same"],
  ["gives it back", { courierId: 7 }, null, "changed"],
  ["does not take another courier's", { courierId: 8 }, 7, "conflict"],
  ["does not take it away from another courier", { courierId: 8 }, null, "conflict"],
  ["does not give one to another courier", { courierId: 7 }, 8, "forbidden"],
  ["does not take a pickup", { fulfillment: "pickup" }, 7, "refused"],
  ["does not take one that is delivered", { status: "completed" }, 7, "conflict"],
  ["does not take one before it is accepted", { status: "received" }, 7, "conflict"],
] as const)("a courier %s", (_, order, courierId, expected) => {
  expect(outcome(order, courierId)).toBe(expected);
});

test.each([
  ["gives a delivery to a courier", {}, 8, "changed"],
  ["moves it to another one", { courierId: 7 }, 8, "changed"],
  ["takes it away", { courierId: 7 }, null, "changed"],
  ["does not move one that is delivered", { status: "completed", courierId: 7 }, 8, "conflict"],
] as const)("order staff %s", (_, order, courierId, expected) => {
  expect(outcome(order, courierId, STAFF)).toBe(expected);
});
