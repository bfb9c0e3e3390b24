import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { expect, test } from "vitest";
import { activeFilters, addressWithout, daysOf } from "./active-filters.ts";
import type { ListFilter } from "./list-columns.ts";

const FILTERS: readonly ListFilter[] = [
  { name: "status", label: "Status", anyValue: "all", options: [{ value: "sold", label: "Sold" }] },
  { label: "Placed", from: "from", to: "to" },
];
const active = (address: string) => {
  const search = new URLSearchParams(address);
  return activeFilters({ q: search.get("q") ?? "" }, search, FILTERS, US_REGION);
};
const words = (address: string) => active(address).map((filter) => filter.words);

test("describes every filter", () => {
  expect(words("status=all&from=&to=yesterday")).toEqual([]);
  expect(words("q=ana&status=sold&from=2026-11-13&to=2026-11-20")).toEqual([
    "“ana”",
    "Status: sold",
    "placed from Fri, Nov 13, 2026 to Fri, Nov 20, 2026",
  ]);
  expect(words("from=2026-11-20&to=2026-11-20")).toEqual(["placed on Fri, Nov 20, 2026"]);
  expect(words("from=2026-11-20")).toEqual(["placed since Fri, Nov 20, 2026"]);
  expect(words("to=2026-11-20")).toEqual(["placed until Fri, Nov 20, 2026"]);
});

test("removes a filter and keeps the rest of the URL", () => {
  const address = "status=sold&q=ana&from=2026-11-20&view=wide&page=3";
  expect(addressWithout(new URLSearchParams(address), active(address))).toBe("?status=all&view=wide");
});

test("accepts two days in any order", () => {
  expect(daysOf("2026-11-20", "2026-11-13")).toEqual(["2026-11-13", "2026-11-20"]);
  expect(daysOf("2026-02-30", null)).toEqual(["", ""]);
});
