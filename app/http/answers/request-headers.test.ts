import { expect, test } from "vitest";
import { headerOf, isKnownVersion } from "./request-headers.schema.ts";

const request = (headers: Record<string, string>) => new Request("http://shop.example", { headers });

test("reads content types without parameters; two types are unusable", () => {
  expect(headerOf(request({ "Content-Type": "Application/JSON; charset=utf-8" }), "Content-Type")).toBe("application/json");
  expect(headerOf(request({ "Content-Type": "text/plain, application/json" }), "Content-Type")).toBe("unusable");
  expect(headerOf(request({ "Content-Type": "a".repeat(5000) }), "Content-Type")).toBe("unusable");
  expect(headerOf(request({}), "Content-Type")).toBe("");
  expect(headerOf(request({ Accept: "text/html,application/xml;q=0.9" }), "Accept")).toEqual(["text/html", "application/xml"]);
  expect(headerOf(request({ Accept: "a".repeat(5000) }), "Accept")).toEqual([]);
  expect(headerOf(request({ "User-Agent": `Shop\t${"x".repeat(500)}` }), "User-Agent")).toMatch(/^Shop x{195}$/);
});

test("distinguishes missing from invalid origins", () => {
  expect(headerOf(request({}), "Origin")).toBeUndefined();
  expect(headerOf(request({ Origin: "https://shop.example" }), "Origin")).toEqual(new URL("https://shop.example"));
  for (const Origin of ["null", "", "unusable", "file:///etc", "shop.example", `https://${"a".repeat(5000)}.example`])
    expect(headerOf(request({ Origin }), "Origin"), Origin).toBe("unusable");
  expect(headerOf(request({}), "Sec-Fetch-Site")).toBeUndefined();
  expect(headerOf(request({ "Sec-Fetch-Site": "same-origin" }), "Sec-Fetch-Site")).toBe("same-origin");
  for (const site of ["", "Same-Origin", "same-origin, same-origin", "own"])
    expect(headerOf(request({ "Sec-Fetch-Site": site }), "Sec-Fetch-Site"), site).toBe("cross-site");
});

test("reads an integer content length", () => {
  expect(headerOf(request({ "Content-Length": "1025" }), "Content-Length")).toBe(1025);
  for (const length of ["-1", "1.5", "many"]) expect(headerOf(request({ "Content-Length": length }), "Content-Length")).toBe(0);
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

test("returns defaults without headers", () => expect(isKnownVersion(null, '"a"')).toBe(false));
