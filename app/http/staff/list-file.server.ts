import { csvFile } from "#app/http/answers/csv-file.server.ts";
import { selectedIds } from "./staff-action.server.ts";

/** What an act that `opens` an address asks for. */
export interface ListFileRequest {
  /** A request for the list itself, with its search and filters: what "all" means. */
  readonly list: Request;
  readonly chosen: "all" | readonly string[];
}

/**
 * The rows that somebody wants of a list as a file or on paper: those `selected`, or all that the list's own address matches. That stands in
 * `search`, or is this address itself.
 */
export function readListFile(request: Request): ListFileRequest {
  const { origin, pathname, searchParams } = new URL(request.url);
  const chosen = selectedIds(searchParams);
  return {
    list: new Request(`${origin}${pathname}?${searchParams.get("search") ?? searchParams.toString()}`),
    chosen: chosen.length === 0 ? "all" : chosen,
  };
}

/** A file holds at most so many rows; ask for one more, so that it is seen. */
export const MAX_FILE_ROWS = 10_000;

/** Those rows as `name`.csv, a column for each of `columns`; 422 with a sentence for more than `MAX_FILE_ROWS`. */
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
