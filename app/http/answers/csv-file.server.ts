import { csvOf } from "#app/values/csv.ts";

/** A file to download: "orders" is named orders.csv. Its lines, the heading first, or the pieces of a long one. */
export function csvFile(name: string, content: readonly (readonly string[])[] | ReadableStream<Uint8Array>): Response {
  return new Response(content instanceof ReadableStream ? content : csvOf(content), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
