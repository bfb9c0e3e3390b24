import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { fieldDecimal } from "./money/decimal-field.ts";
import { fieldMoney, fieldNumber, fieldOfPath, fieldText } from "./form.ts";

const fields = (value: string) => new URLSearchParams({ field: value });

test("numbers in plain digits become numbers; anything else stays for the schema to refuse", () => {
  expect(["7", " 7 ", "-1", "12.5", "007"].map((text) => fieldNumber(fields(text), "field"))).toEqual([7, 7, -1, 12.5, 7]);
  for (const text of ["", "1e3", "NaN", "0x10", "1.", "٣", "[2]", "9".repeat(400)]) expect(fieldNumber(fields(text), "field")).toBe(text);
  expect(fieldNumber(fields("7"), "other")).toBeUndefined();
});

test("parses typed dollars exactly to the cent", () => {
  expect(["2.35", "$2.35", "1,200", ".5", "-1"].map((text) => fieldMoney(fields(text), "field", US_DOLLARS))).toEqual([
    2.35, 2.35, 1200, 0.5, -1,
  ]);
  for (const text of ["", "lots", "1.005"]) expect(fieldMoney(fields(text), "field", US_DOLLARS)).toBe(text);
});

test("a file counts as nothing", () => {
  const form = new FormData();
  form.set("field", new File(["x"], "x.txt"));
  expect(fieldText(form, "field")).toBeUndefined();
});

test("maps a path in the call's body to the form's field", () => {
  expect(fieldOfPath(["customer", "email"])).toBe("email");
  expect(fieldOfPath(["couponCodes", 3])).toBe("code");
  expect(fieldOfPath(["tip"])).toBe("tipAmount");
  expect(fieldOfPath([])).toBe("");
});

test.each([
  ["1,25", "de-DE", 1.25],
  ["1.25", "de-DE", 1.25],
  ["1,25", "fr-CA", 1.25],
  ["1.25", "en-US", 1.25],
  ["1,250", "en-US", 1250],
  ["0,5", "sv-SE", 0.5],
  [" 460 ", "de-DE", 460],
  ["1,25", "en-US", 1.25],
  ["1,2,5", "de-DE", "1,2,5"],
  ["", "de-DE", ""],
  ["heavy", "de-DE", "heavy"],
])("reads the number %j in %s as %j", (text, locale, number) => {
  expect(fieldDecimal(fields(text), "field", { currency: "EUR", locale })).toBe(number);
});
