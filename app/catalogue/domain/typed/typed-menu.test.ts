import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { parseTypedMenu, typedVariants } from "./typed-menu.ts";

const product = (line: string, format = US_DOLLARS) => {
  const [only] = parseTypedMenu(line, format).products;
  return only === undefined ? null : [only.name, only.price];
};

test.each([
  ["Sourdough 8.50", "Sourdough", 850],
  ["Sourdough 8,50", "Sourdough", 850],
  ["Sourdough $8.50", "Sourdough", 850],
  ["Sourdough$8.50", "Sourdough", 850],
  ["Sourdough 8.50 $", "Sourdough", 850],
  ["Sourdough ........ 8.50", "Sourdough", 850],
  ["Sourdough\t8.5", "Sourdough", 850],
  ["Sourdough – 8", "Sourdough", 800],
  ["Sourdough: 8.–", "Sourdough", 800],
  ["Wedding cake 1,250.00", "Wedding cake", 125_000],
  ["Wedding cake 1 250,00", "Wedding cake", 125_000],
  ["7 grain bread 6.50", "7 grain bread", 650],
  ["Cola 0.5 l 3.20", "Cola 0.5 l", 320],
  ["Free bag 0", "Free bag", 0],
  ["• Baguette 4", "Baguette", 400],
])("reads %j as a product", (line, name, price) => {
  expect(product(line)).toEqual([name, price]);
});

test.each([
  ["JPY", "ラーメン 1,200円", "ラーメン", 1200],
  ["JPY", "Ramen ¥850", "Ramen", 850],
  ["JPY", "Ramen 850.00", "Ramen", 850],
  ["KWD", "Latte 1.250", "Latte", 125],
  ["KWD", "Latte 1,25", "Latte", 125],
  ["KWD", "Water 0.250", "Water", 25],
])("reads a price in %s: %j", (currency, line, name, price) => {
  expect(product(line, { currency, locale: "en-US" })).toEqual([name, price]);
});

test("refuses decimals that the currency does not have", () => {
  const yen = { currency: "JPY", locale: "en-US" };
  const faults = (text: string) => parseTypedMenu(text, yen).faults.map(({ message }) => message);
  expect(faults("Ramen 8.50")).toEqual(["Enter an amount without decimals, such as 1250."]);
  expect(faults("Ramen 850\n  Size: Small, Large +1.50")).toEqual(["Enter an amount without decimals, such as 1250."]);
});

test("reads the sign of the shop's currency and refuses others", () => {
  const canadian = { currency: "CAD", locale: "en-CA" };
  for (const line of ["Sourdough CA$ 8.50", "Sourdough 8.50 CAD", "Sourdough $8.50"])
    expect(product(line, canadian)).toEqual(["Sourdough", 850]);
  expect(parseTypedMenu("Sourdough €8.50", canadian).faults).toEqual([
    { line: 1, message: "“€” is not the shop's currency, CAD. Convert the prices, or remove the sign." },
  ]);
});

test("gives no options or words of a line without a price to the product before it", () => {
  const menu = parseTypedMenu("Cheese\nBrie 3\nFeta\n  Size: Small, Large +2\n  In brine.\nGouda 2\n", US_DOLLARS);
  expect(menu.products.map(({ name, choices, summary }) => [name, choices, summary])).toEqual([
    ["Brie", [], ""],
    ["Gouda", [], ""],
  ]);
  expect(menu.faults).toEqual([
    { line: 4, message: "“Feta” has no price, so these options belong to no product." },
    { line: 5, message: "“Feta” has no price, so these words belong to no product." },
  ]);
  expect(menu.products.at(-1)?.category).toBe("Feta");
});

test("headings become categories, indented lines choices and descriptions", () => {
  const menu = parseTypedMenu(
    [
      "Breads:",
      "Sourdough 8.50",
      "  Sliced: No, Yes +0.50",
      "  Baked overnight.",
      "",
      "Cakes",
      "  Cheesecake 7,00",
      "    Size: Slice, Whole +38,00",
    ].join("\n"),
    US_DOLLARS,
  );
  expect(menu.faults).toEqual([]);
  expect(menu.categories).toEqual(["Breads", "Cakes"]);
  expect(menu.products).toEqual([
    {
      line: 2,
      name: "Sourdough",
      price: 850,
      category: "Breads",
      summary: "Baked overnight.",
      choices: [
        {
          title: "Sliced",
          isRequired: true,
          options: [
            { name: "No", priceDelta: 0 },
            { name: "Yes", priceDelta: 50 },
          ],
        },
      ],
    },
    {
      line: 7,
      name: "Cheesecake",
      price: 700,
      category: "Cakes",
      summary: "",
      choices: [
        {
          title: "Size",
          isRequired: true,
          options: [
            { name: "Slice", priceDelta: 0 },
            { name: "Whole", priceDelta: 3800 },
          ],
        },
      ],
    },
  ]);
});

test("a list that is indented as a whole is read like one that is not", () => {
  const menu = parseTypedMenu("    Breads\n    Rye 7\n      Sliced: No, Yes", US_DOLLARS);
  expect([menu.faults, menu.categories, menu.products[0]?.choices.length]).toEqual([[], ["Breads"], 1]);
});

test("an indented line below a heading is a fault, and no category", () => {
  const menu = parseTypedMenu("Breads\n  Baked every morning.\nRye 7", US_DOLLARS);
  expect(menu.faults).toEqual([{ line: 2, message: "“Breads” has no price, so these words belong to no product." }]);
  expect(menu.categories).toEqual(["Breads"]);
});

test.each([
  ["a heading without products", "Breads\nRye 7\nCakes", [3, "“Cakes” has no price, and no products below it."]],
  ["a name twice", "Rye 7\nrye 8", [2, "“Rye” is on line 1 already."]],
  ["a price that is too high", "Rye 999999", [1, expect.stringContaining("at most")]],
  ["one option only", "Rye 7\n  Size: Small,", [2, "Enter at least two options for “Size”, separated by commas."]],
  ["an option twice", "Rye 7\n  Size: Small, small", [2, "“small” is there twice."]],
  ["a price below zero", "Rye 7\n  Size: Small -8, Large", [2, "“Rye” would cost less than nothing."]],
])("names the line of %s", (_what, text, [line, message]) => {
  expect(parseTypedMenu(text, US_DOLLARS).faults).toEqual([{ line, message }]);
});

test("an empty text is an empty menu", () => {
  expect(parseTypedMenu(" \n\n", US_DOLLARS)).toEqual({ products: [], categories: [], faults: [] });
});

test("a choice whose options all have a price difference is optional and no part of the variants", () => {
  const euros = { currency: "EUR", locale: "fr-FR" };
  const text = "Tarte aux pralines 4,90 €\n  Taille: Individuelle, 6 parts +18\n  Extras: Chantilly +1,50, Bougie +0,50";
  const { products, faults } = parseTypedMenu(text, euros);
  expect(faults).toEqual([]);
  expect(products[0]?.choices.map(({ title, isRequired }) => [title, isRequired])).toEqual([
    ["Taille", true],
    ["Extras", false],
  ]);
  expect(products.flatMap(typedVariants)).toEqual([
    { values: ["Individuelle"], price: 490 },
    { values: ["6 parts"], price: 2290 },
  ]);
});

test("optional reductions together cost no more than the product", () => {
  expect(parseTypedMenu("Rye 7\n  Without: Seeds -4, Salt -4", US_DOLLARS).faults).toEqual([
    { line: 2, message: "“Rye” would cost less than nothing." },
  ]);
});

test("choices make a variant per combination", () => {
  const [latte] = parseTypedMenu("Latte 4\n  Size: Small, Large +1\n  Milk: Cow, Oat +0.5", US_DOLLARS).products;
  expect(latte === undefined ? [] : typedVariants(latte)).toEqual([
    { values: ["Small", "Cow"], price: 400 },
    { values: ["Small", "Oat"], price: 450 },
    { values: ["Large", "Cow"], price: 500 },
    { values: ["Large", "Oat"], price: 550 },
  ]);
});

test("a line of an unreasonable length is a fault, and not read", () => {
  const { products, faults } = parseTypedMenu(`Sourdough 8.50\n${"a .".repeat(10_000)}\nRye 7`, US_DOLLARS);
  expect(products.map(({ name }) => name)).toEqual(["Sourdough", "Rye"]);
  expect(faults).toEqual([{ line: 2, message: "Enter at most 500 characters on a line." }]);
});
