import { Readable } from "node:stream";
import { csvOf, UTF8_MARK, type CsvFormat, type CsvRows } from "#app/values/csv.ts";

/** A download: "orders" becomes orders.csv. Takes all rows with their header, or batches that are read on demand while the file is sent. */
export function csvFile(name: string, rows: CsvRows | AsyncIterable<CsvRows>, format: CsvFormat): Response {
  // Programs expect commas, spreadsheets semicolons. Spreadsheets detect UTF-8 (letters such as "ü") only with a byte order mark.
  const start = format.separator === ";" ? UTF8_MARK : "";
  return csvDownload(name, isInParts(rows) ? textsOf(start, rows, format) : start + csvOf(rows, format));
}

/** A download of finished CSV text, whole or in chunks. */
export function csvDownload(name: string, content: string | AsyncIterable<string>): Response {
  return new Response(typeof content === "string" ? content : streamOf(content), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

function isInParts(rows: CsvRows | AsyncIterable<CsvRows>): rows is AsyncIterable<CsvRows> {
  return Symbol.asyncIterator in rows;
}

async function* textsOf(start: string, parts: AsyncIterable<CsvRows>, format: CsvFormat): AsyncGenerator<string> {
  if (start !== "") yield start;
  for await (const rows of parts) if (rows.length > 0) yield csvOf(rows, format);
}

function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream<Uint8Array>;
}
