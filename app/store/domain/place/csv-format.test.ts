import { expect, test } from "vitest";
import { LOCALES } from "#app/values/money/currencies.ts";
import { amountCell, csvOf } from "#app/values/csv.ts";
import { csvFormat, type CsvChoice } from "./csv-format.ts";

const ROWS = [
  ["name", "paid"],
  ["Müller, Jo; 1", amountCell(-123_450, "EUR")],
  ["=1+1", amountCell(1250, "JPY")],
  ["-2,50", amountCell(1250, "KWD")],
  [" x", amountCell(0, "EUR")],
];

const written = (CSV_FORMAT: CsvChoice, LOCALE = "en-US") => csvOf(ROWS, csvFormat({ CSV_FORMAT, LOCALE }));

test("writes columns and amounts as CSV_FORMAT says", () => {
  expect(written("comma")).toBe('name,paid\r\n"Müller, Jo; 1",-1234.50\r\n\'=1+1,1250\r\n"\'-2,50",12.500\r\n" x",0.00\r\n');
  expect(written("semicolon")).toBe('name;paid\r\n"Müller, Jo; 1";-1234,50\r\n\'=1+1;1250\r\n"\'-2,50";12,500\r\n" x";0,00\r\n');
  expect(written("semicolon-point")).toBe(written("semicolon").replaceAll(/(\d),(\d+)\r/g, "$1.$2\r"));
});

test.each<[locale: string, choice: CsvChoice]>([
  ["en-US", "comma"],
  ["en-CA", "comma"],
  ["ja-JP", "comma"],
  ["de-DE", "semicolon"],
  ["fr-CA", "semicolon"],
  ["pt-BR", "semicolon"],
  ["de-CH", "semicolon-point"],
  ["fr-CH", "semicolon-point"],
  ["it-CH", "semicolon-point"],
  ["de-LI", "semicolon-point"],
])("in %s files are as with %s", (locale, choice) => {
  expect(written("locale", locale)).toBe(written(choice));
});

test("a choice of staff wins over the regional format", () => {
  expect(written("comma", "de-DE")).toBe(written("comma"));
});

test("files use the decimal separator of the regional format", () => {
  for (const LOCALE of LOCALES) {
    const money = new Intl.NumberFormat(LOCALE, { style: "currency", currency: "CHF" }).formatToParts(1.5);
    const isComma = money.some(({ type, value }) => type === "decimal" && value === ",");
    const { separator, decimal } = csvFormat({ CSV_FORMAT: "locale", LOCALE });
    expect([decimal, separator === decimal], LOCALE).toEqual([isComma ? "," : ".", false]);
  }
});

test.each<CsvChoice>(["comma", "semicolon"])("with %s a text stays in one cell for who splits files in another way", (choice) => {
  const format = csvFormat({ CSV_FORMAT: choice, LOCALE: "en-US" });
  for (const text of ["x,=1+1", "x;=1+1", "x\t=1+1", 'x"=1', "x\r\n=1"])
    expect(csvOf([[text]], format), text).toBe(`"${text.replaceAll('"', '""')}"\r\n`);
  expect(csvOf([["Soup of the day", "2026-11-20 13:00"]], format)).toBe(`Soup of the day${format.separator}2026-11-20 13:00\r\n`);
});
