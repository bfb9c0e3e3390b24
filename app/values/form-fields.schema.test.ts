import { expect, test } from "vitest";
import { z } from "zod";
import {
  amountsNamed,
  moneyField,
  idField,
  idListField,
  jsonField,
  optionalNumberField,
  requiredLineField,
  switchField,
  textField,
  withPlainAmounts,
} from "./form-fields.schema.ts";

const form = z.object({
  name: requiredLineField("a name", 20),
  text: textField("the text", 50),
  price: moneyField("a price"),
  stock: optionalNumberField("the stock", 0, 99),
  parent: idField("the category"),
  products: idListField("products", 3),
  isHidden: switchField,
  hours: jsonField(z.strictObject({ monday: z.array(z.string()) }).nullable(), "Enter hours."),
});

const record = {
  name: "Soup",
  text: "a\nb",
  price: 1250,
  stock: null,
  parent: 7,
  products: [3, 1],
  isHidden: true,
  hours: { monday: ["09:00-12:00"] },
};
const typed = {
  name: "Soup",
  text: "a\nb",
  price: "12.50",
  stock: "",
  parent: "7",
  products: "3,1",
  isHidden: "on",
  hours: '{"monday":["09:00-12:00"]}',
} as const;

test("a record becomes the texts of its form and comes back the same", () => {
  expect(z.encode(form, record)).toEqual(typed);
  expect(z.decode(form, typed)).toEqual(record);
});

test("a switch that is off sends nothing", () => {
  const { isHidden: _, ...rest } = typed;
  expect(form.parse(rest).isHidden).toBe(false);
  for (const [sent, isOn] of [
    [["", "on"], true],
    ["", false],
  ] as const)
    expect(form.parse({ ...rest, isHidden: sent }).isHidden).toBe(isOn);
});

test.for([
  ["name", "", "Enter a name."],
  ["name", " \t ", "Enter a name."],
  ["name", "x".repeat(21), "Use at most 20 characters for a name."],
  ["name", "a\nb", "Write a name in one line of plain text."],
  ["text", "a\u0000b", "Write the text as plain text."],
  ["price", "", "Enter a price."],
  ["price", "-1", "Enter a price from 0 to 999999.99."],
  ["stock", "1.5", "Enter the stock as a whole number from 0 to 99."],
  ["stock", "1e1", "Enter the stock as a whole number from 0 to 99."],
  ["stock", "100", "Enter the stock as a whole number from 0 to 99."],
  ["parent", "99999999999", "Choose the category."],
  ["products", "1,x", "Enter the numbers of products, separated by commas."],
  ["products", "1,2,3,4", "Choose at most 3 products."],
  ["hours", "{", "Enter hours."],
] as const)("%s: %j is refused with a sentence", ([field, text, message]) => {
  const parsed = form.safeParse({ ...typed, [field]: text });
  expect(parsed.error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([[field, message]]);
});

test("parses amounts inside JSON in the shop's format", () => {
  const euros = { currency: "EUR", locale: "de-DE" };
  const schema = z.object({ options: z.string().meta(amountsNamed("price", "prices")), note: z.string() });
  const plain = (options: string) => {
    const sent = new FormData();
    sent.set("options", options);
    sent.set("note", "1,50");
    const read = withPlainAmounts(sent, schema, euros);
    expect(read.get("note")).toBe("1,50");
    const text = read.get("options");
    return typeof text === "string" ? text : "";
  };
  const rows = [{ name: "1,50", price: "1.234,50 €", prices: { "7": "0,5", "8": "free" }, options: [{ price: "-0,25" }] }];
  expect(JSON.parse(plain(JSON.stringify(rows)))).toEqual([
    { name: "1,50", price: "EUR, 1234.50", prices: { "7": "EUR, 0.5", "8": "EUR, free" }, options: [{ price: "EUR, -0.25" }] },
  ]);
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  for (const text of ["", "{", "null", deep]) expect(plain(text)).toBe(text);
});
