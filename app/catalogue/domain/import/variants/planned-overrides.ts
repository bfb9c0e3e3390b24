import { textOf } from "#app/catalogue/domain/import/cells.ts";
import {
  isOverridden,
  OVERRIDE_COLUMNS,
  readCost,
  readVendor,
  readWeight,
  type AmountOptions,
  type OverridableColumn,
  type Read,
} from "#app/catalogue/domain/import/codes.ts";
import { headingOf, type FileColumn, type ImportRecord } from "#app/catalogue/domain/import/columns.ts";
import { readLevel } from "#app/catalogue/domain/import/order-rules.ts";
import type { Note } from "#app/catalogue/domain/import/problems.ts";
import type { StoredOverrides } from "#app/catalogue/domain/variants/variant-record.ts";
import { keysOf, withoutUndefined } from "#app/values/narrow.ts";
import { cutText } from "#app/values/text.ts";

/** A variant's value in the file; null: the product's; missing: no such column, unchanged. */
export type PlannedOverrides = { readonly [Name in keyof StoredOverrides]?: StoredOverrides[Name] | undefined };

/** Reads the overrides of a row. @param rows all rows of the product */
export function overridesReader(
  rows: readonly ImportRecord[],
  { decimal, format }: AmountOptions,
  note: Note,
): (record: ImportRecord) => PlannedOverrides {
  const hasLevels = rows.some(({ cells }) => cells.variantLowStock !== undefined);
  const columns = { vendor: columnOf(rows, "vendor"), weight: columnOf(rows, "weight"), cost: columnOf(rows, "cost") };
  const levelOf = (record: ImportRecord) =>
    record.cells.variantLowStock === undefined ? null : readLevel(record, "variantLowStock", note);
  const read = <Value>(record: ImportRecord, column: OverridableColumn, parse: (cell: string) => Read<Value>) => {
    const source = columns[column];
    return source === null || source === undefined
      ? source
      : readOverride(textOf(record, source), parse, (problem) => note(record.line, "detail", problem), column);
  };
  return (record) =>
    withoutUndefined({
      lowStock: hasLevels ? levelOf(record) : undefined,
      vendor: read(record, "vendor", readVendor),
      weightGrams: read(record, "weight", (cell) => readWeight(cell, decimal)),
      costCents: read(record, "cost", (cell) => readCost(cell, { decimal, format })),
    });
}

/** The column of the variants' own values; null: all use the product's; undefined: the file has neither. */
function columnOf(rows: readonly ImportRecord[], column: OverridableColumn): FileColumn | null | undefined {
  const has = (name: FileColumn) => rows.some(({ cells }) => cells[name] !== undefined);
  if (has(OVERRIDE_COLUMNS[column])) return OVERRIDE_COLUMNS[column];
  if (isOverridden(rows, column)) return column;
  return has(column) ? null : undefined;
}

/** null: an empty cell; undefined: invalid, unchanged. */
function readOverride<Value>(
  cell: string,
  parse: (cell: string) => Read<Value>,
  note: (problem: string) => void,
  words: string,
): Value | null | undefined {
  if (cell === "") return null;
  const read = parse(cell);
  if ("value" in read) return read.value;
  note(`The ${words} "${cutText(cell, 30)}" is left out. ${read.problem}`);
  return undefined;
}

const PRODUCT_COLUMNS = { variantLowStock: "lowStock", variantVendor: "vendor", variantWeight: "weight", variantCost: "cost" } as const;

/** Reports variant values in the rows of a product without options. */
export function noteOverrides([first]: readonly ImportRecord[], note: Note): void {
  if (first === undefined) return;
  for (const column of keysOf(PRODUCT_COLUMNS))
    if (textOf(first, column) !== "")
      note(
        first.line,
        "detail",
        `“${headingOf(column)}” is left out: this product has no options. Use “${headingOf(PRODUCT_COLUMNS[column])}”.`,
      );
}
