import { csvFile } from "#app/http/answers/csv-file.server.ts";
import { selectedIds } from "./staff-action.server.ts";

/** What an act that `opens` an address asks for. */
export interface ListFileRequest {
  /** The list's own request with search and filters, for "all". */
  readonly list: Request;
  readonly chosen: "all" | readonly string[];
}

/** Rows for a file or print: the `selected` ones, or all matching the list's URL (in `search`, or this URL). */
export function readListFile(request: Request): ListFileRequest {
  const { origin, pathname, searchParams } = new URL(request.url);
  const chosen = selectedIds(searchParams);
  return {
    list: new Request(`${origin}${pathname}?${searchParams.get("search") ?? searchParams.toString()}`),
    chosen: chosen.length === 0 ? "all" : chosen,
  };
}

/** Maximum rows; query one more to detect it. */
export const MAX_FILE_ROWS = 10_000;

/** Those rows as `name`.csv with these columns; 422 above `MAX_FILE_ROWS`. */
export function rowsFile<Row>(
  name: string,
  nouns: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): Response {
  if (rows.length <= MAX_FILE_ROWS)
    return csvFile(name, [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))]);
  const text = `More than ${MAX_FILE_ROWS.toLocaleString("en-US")} ${nouns} match. Go back and narrow the search.`;
  return new Response(text, { status: 422, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } });
}
