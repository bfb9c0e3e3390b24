import { expect, test } from "vitest";
import { explain } from "./terminal.ts";

test("explains a failed query by its cause, without the whole statement", () => {
  const error = new Error(`Failed query: insert into orders values ${"($1), ".repeat(1000)}`, {
    cause: new Error("the session has timed out"),
  });
  const lines = explain(error);
  expect(lines[0]?.length).toBe(500);
  expect(lines[1]).toBe("the session has timed out");
});
