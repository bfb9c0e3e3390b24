import { csvOf } from "#app/values/csv.ts";

/** A download: "orders" becomes orders.csv. Lines with a header, or chunks. */
export function csvFile(name: string, content: readonly (readonly string[])[] | ReadableStream<Uint8Array>): Response {
  return new Response(content instanceof ReadableStream ? content : csvOf(content), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
