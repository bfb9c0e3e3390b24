import { expect, test } from "vitest";
import { filterParams, filterWords, type OrderFilterView } from "./order-filter.ts";

const NOTHING: OrderFilterView = { q: "", from: null, to: null, fulfillment: null, isSold: false };

test("the words name every part of the filter", () => {
  expect(filterWords(NOTHING)).toBe("");
  expect(filterWords({ q: "ana", from: "2026-11-13", to: "2026-11-20", fulfillment: "pickup", isSold: true })).toBe(
    "“ana”, pickup, without rejected and cancelled ones, placed from Fri, Nov 13, 2026 to Fri, Nov 20, 2026",
  );
  expect(filterWords({ ...NOTHING, from: "2026-11-20", to: "2026-11-20" })).toBe("placed on Fri, Nov 20, 2026");
  expect(filterWords({ ...NOTHING, from: "2026-11-20" })).toBe("placed since Fri, Nov 20, 2026");
  expect(filterWords({ ...NOTHING, to: "2026-11-20" })).toBe("placed until Fri, Nov 20, 2026");
});

test("only what is set stands in the address", () => {
  expect(filterParams(NOTHING)).toEqual({});
  expect(filterParams({ ...NOTHING, q: "ana", to: "2026-11-20", fulfillment: "delivery" })).toEqual({
    q: "ana",
    to: "2026-11-20",
    fulfillment: "delivery",
  });
});
