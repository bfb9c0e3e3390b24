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
  ["Wedding cake – 1 250,00", "Wedding cake", 125_000],
  ["Wedding cake\t1 250,00", "Wedding cake", 125_000],
  ["Wedding\tcake; 1 250,00", "Wedding cake", 125_000],
  ["Wedding cake .... 1 250,00", "Wedding cake", 125_000],
  ["Wedding cake $1 250,00", "Wedding cake", 125_000],
  ["Wedding cake 1\u202f250,00", "Wedding cake", 125_000],
  ["Wedding cake 1 000", "Wedding cake", 100_000],
  ["Dumplings 6\t180", "Dumplings 6", 18_000],
  ["Dumplings 6 – 180", "Dumplings 6", 18_000],
  ["7 grain bread 6.50", "7 grain bread", 650],
  ["Cola 0.5 l 3.20", "Cola 0.5 l", 320],
  ["Free bag 0", "Free bag", 0],
  ["• Baguette 4", "Baguette", 400],
])("reads %j as a product", (line, name, price) => {
  expect(product(line)).toEqual([name, price]);
});

const EUROS = { currency: "EUR", locale: "de-DE" };
const FRANCS = { currency: "CHF", locale: "de-CH" };
const KRONER = { currency: "DKK", locale: "da-DK" };

test.each([
  [EUROS, "Käse 1.200,00", "Käse", 120_000],
  [EUROS, "Käse 1.200", "Käse", 120_000],
  [EUROS, "Käse EUR 1.200,00", "Käse", 120_000],
  [EUROS, "Käse 8,50 Euro", "Käse", 850],
  [EUROS, "Brot € 5,--", "Brot", 500],
  [EUROS, "Menü 3 € 120,00", "Menü 3", 12_000],
  [EUROS, "Menü 3 EUR 120,00", "Menü 3", 12_000],
  [{ currency: "EUR", locale: "fr-FR" }, "Soupe 1\u202f200,00\u00a0€", "Soupe", 120_000],
  [FRANCS, "Torte 1’250.00", "Torte", 125_000],
  [FRANCS, "Torte CHF 1’250.–", "Torte", 125_000],
  [FRANCS, "Torte 1’250.00 CHF", "Torte", 125_000],
  [FRANCS, "Gipfeli Fr. 1.20", "Gipfeli", 120],
  [KRONER, "Brød 45 kr", "Brød", 4500],
  [KRONER, "Brød kr. 45,50", "Brød", 4550],
  [US_DOLLARS, "Gum .50", "Gum", 50],
  [US_DOLLARS, "Gum $.50", "Gum", 50],
  [US_DOLLARS, "Gum ...50", "Gum", 5000],
  [US_DOLLARS, "1664 4.50", "1664", 450],
])("reads a price as it is written in the format %j: %j", (format, line, name, price) => {
  expect(product(line, format)).toEqual([name, price]);
});

test.each([
  ["1 200,00", "“1 200,00” has no name before its price. Write both on one line, such as “Sourdough 8,50”."],
  ["€ 8,50", "“8,50” has no name before its price. Write both on one line, such as “Sourdough 8,50”."],
  ["Torte 12.50,00", "“12.50,00” is not a price. Write it such as 8,50 or 1250,00."],
  ["Torte 1234567,00", "“1234567,00” is not a price. Write it such as 8,50 or 1250,00."],
  ["Soupe 1 200 00", "“1 200 00” is not a price. Write it such as 8,50 or 1250,00."],
  ["Formule 3 120,00 €", "Is the price 120,00 or 3 120,00? Put a dash between name and price, such as “Formule 3 – 120,00”."],
  ["Käse 1,200", "Enter at most two decimals. If “1,200” is in thousands, write 1200,00."],
  [
    "Bauernbrot 4,90 €/kg",
    "Write the price without its unit, such as “Sourdough 8,50”. Goods sold by weight get their unit in the product's form.",
  ],
])("refuses %j instead of reading another name or price", (line, message) => {
  // Between two products it would be a category, and no fault.
  const menu = parseTypedMenu(`Roggenbrot 7\n${line}\nVollkornbrot 8`, EUROS);
  expect(menu.faults).toEqual([{ line: 2, message }]);
  expect(menu.products.map(({ name, category }) => [name, category])).toEqual([
    ["Roggenbrot", null],
    ["Vollkornbrot", null],
  ]);
});

test.each(["CZK", "SEK", "INR"])("asks where a price in %s begins after a name that may end in a number", (currency) => {
  const { products, faults } = parseTypedMenu("Dumplings 6 180\nPlatter 2 1 250", { currency, locale: "en-US" });
  expect(products).toEqual([]);
  expect(faults.map(({ message }) => message)).toEqual([
    "Is the price 180 or 6 180? Put a dash between name and price, such as “Dumplings 6 – 180”.",
    "Is the price 250 or 1 250? Put a dash between name and price, such as “Platter 2 1 – 250”.",
  ]);
});

test.each([
  ["Klein, Groß +12.50,00", "The price of “Groß +12.50,00” cannot be read. Write it such as “Large +2,50”."],
  ["Klein, Groß +SEK 2", "The price of “Groß +SEK 2” cannot be read. Write it such as “Large +2,50”."],
  ["Klein, Groß +$2,00", "“$” is not the shop's currency, EUR. Convert the prices, or remove the sign."],
  ["Klein, Mittel +1 USD, Groß +2", "“USD” is not the shop's currency, EUR. Convert the prices, or remove the sign."],
  [
    "Sahne 1,00, Kerze 2,00",
    "“Sahne 1,00” ends in a number. Write “Sahne +1,00” if that is its price, or “Sahne 1,00 +0” if it is part of the name.",
  ],
  [
    "Sahne +1,00, Kerze € 2",
    "“Kerze 2” ends in a number. Write “Kerze +2” if that is its price, or “Kerze 2 +0” if it is part of the name.",
  ],
])("refuses the options %j instead of reading another price", (options, message) => {
  expect(parseTypedMenu(`Brot 7\n  Größe: ${options}`, EUROS).faults).toEqual([{ line: 2, message }]);
});

test.each([
  [EUROS, "Packung mit 6 +0, Packung mit 12 +5", [0, 500]],
  [EUROS, "Mittel +€ 1,50, Groß +2 Euro", [150, 200]],
  [EUROS, "6, Kiste +5,00", [0, 500]],
  [EUROS, "Klein −0,50, Groß", [-50, 0]],
  [KRONER, "Mellem +kr. 5, Stor +10 kr", [500, 1000]],
])("reads the surcharges of options as written in the format %j: %j", (format, options, deltas) => {
  const { products, faults } = parseTypedMenu(`Brot 7\n  Größe: ${options}`, format);
  expect(faults).toEqual([]);
  expect(products[0]?.choices[0]?.options.map(({ priceDelta }) => priceDelta)).toEqual(deltas);
});

test("keeps a unit price in the description of a product", () => {
  const { products, faults } = parseTypedMenu("Bauernbrot 4,90\n  Grundpreis 9,80 €/kg", EUROS);
  expect([faults, products[0]?.summary]).toEqual([[], "Grundpreis 9,80 €/kg"]);
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

test("does not add the lines below a product without a price to the previous product", () => {
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

test("ignores indentation of the whole list", () => {
  const menu = parseTypedMenu("    Breads\n    Rye 7\n      Sliced: No, Yes", US_DOLLARS);
  expect([menu.faults, menu.categories, menu.products[0]?.choices.length]).toEqual([[], ["Breads"], 1]);
});

test("reports an indented line below a heading, and creates no category", () => {
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
  ["a price below zero", "Rye 7\n  Size: Small -8, Large", [2, "“Rye” would have a price below zero."]],
])("names the line of %s", (_what, text, [line, message]) => {
  expect(parseTypedMenu(text, US_DOLLARS).faults).toEqual([{ line, message }]);
});

test("an empty text is an empty menu", () => {
  expect(parseTypedMenu(" \n\n", US_DOLLARS)).toEqual({ products: [], categories: [], faults: [] });
});

test("a choice whose options all have a surcharge is optional and makes no variants", () => {
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
    { line: 2, message: "“Rye” would have a price below zero." },
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

test("reports a line that is too long, without parsing it", () => {
  const { products, faults } = parseTypedMenu(`Sourdough 8.50\n${"a .".repeat(10_000)}\nRye 7`, US_DOLLARS);
  expect(products.map(({ name }) => name)).toEqual(["Sourdough", "Rye"]);
  expect(faults).toEqual([{ line: 2, message: "Enter at most 500 characters on a line." }]);
});
