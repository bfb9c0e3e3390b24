import { parseCsv, type FileFormat } from "./csv.ts";

/** The expected content of a downloadable file, according to the tables. */
export interface ExpectedFile {
  /** The name in messages: "dashboard, days". */
  readonly title: string;
  readonly address: string;
  /** The compared columns; the file may have more. */
  readonly columns: readonly string[];
  /** The number of key columns; 0: whole rows are compared, in any order. */
  readonly keys: number;
  /** Amounts with a decimal point, whatever the file uses. */
  readonly rows: readonly (readonly string[])[];
}

/** The shop's response. */
export interface AnsweredFile {
  readonly status: number;
  readonly text: string;
}

/** Describes the differences between a file and the tables. */
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

/** Rows with the same key. Equal rows are removed; the others are compared in pairs. */
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
