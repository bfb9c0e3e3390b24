import { MAX_CODE_LENGTH } from "#app/values/limits.ts";
import { cutText } from "#app/values/text.ts";
import { textOf } from "#app/catalogue/domain/import/cells.ts";
import { areOfVariants, readBarcode, type AmountOptions } from "#app/catalogue/domain/import/codes.ts";
import type { ImportRecord } from "#app/catalogue/domain/import/columns.ts";
import { isCounted, readQuantity } from "#app/catalogue/domain/import/product-stock.ts";
import type { Note } from "#app/catalogue/domain/import/problems.ts";
import { OVERRIDES } from "#app/catalogue/domain/variants/variant-record.ts";
import { noteOverrides, overridesReader, type PlannedOverrides } from "./planned-overrides.ts";

/** A variant's SKU, barcode, stock and overrides from a file. */
export interface PlannedVariant extends PlannedOverrides {
  readonly line: number;
  readonly values: readonly string[];
  /** undefined in these three: no such column, unchanged. */
  readonly sku: string | null | undefined;
  readonly barcode: string | null | undefined;
  /** null = not counted. */
  readonly stock: number | null | undefined;
}

const OPTION_VALUES = ["option1Value", "option2Value", "option3Value"] as const;

/**
 * The variants' own values in the rows of a product with options; undefined: none. A SKU or barcode shared by all rows is the product's.
 */
export function readVariantStock(
  records: readonly ImportRecord[],
  titles: readonly string[],
  amounts: AmountOptions,
  note: Note,
): readonly PlannedVariant[] | undefined {
  if (titles.length === 0) {
    noteOverrides(records, note);
    return undefined;
  }
  const rows = records.filter((record) => textOf(record, "price") !== "");
  const [hasSkus, hasBarcodes] = [areOfVariants(rows, "sku"), areOfVariants(rows, "barcode")];
  const has = (column: "sku" | "barcode" | "inventoryQuantity") => rows.some(({ cells }) => cells[column] !== undefined);
  const absent = { sku: has("sku") ? null : undefined, barcode: has("barcode") ? null : undefined };
  const readCount = has("inventoryQuantity")
    ? (record: ImportRecord) => (isCounted(record) ? readQuantity(record, note) : null)
    : () => undefined;
  const readOverrides = overridesReader(records, amounts, note);
  const taken = new Set(records.slice(0, 1).map((record) => textOf(record, "productSku").toLowerCase()));
  const variants = rows.map((record): PlannedVariant => {
    const sku = hasSkus ? readSku(record, taken, note) : absent.sku;
    return {
      line: record.line,
      values: titles.map((_, index) => textOf(record, OPTION_VALUES[index] ?? "option1Value")),
      sku,
      barcode: hasBarcodes ? barcodeOf(record, note) : absent.barcode,
      stock: readCount(record),
      ...readOverrides(record),
    };
  });
  return whereAny(variants);
}

/** undefined: the file has no values for variants. */
function whereAny(variants: readonly PlannedVariant[]): readonly PlannedVariant[] | undefined {
  const hasAny = variants.some((variant) =>
    [variant.sku, variant.barcode, variant.stock, ...OVERRIDES.map((name) => variant[name])].some((each) => each != null),
  );
  return hasAny ? variants : undefined;
}

/** As read by a version without levels of variants. */
export function withoutLevels(variants: readonly PlannedVariant[] | undefined): readonly PlannedVariant[] | undefined {
  return variants && whereAny(variants.map(({ lowStock: _unknown, ...variant }) => variant));
}

/** Overrides that the first versions with variants did not read. */
export const LATER_OVERRIDES = ["vendor", "weightGrams", "costCents"] as const;

/** As read by those versions. */
export function withoutLaterOverrides(variants: readonly PlannedVariant[] | undefined): readonly PlannedVariant[] | undefined {
  return variants && whereAny(variants.map(({ vendor: _vendor, weightGrams: _weight, costCents: _cost, ...variant }) => variant));
}

function readSku(record: ImportRecord, taken: Set<string>, note: Note): string | null {
  const sku = textOf(record, "sku");
  if (sku === "") return null;
  const leftOut = (reason: string) => {
    note(record.line, "detail", `The SKU "${cutText(sku, 30)}" is left out. ${reason}`);
    return null;
  };
  if (sku.length > MAX_CODE_LENGTH) return leftOut(`Use at most ${MAX_CODE_LENGTH} characters.`);
  if (taken.has(sku.toLowerCase())) return leftOut("Another variant of this product has it.");
  taken.add(sku.toLowerCase());
  return sku;
}

function barcodeOf(record: ImportRecord, note: Note): string | null {
  const cell = textOf(record, "barcode");
  if (cell === "") return null;
  const read = readBarcode(cell);
  if ("value" in read) return read.value;
  note(record.line, "detail", `The barcode "${cutText(cell, 30)}" is left out. ${read.problem}`);
  return null;
}
