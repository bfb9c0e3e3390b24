import { Readable } from "node:stream";
import { csvOf, UTF8_MARK, type CsvFormat, type CsvRows } from "#app/values/csv.ts";

/** A download: "orders" becomes orders.csv. All rows with their header, or some at a time, each read when those before are sent. */
export function csvFile(name: string, rows: CsvRows | AsyncIterable<CsvRows>, format: CsvFormat): Response {
  // Programs read files with commas, spreadsheets those with semicolons: these take letters such as "ü" for UTF-8 only with the mark.
  const start = format.separator === ";" ? UTF8_MARK : "";
  return csvDownload(name, isInParts(rows) ? textsOf(start, rows, format) : start + csvOf(rows, format));
}

/** A download of CSV that is written already, all of it or in pieces. */
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
