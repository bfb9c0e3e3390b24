import { expect, test } from "vitest";
import { errorCode, errorMessage, hasKey, isOneOf, keysOf, recordOf } from "./narrow.ts";

test("tells values of a list from others", () => {
  const sizes: readonly (string | number)[] = ["s", 1];
  expect([isOneOf(sizes, "s"), isOneOf(sizes, "m"), isOneOf(sizes, "1"), isOneOf(sizes, undefined)]).toEqual([true, false, false, false]);
  expect(keysOf({ a: 1, b: 2 })).toEqual(["a", "b"]);
  expect(["a", "toString", null].map((key) => hasKey({ a: 1 }, key))).toEqual([true, false, false]);
  expect(recordOf(["a", "bc"], (key) => key.length)).toEqual({ a: 1, bc: 2 });
});

test("reads code and message of any thrown value", () => {
  expect(errorCode(Object.assign(new Error("gone"), { code: "ENOENT" }))).toBe("ENOENT");
  expect([null, undefined, "ENOENT", {}, { code: 5 }].map(errorCode)).toEqual(["", "", "", "", ""]);
  expect([errorMessage(new Error("gone")), errorMessage("plain")]).toEqual(["gone", "plain"]);
});
