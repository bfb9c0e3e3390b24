import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  checkboxField,
  clockTimeField,
  dollarsField,
  emailField,
  jsonField,
  lineField,
  optionalClockTimeField,
  optionalDollarsField,
  optionalInstantField,
  optionalLineField,
  optionalPercentageField,
  optionalWholeNumberField,
  paragraphsField,
  parseId,
  percentageField,
  wholeNumberField,
} from "./fields.ts";

const toronto = "America/Toronto";

test.each<[string, z.ZodType, string | undefined, unknown]>([
  ["dollars", dollarsField(), "12.50", 1250],
  ["dollars", dollarsField(), " $1,234.5 ", 123_450],
  ["a price change", dollarsField({ min: -5000 }), "-1.50", -150],
  ["optional dollars", optionalDollarsField(), "0", 0],
  ["optional dollars", optionalDollarsField(), "", null],
  ["optional dollars", optionalDollarsField(), undefined, null],
  ["a percentage", percentageField(), "8.875", 88_750],
  ["an optional percentage", optionalPercentageField(), "  ", null],
  ["a whole number", wholeNumberField({ max: 99 }), "07", 7],
  ["a whole number", wholeNumberField({ min: -5, max: 99 }), "-0", 0],
  ["an optional whole number", optionalWholeNumberField({ max: 99 }), "", null],
  ["a clock time", clockTimeField(), "09:30", "09:30"],
  ["an optional clock time", optionalClockTimeField(), "", null],
  ["a checkbox", checkboxField(), "on", true],
  ["a checkbox", checkboxField(), undefined, false],
  ["a line", lineField(10), "  Pizza ", "Pizza"],
  ["an optional line", optionalLineField(10), " ", null],
  ["paragraphs", paragraphsField(20), "one\r\ntwo\rthree\t3 ", "one\ntwo\nthree\t3"],
  ["paragraphs", paragraphsField(20), undefined, ""],
  ["an e-mail address", emailField(), " Ann.O'Neil+shop@example.com ", "Ann.O'Neil+shop@example.com"],
  ["an instant", optionalInstantField(toronto), "2026-11-20T18:30", new Date("2026-11-20T23:30:00Z")],
  ["an instant with seconds", optionalInstantField(toronto), "2026-11-20T18:30:00", new Date("2026-11-20T23:30:00Z")],
  ["no instant", optionalInstantField(toronto), "", null],
])("%s is read", (_, schema, text, value) => {
  expect(schema.parse(text)).toEqual(value);
});

test.each<[string, z.ZodType, unknown, string]>([
  ["dollars", dollarsField(), "", "Enter an amount in dollars, such as 12.50."],
  ["dollars", dollarsField(), undefined, "Enter an amount in dollars, such as 12.50."],
  ["dollars", dollarsField(), "1.005", "Enter an amount with at most two decimals, such as 12.50."],
  ["dollars", dollarsField(), "-1", "Enter an amount from $0.00 to $999,999.99."],
  ["dollars", dollarsField({ min: 100, max: 500 }), "5.01", "Enter an amount from $1.00 to $5.00."],
  ["dollars", dollarsField(), 12.5, "Enter text."],
  ["a percentage", percentageField(), "101", "Enter a percentage from 0 to 100, such as 13 or 8.875."],
  ["a whole number", wholeNumberField({ min: 1, max: 99 }), "1e1", "Enter a whole number from 1 to 99."],
  ["a whole number", wholeNumberField({ min: 1, max: 99 }), "1.5", "Enter a whole number from 1 to 99."],
  ["a whole number", wholeNumberField({ min: 1, max: 99 }), "100", "Enter a whole number from 1 to 99."],
  ["a clock time", clockTimeField(), "9:30", "Enter a time as HH:MM, such as 09:30."],
  ["a checkbox", checkboxField(), "perhaps", "Switch this on or off."],
  ["a line", lineField(10, "Enter a name."), "  ", "Enter a name."],
  ["a line", lineField(5), "Pizzas", "Enter at most 5 characters."],
  ["a line", lineField(5), "a\nb", "Enter one line of plain text."],
  ["paragraphs", paragraphsField(5), "a\0b", "Enter plain text."],
  ["paragraphs", paragraphsField(5), "a\ud800", "Enter plain text."],
  ["an e-mail address", emailField(), "ann@", "Enter an e-mail address, such as name@example.com."],
  ["an e-mail address", emailField(), "a@b, c@d", "Enter an e-mail address, such as name@example.com."],
  ["an e-mail address", emailField(), `${"a".repeat(250)}@b.com`, "Enter an e-mail address, such as name@example.com."],
  ["an instant", optionalInstantField(toronto), "2026-02-30T18:30", "Enter a date and a time, such as 2026-11-20 18:30."],
  ["an instant", optionalInstantField(toronto), "2026-11-20", "Enter a date and a time, such as 2026-11-20 18:30."],
  ["JSON", jsonField(z.array(z.int())), "[1", "This is not valid JSON."],
])("%s is refused with a sentence that says what would be right: %j", (_, schema, text, message) => {
  const result = schema.safeParse(text);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

const product = z.object({
  name: lineField(100),
  kitchenName: optionalLineField(40),
  price: dollarsField(),
  rate: percentageField(),
  stock: optionalWholeNumberField({ max: 1000 }),
  from: optionalClockTimeField(),
  startsAt: optionalInstantField(toronto),
  isOffered: checkboxField(),
  note: paragraphsField(500),
  sizes: jsonField(z.array(z.object({ name: z.string(), cents: z.int() }))),
});

test("one schema makes the default values of a form and reads them back unchanged", () => {
  const line = fc.stringMatching(/^[A-Za-z0-9]{1,40}$/);
  const value = fc.record({
    name: line,
    kitchenName: fc.option(line),
    price: fc.integer({ min: 0, max: 99_999_999 }),
    rate: fc.integer({ min: 0, max: 1_000_000 }),
    stock: fc.option(fc.integer({ min: 0, max: 1000 })),
    from: fc.constantFrom("00:00", "11:30", "23:59", null),
    startsAt: fc.constantFrom(null, new Date("2026-11-20T23:30:00Z"), new Date("2026-03-08T07:00:00Z")),
    isOffered: fc.boolean(),
    note: fc.constantFrom("", "one\n\ntwo"),
    sizes: fc.array(fc.record({ name: fc.string(), cents: fc.integer() })),
  });
  fc.assert(
    fc.property(value, (before) => {
      const shown = z.encode(product, before);
      expect(Object.values(shown).every((text) => typeof text === "string")).toBe(true);
      expect(z.decode(product, shown)).toEqual(before);
    }),
  );
});

test("the form library reads a submission with the same schema, empty fields included", () => {
  const form = new URLSearchParams({
    name: "Pizza",
    kitchenName: "",
    price: "12.50",
    rate: "13",
    stock: "",
    from: "",
    startsAt: "",
    note: "",
    sizes: "[]",
  });
  expect(product.parse(Object.fromEntries(form))).toEqual({
    name: "Pizza",
    kitchenName: null,
    price: 1250,
    rate: 130_000,
    stock: null,
    from: null,
    startsAt: null,
    isOffered: false,
    note: "",
    sizes: [],
  });
});

test.each([
  ["1", 1],
  ["2147483647", 2_147_483_647],
  ["0", null],
  ["-1", null],
  ["01", null],
  ["1.0", null],
  ["1e3", null],
  ["2147483648", null],
  ["99999999999999999999", null],
  ["", null],
  [" 1", null],
  ["abc", null],
])("the id %j is %j", (text, id) => {
  expect(parseId(text)).toBe(id);
});
