import { expect, test } from "vitest";
import { headerOf, isKnownVersion } from "./request-headers.schema.ts";

const request = (headers: Record<string, string>) => new Request("http://shop.example", { headers });

test("types are read without their parameters, in any case; two types are none", () => {
  expect(headerOf(request({ "Content-Type": "Application/JSON; charset=utf-8" }), "Content-Type")).toBe("application/json");
  expect(headerOf(request({ "Content-Type": "text/plain, application/json" }), "Content-Type")).toBe("");
  expect(headerOf(request({}), "Content-Type")).toBe("");
  expect(headerOf(request({ Accept: "text/html,application/xml;q=0.9" }), "Accept")).toEqual(["text/html", "application/xml"]);
  expect(headerOf(request({ Accept: "a".repeat(5000) }), "Accept")).toEqual([]);
  expect(headerOf(request({ "User-Agent": `Shop\t${"x".repeat(500)}` }), "User-Agent")).toMatch(/^Shop x{195}$/);
});

test.for([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ['"a', false],
  ["", false],
  [`"${"b".repeat(5000)}", "a"`, false],
] as const)("If-None-Match %s", ([header, isKnown]) => {
  expect(isKnownVersion(header, '"a"')).toBe(isKnown);
  expect(isKnownVersion(header, 'W/"a"')).toBe(isKnown);
});

test("without the header nothing is known", () => expect(isKnownVersion(null, '"a"')).toBe(false));
