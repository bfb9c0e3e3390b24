import { groupedNumber } from "#app/values/number.ts";
import { csvFile } from "#app/http/answers/csv-file.server.ts";
import type { CsvCell, CsvFormat } from "#app/values/csv.ts";
import { selectedIds } from "./staff-action.server.ts";

/** The query parameters of a bulk action that opens another page. */
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

export type FileColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** Those rows as `name`.csv with these columns; 422 above `MAX_FILE_ROWS`. */
export function rowsFile<Row>(name: string, nouns: string, rows: readonly Row[], columns: FileColumns<Row>, format: CsvFormat): Response {
  return rows.length > MAX_FILE_ROWS
    ? tooManyRows(nouns)
    : csvFile(name, [Object.keys(columns), ...rows.map((row) => cellsOf(row, columns))], format);
}

/** Wide rows are read and sent in batches of this size. */
const ROWS_AT_ONCE = 500;

/** The same for wide rows, read by id while the file is sent: memory does not grow with their number. */
export function rowsFileById<Row>(
  name: string,
  nouns: string,
  { ids, read }: { readonly ids: readonly string[]; readonly read: (ids: readonly string[]) => Promise<readonly Row[]> },
  columns: FileColumns<Row>,
  format: CsvFormat,
): Response {
  if (ids.length > MAX_FILE_ROWS) return tooManyRows(nouns);
  async function* parts() {
    yield [Object.keys(columns)];
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      const rows = await read(ids.slice(at, at + ROWS_AT_ONCE));
      yield rows.map((row) => cellsOf(row, columns));
    }
  }
  return csvFile(name, parts(), format);
}

function cellsOf<Row>(row: Row, columns: FileColumns<Row>): CsvCell[] {
  return Object.values(columns).map((cell) => cell(row));
}

function tooManyRows(nouns: string): Response {
  const text = `More than ${groupedNumber(MAX_FILE_ROWS)} ${nouns} match. Go back and narrow the search.`;
  return new Response(text, { status: 422, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } });
}
