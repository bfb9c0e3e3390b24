import { expect, test } from "vitest";
import { barcodeForms, barcodeProblem, checkDigit, tidyBarcode } from "./product-codes.ts";

test.each([
  ["EAN-13", "4006381333931"],
  ["EAN-13 that begins with 0", "0012345678905"],
  ["ISBN", "9783161484100"],
  ["EAN-8", "73513537"],
  ["EAN-8 with check digit 0", "12345670"],
  ["UPC-A", "036000291452"],
])("accepts the check digit of %s", (_, barcode) => {
  expect(checkDigit(barcode.slice(0, -1))).toBe(Number(barcode.at(-1)));
  expect(barcodeProblem(barcode)).toBeNull();
});

test.each([
  ["4006381333932", "This is no EAN-13 barcode: its last digit would be 1. Compare it with the package."],
  ["4006381339331", "This is no EAN-13 barcode: its last digit would be 9. Compare it with the package."],
  ["73513538", "This is no EAN-8 barcode: its last digit would be 7. Compare it with the package."],
  ["036000291453", "This is no UPC-A barcode: its last digit would be 2. Compare it with the package."],
])("refuses %s", (barcode, message) => {
  expect(barcodeProblem(barcode)).toBe(message);
});

test.each(["", "TEA-0001", "1234", "12345678901", "14006381333938", "４００６３８１３３３９３２"])(
  "accepts %o as the shop's own code",
  (text) => {
    expect(tidyBarcode(text)).toBe(text);
    expect(barcodeProblem(text)).toBeNull();
  },
);

test("removes spaces and hyphens from standard codes only", () => {
  expect(tidyBarcode("4 006381 333931")).toBe("4006381333931");
  expect(tidyBarcode("978-3-16-148410-0")).toBe("9783161484100");
  expect(tidyBarcode("12-34")).toBe("12-34");
});

test("finds a UPC-A code with and without the 0 of EAN-13", () => {
  expect(barcodeForms(" 036000291452 ")).toEqual(["036000291452", "0036000291452"]);
  expect(barcodeForms("0036000291452")).toEqual(["0036000291452", "036000291452"]);
  expect(barcodeForms("4006381333931")).toEqual(["4006381333931"]);
  expect(barcodeForms("TEA-1")).toEqual(["TEA-1"]);
});
