import { expect, test } from "vitest";
import { formatPostalCode, isInDeliveryArea, postalCodeDoubt, postalCodeProblem } from "./postal-code.ts";
import { postalPrefixes, unclearPrefixes } from "./postal-prefixes.ts";
import { townLine } from "./store-address.ts";

test("checks postal codes by the country's pattern, ignoring spaces and case", () => {
  const table: [string, string, boolean][] = [
    ["M5V 1A1", "Canada", true],
    ["m5v1a1", "CA", true],
    ["M5V-1A1", "ca", true],
    ["M5V 1A", "CA", false],
    ["D5V 1A1", "CA", false],
    ["10001", "US", true],
    ["10001-1234", "United States", true],
    ["10001-12", "USA", false],
    ["1000", "U.S.A.", false],
    ["SW1A 1AA", "GB", true],
    ["m1 1ae", "United Kingdom", true],
    ["SW1A", "UK", false],
    ["10115", "Germany", true],
    ["1", "Germany", false],
    ["", "", false],
    ["Main Street 12 at the corner", "", false],
  ];
  const isFine = (code: string, country: string) => postalCodeProblem(code, country) === null && postalCodeDoubt(code, country) === null;
  for (const [code, country, isRight] of table) expect(isFine(code, country), `${code} in ${country}`).toBe(isRight);
});

test("asks about an unusual code, and refuses an invalid one", () => {
  expect(postalCodeProblem("12345", "CA")).toBeNull();
  expect(postalCodeDoubt("m5v 1a", "Canada")).toBe(
    "M5V 1A looks unusual: a postal code looks like M5V 1A1. Correct it, or keep it if it is right.",
  );
  expect(postalCodeDoubt("123", "US")).toContain("a ZIP code looks like 10001");
  expect(postalCodeProblem("", "US")).toBe("Enter a ZIP code such as 10001.");
  expect(postalCodeProblem("Main Street 12", "France")).toBe("Enter the postal code of your address.");
});

test("an area is a list of prefixes; an empty list is everywhere", () => {
  expect(isInDeliveryArea(" m5v 1a1", ["M5V"])).toBe(true);
  expect(isInDeliveryArea("M5W 1A1", ["M5V", "M6"])).toBe(false);
  expect(isInDeliveryArea("M5W 1A1", [])).toBe(true);
  expect(isInDeliveryArea("", ["M5V"])).toBe(false);
});

test("formats codes as in their country", () => {
  expect(formatPostalCode("m5v2t6", "Canada")).toBe("M5V 2T6");
  expect(formatPostalCode("sw1a1aa", "GB")).toBe("SW1A 1AA");
  expect(formatPostalCode("100011234", "US")).toBe("10001-1234");
  expect(formatPostalCode(" 1010 ab ", "Netherlands")).toBe("1010 AB");
  expect(formatPostalCode("nonsense", "CA")).toBe("NONSENSE");
});

test("a prefix with a hyphen matches its codes", () => {
  expect(isInDeliveryArea("10001-1234", postalPrefixes("10001-1"))).toBe(true);
  expect(isInDeliveryArea("10001-2234", postalPrefixes("10001-1"))).toBe(false);
});

test.each([
  ["69001, 69002 69003", ["69001", "69002", "69003"]],
  ["69 38;42", ["69", "38", "42"]],
  ["M5V 1A1 M5T, K1A", ["M5V1A1", "M5T", "K1A"]],
  ["SW1A 1AA SW1B", ["SW1A1AA", "SW1B"]],
  ["1011 AB 1012 AC", ["1011AB", "1012AC"]],
  ["114 55 116 20", ["11455", "11620"]],
  ["00-950 00-951", ["00950", "00951"]],
])("reads %j as the codes %j", (text, codes) => {
  expect(unclearPrefixes(text)).toBeUndefined();
  expect(postalPrefixes(text)).toEqual(codes);
});

test.each(["750 69001", "10115 1", "D02 X285", "E14 EC1A", "SW 1A", "69001 Lyon"])("does not guess the codes of %j", (text) => {
  expect(unclearPrefixes(`M6, ${text}`)).toBe(text);
});

test.each([
  ["69001", "Lyon", "", "France", "69001 Lyon"],
  ["69001", "Lyon", "Rhône", "France", "69001 Lyon, Rhône"],
  ["69001", "Lyon", "", "", "69001 Lyon"],
  ["M5V 1A1", "Toronto", "Ontario", "Canada", "Toronto, Ontario M5V 1A1"],
  ["SW1A 1AA", "London", "", "UK", "London, SW1A 1AA"],
  ["M5V 1A1", "", "Ontario", "Canada", "Ontario M5V 1A1"],
  ["69001", "", "Rhône", "France", "Rhône 69001"],
  ["", "", "", "France", ""],
])("the town %s %s %s %s is written %s", (postalCode, city, region, country, line) => {
  expect(townLine({ postalCode, city, region, country })).toBe(line);
});
