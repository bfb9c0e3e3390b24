import { parseCsv, type FileFormat } from "./csv.ts";

/** A file that staff can download, as the tables say it should be. */
export interface ExpectedFile {
  /** For sentences: "dashboard, days". */
  readonly title: string;
  readonly address: string;
  /** The compared ones; the file may have more. */
  readonly columns: readonly string[];
  /** So many columns name a row; 0: rows are compared as a whole, in any order. */
  readonly keys: number;
  /** Amounts with a point, whatever the file has. */
  readonly rows: readonly (readonly string[])[];
}

/** What the shop answered. */
export interface AnsweredFile {
  readonly status: number;
  readonly text: string;
}

/** Says in words where a file differs from what the tables say. */
export function compareFile(
  { title, columns, keys, rows }: ExpectedFile,
  { status, text }: AnsweredFile,
  { separator, decimal }: FileFormat,
): readonly string[] {
  if (status !== 200) return [`file “${title}”: the shop answered ${status}`];
  const [head = [], ...lines] = parseCsv(text, separator);
  const missing = columns.filter((column) => !head.includes(column));
  if (missing.length > 0) return [`file “${title}”: there is no column ${missing.join(", ")}`];
  const places = columns.map((column) => head.indexOf(column));
  const found = lines.map((line) => places.map((place) => line[place] ?? ""));
  const wanted = rows.map((row) => row.map((cell) => cell.replace(/^(-?\d+)\.(\d{2,3})$/, `$1${decimal}$2`)));
  const keyOf = (row: readonly string[]) => row.slice(0, keys).join(", ");
  const [expectedByKey, foundByKey] = [Map.groupBy(wanted, keyOf), Map.groupBy(found, keyOf)];
  const all = [...new Set([...expectedByKey.keys(), ...foundByKey.keys()])];
  return all.flatMap((key) =>
    compareRows(columns, expectedByKey.get(key) ?? [], foundByKey.get(key) ?? []).map(
      (what) => `file “${title}”${key === "" ? "" : `, ${key}`}: ${what}`,
    ),
  );
}

/** Rows of one key. Those that are the same are set aside; the others are compared in pairs. */
function compareRows(
  columns: readonly string[],
  expected: readonly (readonly string[])[],
  found: readonly (readonly string[])[],
): readonly string[] {
  if (expected.length !== found.length) return [`${expected.length} lines by the tables, ${found.length} in the file`];
  const textOf = (row: readonly string[]) => JSON.stringify(row);
  const left = Map.groupBy(found, textOf);
  const unmatched = expected.filter((row) => {
    const same = left.get(textOf(row)) ?? [];
    if (same.length === 0) return true;
    left.set(textOf(row), same.slice(1));
    return false;
  });
  const others = [...left.values()].flat();
  return unmatched.flatMap((row, index) =>
    columns.flatMap((column, place) =>
      row[place] === others[index]?.[place]
        ? []
        : [`${column} is ${row[place] || "empty"} by the tables, ${others[index]?.[place] || "empty"} in the file`],
    ),
  );
}
