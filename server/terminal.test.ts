import { expect, test } from "vitest";
import { explain } from "./terminal.ts";

test("explains a failed query by its cause, without the whole statement", () => {
  const error = new Error(`Failed query: insert into orders values ${"($1), ".repeat(1000)}`, {
    cause: new Error("the session has timed out"),
  });
  const lines = explain(error);
  expect(lines[0]).toBe("the session has timed out");
  expect(lines[1]?.length).toBe(500);
});

test("explains what to do when no address of the database responds", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED ::1:5432"), { code: "ECONNREFUSED" });
  const error = new Error("Failed query: select 1", { cause: new AggregateError([refused, new Error("and 127.0.0.1")], "") });
  expect(explain(error)).toEqual([
    "The database cannot be reached (ECONNREFUSED). Is it running, and is DATABASE_URL right?",
    "connect ECONNREFUSED ::1:5432",
    "Failed query: select 1",
  ]);
});
