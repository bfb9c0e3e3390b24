import { Readable } from "node:stream";
import { csvOf } from "#app/values/csv.ts";

type Lines = readonly (readonly string[])[];

/** A download: "orders" becomes orders.csv. Lines with a header, or CSV in pieces, each made when the one before is sent. */
export function csvFile(name: string, content: Lines | AsyncIterable<string | Uint8Array>): Response {
  return new Response(isInPieces(content) ? streamOf(content) : csvOf(content), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

function isInPieces(content: Lines | AsyncIterable<string | Uint8Array>): content is AsyncIterable<string | Uint8Array> {
  return Symbol.asyncIterator in content;
}

function streamOf(pieces: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream<Uint8Array>;
}
