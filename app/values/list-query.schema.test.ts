import { expect, test } from "vitest";
import { listDay, listFilter, listIdFilter, listQuery } from "./list-query.schema.ts";

const query = listQuery(["name", "placed"], { status: listFilter("shown", "hidden") });
const read = (search: string) => query.parse(Object.fromEntries(new URLSearchParams(search)));

test("an empty query is the first page in the default order", () => {
  expect(read("")).toEqual({ q: "", sort: "name", page: 1, per_page: 50, selected: [], status: "" });
});

test("parses every list parameter from the query", () => {
  expect(read("q=soup&sort=-placed&page=3&per_page=20&selected=4,7&status=hidden")).toEqual({
    q: "soup",
    sort: "-placed",
    page: 3,
    per_page: 20,
    selected: ["4", "7"],
    status: "hidden",
  });
  expect(read("selected=all").selected).toBe("all");
});

test.for(["sort=price", "page=0", "page=1e3", "page=999999999", "per_page=101", "status=gone", "selected=%00,'", "unknown=1"])(
  "ignores the invalid query %s",
  (search) => expect(read(search)).toEqual(read("")),
);

test("control characters of a search never reach the database", () => {
  expect(read("q=a%00b%0Ac").q).toBe("a b c");
});

test.each([
  ["a day", listDay, ["1970-01-01", "2028-02-29", "9998-12-31"], ["0000-01-01", "1969-12-31", "9999-12-31", "+010000-01-01", "2027-02-29"]],
  ["the number of a record", listIdFilter, ["1", "2147483647"], ["0", "2147483648", "9999999999", "1.5"]],
])("%s that the database or the calendar has no place for counts as not said", (_what, schema, known, unknown) => {
  expect(known.map((text) => schema.parse(text))).toEqual(known);
  expect(unknown.map((text) => schema.parse(text))).toEqual(unknown.map(() => ""));
});
