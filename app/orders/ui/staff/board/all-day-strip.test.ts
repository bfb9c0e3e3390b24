import { expect, test } from "vitest";
import { allDayCounts } from "./all-day-strip.tsx";
import type { StaffOrderLine } from "#app/orders/ui/staff/staff-order.ts";

const line = (kitchenName: string, quantity: number): StaffOrderLine => ({
  id: kitchenName,
  productId: 1,
  name: kitchenName,
  kitchenName,
  quantity,
  options: [],
  note: "",
  isFreeItem: false,
  refundedQuantity: 0,
  isRefunded: false,
});

test("adds up the same dish over orders, most first", () => {
  expect(
    allDayCounts([
      line("Fries", 1),
      line("Margherita", 2),
      line("Fries", 3),
      line("Ale", 2),
      { ...line("Fries", 5), refundedQuantity: 5, isRefunded: true },
      { ...line("Ale", 3), refundedQuantity: 2 },
    ]),
  ).toEqual([
    { name: "Fries", quantity: 4 },
    { name: "Ale", quantity: 3 },
    { name: "Margherita", quantity: 2 },
  ]);
});
