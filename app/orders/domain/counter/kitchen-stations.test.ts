import { expect, test } from "vitest";
import { isForNow, isForStation, linesByStation, stationsOfOrder } from "./kitchen-stations.ts";

const STATIONS = ["Grill", "Bar"];
const OF = { 1: "Grill", 2: "Bar", 3: "Oven of old" };
const line = (productId: number, isRefunded = false) => ({ productId, isRefunded });

test("groups lines by station; unassigned ones go to the kitchen last", () => {
  const groups = linesByStation([line(9), line(2), line(1), line(2)], OF, STATIONS);
  expect(groups.map(({ station, lines }) => [station, lines.length])).toEqual([
    ["Grill", 1],
    ["Bar", 2],
    ["Kitchen", 1],
  ]);
});

test("a station with only refunded lines has nothing to make", () => {
  expect(stationsOfOrder([line(1), line(2, true), line(9)], OF)).toEqual(["Grill", "Kitchen"]);
});

test("a station shows unfinished lines of open orders only", () => {
  const order = { id: "a", status: "accepted" as const, cookFrom: null, lines: [line(1), line(2)] };
  expect(isForStation(order, "Grill", OF, [])).toBe(true);
  expect(isForStation(order, "Grill", OF, ["Grill"])).toBe(false);
  expect(isForStation(order, "Bar", OF, ["Grill"])).toBe(true);
  expect(isForStation(order, "Kitchen", OF, [])).toBe(false);
  expect(isForStation({ ...order, status: "ready" }, "Grill", OF, [])).toBe(false);
});

test("a scheduled order appears at its time minus preparation", () => {
  const cookFrom = new Date("2026-11-20T23:00:00Z");
  expect(isForNow({ status: "accepted", cookFrom }, new Date("2026-11-20T22:59:59Z"))).toBe(false);
  expect(isForNow({ status: "accepted", cookFrom }, cookFrom)).toBe(true);
  expect(isForNow({ status: "preparing", cookFrom }, new Date("2026-11-20T20:00:00Z"))).toBe(true);
});
