import { expect, test } from "vitest";
import { usualOrders, type EarlierOrder } from "./usual-orders.ts";

const order = (...products: readonly number[]): EarlierOrder => ({
  fulfillment: "pickup",
  lines: products.map((productId) => ({ productId, name: `Dish ${productId}`, details: "", quantity: 1, choices: [], note: "" })),
});

test.each([
  ["nothing without orders", [], []],
  ["the last order, when none was placed twice", [order(1), order(2)], [["last", [1], 1]]],
  ["the order placed most often", [order(1), order(1)], [["usual", [1], 2]]],
  [
    "both, when they differ",
    [order(3), order(1, 2), order(2, 1)],
    [
      ["usual", [1, 2], 2],
      ["last", [3], 1],
    ],
  ],
  ["the newer of two that were placed equally often", [order(2), order(1), order(1), order(2)], [["usual", [2], 2]]],
  ["no order of gifts alone", [order(), order(4)], [["last", [4], 1]]],
] as const)("offers %s", (_, orders, offered) => {
  const found = usualOrders(orders).map(({ kind, lines, times }) => [kind, lines.map(({ productId }) => productId), times]);
  expect(found).toEqual(offered);
});

test("distinguishes deliveries from pickups", () => {
  expect(usualOrders([order(1), { ...order(1), fulfillment: "delivery" }])).toMatchObject([{ kind: "last", fulfillment: "pickup" }]);
});
