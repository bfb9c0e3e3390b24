import { expect, test } from "vitest";
import { PLAIN_CSV, type CsvFormat, type CsvRows } from "#app/values/csv.ts";
import { csvFile } from "./csv-file.server.ts";

const SEMICOLONS: CsvFormat = { separator: ";", decimal: "," };

async function* parts(): AsyncGenerator<CsvRows> {
  yield [["name"]];
  yield [];
  yield [["Ö"]];
}

test.each<[CsvFormat, string]>([
  [PLAIN_CSV, ""],
  [SEMICOLONS, "\ufeff"],
])("marks %j as UTF-8 with %j, whole or in parts", async (format, mark) => {
  const [whole, inParts] = await Promise.all(
    [csvFile("names", [["name"], ["Ö"]], format), csvFile("names", parts(), format)].map(async (file) =>
      Buffer.from(await file.arrayBuffer()).toString(),
    ),
  );
  expect(whole).toBe(`${mark}name\r\nÖ\r\n`);
  expect(inParts).toBe(whole);
});

test("escapes cells that a spreadsheet could run as a formula", async () => {
  const texts = ["=1", "+1", "-1 kg", "@a", "\t=1", "\n=1", "＝1", "＋1", "－1", "＠a", "-1.50", "1=1"];
  const file = await csvFile("names", [texts], PLAIN_CSV).text();
  expect(file.split(",").map((cell) => cell.replace(/^"/, "").startsWith("'"))).toEqual([...Array<boolean>(10).fill(true), false, false]);
});
