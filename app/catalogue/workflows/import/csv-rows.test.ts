import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { detectDialect, NotTextError, readCsvRows, type CsvDialect } from "./csv-rows.server.ts";

/** Real work for the processor: on a busy machine it takes its time. */

/** The text in pieces of `size` bytes. */
async function* pieces(text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
const rowsOf = (text: string | Uint8Array, size?: number) => Array.fromAsync(readCsvRows(pieces(text, size)));

test("parses any CSV in chunks of any size", async () => {
  const cell = fc
    .oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "a,b", '"', '""', "\n", "\r\n", "x\r", '","', "é", "🍕", "'=1"))
    .map((text) => text.replaceAll("\0", ""));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (rows, lineEnd, size, hasMark) => {
        const text = (hasMark ? "\ufeff" : "") + stringify(rows, { record_delimiter: lineEnd, quoted_match: /[\r\n]|^\ufeff/ });
        const read = await rowsOf(text, size);
        expect(read.map((row) => ("cells" in row ? row.cells : row.problem))).toEqual(rows);
      },
    ),
  );
});

test("counts lines like an editor", async () => {
  const rows = await rowsOf('h,i\r\na,"x\r\ny\r\nz"\r\n\r\n\r\nb,"q\n\nr"\r\nc,1\rd,2');
  expect(rows.map((row) => row.line)).toEqual([1, 2, 7, 10, 11]);
});

test("reports a broken row and continues", async () => {
  expect(await rowsOf('a,1\nb,"bad"q,2\nc,3\n')).toEqual([
    { line: 1, cells: ["a", "1"] },
    { line: 2, problem: "A quotation mark is in the middle of a cell; inside a cell it must be doubled." },
    { line: 3, cells: ["c", "3"] },
  ]);
});

test("an unclosed quotation mark costs only its line", async () => {
  expect(await rowsOf('a,1\nb,"open\nc,3\nd,4')).toEqual([
    { line: 1, cells: ["a", "1"] },
    { line: 2, problem: "A quotation mark opens here and is never closed." },
    { line: 3, cells: ["c", "3"] },
    { line: 4, cells: ["d", "4"] },
  ]);
});

test("limits the search for a closing quotation mark", async () => {
  const filler = `${"x".repeat(99)},2\n`.repeat(20_000);
  const rows = await rowsOf(`b,"open\n${filler}`, 65_536);
  expect(rows.slice(0, 2)).toEqual([
    { line: 1, problem: "A quotation mark opens here and is never closed." },
    { line: 2, cells: ["x".repeat(99), "2"] },
  ]);
  expect(rows).toHaveLength(20_001);
});

test("accepts a quotation mark inside an unquoted cell", async () => {
  expect(await rowsOf('13" pizza,1\n')).toEqual([{ line: 1, cells: ['13" pizza', "1"] }]);
});

test.each([
  ["UTF-16", Buffer.from("\ufeffa,b\n", "utf16le")],
  ["Latin-1", Buffer.from("caf\xe9,1\n", "latin1")],
])("rejects %s with a message", async (_what, bytes) => {
  await expect(rowsOf(bytes)).rejects.toThrow(NotTextError);
});

test("detects separator and encoding", async () => {
  const text = 'Name;"Price; EUR";Größe\r\nTee;"1,50";groß\r\n';
  const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
  const swapped = Buffer.from(utf16).swap16();
  const expected: readonly (readonly [Uint8Array, CsvDialect])[] = [
    [Buffer.from(text), { separator: ";", encoding: "utf-8" }],
    [Buffer.from(text, "latin1"), { separator: ";", encoding: "windows-1252" }],
    [utf16, { separator: ";", encoding: "utf-16le" }],
    [utf16.subarray(2), { separator: ";", encoding: "utf-16le" }],
    [swapped, { separator: ";", encoding: "utf-16be" }],
    [Buffer.from(text.replaceAll(";", "\t")), { separator: "\t", encoding: "utf-8" }],
    [Buffer.from("Handle,Title"), { separator: ",", encoding: "utf-8" }],
  ];
  for (const [bytes, dialect] of expected) {
    expect(await detectDialect(pieces(bytes))).toEqual(dialect);
    const [heading] = await Array.fromAsync(readCsvRows(pieces(bytes), dialect));
    expect(heading).toMatchObject({ line: 1 });
    if (dialect.separator === ";") expect(heading).toEqual({ line: 1, cells: ["Name", "Price; EUR", "Größe"] });
  }
});

test("treats a huge quoted cell as one broken row", async () => {
  const bytes = Buffer.from(`"${"x".repeat(10_000_000)}"`);
  async function* whole() {
    yield bytes;
  }
  expect(await detectDialect(whole())).toEqual({ separator: ",", encoding: "utf-8" });
  const rows = await Array.fromAsync(readCsvRows(whole()));
  expect(rows).toHaveLength(1);
  const signs = Buffer.from(`sep=;${"\t".repeat(500_000)}x`);
  async function* line() {
    yield signs;
  }
  expect((await Array.fromAsync(readCsvRows(line())))[0]).toMatchObject({ line: 1 });
});
