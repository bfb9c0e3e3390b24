import { expect, test } from "vitest";
import { hoursShown } from "./hours-chart.tsx";

test("a quiet day still shows lunch to dinner", () => {
  const hours = hoursShown([], []);
  expect([hours[0], hours.at(-1)]).toEqual([11, 22]);
});

test("a night's orders after midnight stand at the end of their business day", () => {
  const hours = hoursShown([{ hour: 1, orders: 2 }], [{ hour: 9, orders: 1 }]);
  expect([hours[0], hours.at(-1)]).toEqual([9, 1]);
  expect(hours).toContain(23);
});
