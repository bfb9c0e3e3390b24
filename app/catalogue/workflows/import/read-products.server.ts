import { cutText } from "#app/values/text.ts";
import { isYes } from "#app/catalogue/domain/import/cells.ts";
import { unescapeCell, type FileColumn, type ImportRecord } from "#app/catalogue/domain/import/columns.ts";
import { guessMapping, mappingProblem, type ImportMapping } from "#app/catalogue/domain/import/mapping.ts";
import type { ImportProblem } from "#app/catalogue/domain/import/problems.ts";
import { isByPiece } from "#app/catalogue/domain/import/sold-by-weight.ts";
import { splitList } from "#app/catalogue/domain/import/woocommerce/woocommerce-codes.ts";
import { wooKeys, wooParentKey, wooProduct } from "#app/catalogue/domain/import/woocommerce/woocommerce.ts";
import { parseAttributeColumn, type WooColumn } from "#app/catalogue/domain/import/woocommerce/woocommerce-columns.ts";
import type { WooRecord } from "#app/catalogue/domain/import/woocommerce/woocommerce-record.ts";
import { MAX_IMPORT_COLUMNS } from "#app/values/limits.ts";
import { groupedNumber } from "#app/values/number.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { suggestSlug } from "#app/values/addresses/slug.ts";
import { detectDialect, NotTextError, ownText, readCsvRows, type CsvDialect, type CsvRow } from "./csv-rows.server.ts";
import { importKeyOf } from "./import-handles.server.ts";

/** Opens a file, possibly several times. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** A file's facts before the import. */
export interface FileFacts {
  readonly dialect: CsvDialect;
  readonly headings: readonly string[];
  /** The first rows, to help the user choose the mapping. */
  readonly samples: readonly (readonly string[])[];
  /** Rows below the header. */
  readonly rows: number;
  /** The likeliest mapping. */
  readonly mapping: ImportMapping;
}

/** The rows of one product with its key. */
export interface ProductRows {
  readonly records: readonly ImportRecord[];
  readonly importKey: string;
}

/** Callbacks while parsing. */
export interface ReadingNotes {
  problem(problem: ImportProblem): void;
  row(): void;
  /** A product or line that is unusable; `name` "" = the line has no name. Counted as skipped. */
  broken(line: number, name: string): void;
}

const SAMPLES = 20;
/** More rows under one handle are not a product. */
const MAX_ROWS_PER_PRODUCT = 5000;

/** Reads the file once and stores nothing. The error is a sentence. */
export async function inspectFile(open: OpenFile): Promise<Result<FileFacts, string>> {
  try {
    const dialect = await detectDialect(open());
    let headings: readonly string[] | null = null;
    const samples: (readonly string[])[] = [];
    let rows = 0;
    for await (const row of readCsvRows(open(), dialect)) {
      if ("problem" in row) {
        if (headings === null) return fail(`The heading in line ${row.line} cannot be read. ${row.problem}`);
        rows += 1;
      } else if (headings === null) {
        const { length } = row.cells;
        if (length > MAX_IMPORT_COLUMNS)
          return fail(`The heading names ${groupedNumber(length)} columns. A file may have up to ${groupedNumber(MAX_IMPORT_COLUMNS)}.`);
        headings = row.cells.map((cell) => cell.trim());
      } else if (!isBlank(row)) {
        rows += 1;
        if (samples.length < SAMPLES) samples.push(row.cells);
      }
    }
    if (headings === null) return fail("The file is empty.");
    return ok({ dialect, headings, samples, rows, mapping: guessMapping(headings, samples) });
  } catch (error) {
    if (error instanceof NotTextError) return fail(error.message);
    throw error;
  }
}

interface ShopFacts {
  readonly currency: string;
  readonly now: Date;
}

/**
 * The products of a file, each with all its rows. Unreadable parts are reported with their line and skipped. Memory does not grow with the
 * file, except for the names seen and, in WooCommerce's format, for variations, which may be anywhere.
 */
export async function* readProducts(
  open: OpenFile,
  { dialect, headings }: Pick<FileFacts, "dialect" | "headings">,
  mapping: ImportMapping,
  shop: ShopFacts,
  notes: ReadingNotes,
): AsyncGenerator<ProductRows> {
  const problem = mappingProblem(mapping, headings);
  if (problem !== null) throw new Error(problem);
  noteHeadings(headings, mapping, notes);
  const rows = () => readRows(open, dialect, headings.length, notes);
  if (mapping.format === "woocommerce") yield* readWooProducts({ open, dialect, mapping }, rows, shop, notes);
  else yield* readGroups(rows(), mapping, notes);
}

/** Reports a duplicate header, which is read once. */
function noteHeadings(headings: readonly string[], { columns }: ImportMapping, notes: ReadingNotes): void {
  headings.forEach((heading, index) => {
    const first = headings.findIndex((each) => each.toLowerCase() === heading.toLowerCase());
    if (heading !== "" && first < index && columns[first] !== null && columns[index] === null)
      notes.problem({ line: 1, lost: "detail", message: `The column "${cutText(heading, 60)}" appears twice; the first one is read.` });
  });
}

/** The rows below the header; broken and odd ones are reported. */
async function* readRows(open: OpenFile, dialect: CsvDialect, width: number, notes: ReadingNotes): AsyncGenerator<CsvRow> {
  let isHeading = true;
  for await (const row of readCsvRows(open(), dialect)) {
    if (isHeading) {
      isHeading = false;
      continue;
    }
    if ("problem" in row) {
      notes.row();
      leaveOut(row, row.problem, notes);
      continue;
    }
    if (isBlank(row)) continue;
    notes.row();
    const { length } = row.cells;
    if (row.cells.slice(width).some((cell) => cell.trim() !== "")) {
      leaveOut(row, `This row has ${length} cells, the heading ${width}; a separator may be outside quotation marks.`, notes);
      continue;
    }
    if (length < width)
      notes.problem({
        line: row.line,
        lost: "detail",
        message: `This row has ${length} cells, the heading ${width}; the missing ones count as empty.`,
      });
    yield { ...row, cells: row.cells.map(withLineFeeds) };
  }
}

function leaveOut({ line }: { readonly line: number }, message: string, notes: ReadingNotes, name = ""): void {
  notes.problem({ line, lost: "row", message });
  notes.broken(line, name);
}

/** A file saved with other line ends is the same file. */
function withLineFeeds(cell: string): string {
  return cell.includes("\r") ? cell.replaceAll(/\r\n?/g, "\n") : cell;
}

function isBlank({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Adjacent rows of one handle. */
async function* readGroups(rows: AsyncIterable<CsvRow>, mapping: ImportMapping, notes: ReadingNotes): AsyncGenerator<ProductRows> {
  const seen = new Map<string, number>();
  let group: ImportRecord[] = [];
  const isByVariation = hasVariationRows(mapping);
  const hasKeys = isByVariation || mapping.columns.includes("handle") || mapping.columns.includes("sku");
  const productOf = (rowsOfProduct: readonly ImportRecord[]): ProductRows => {
    const records = isByVariation ? withVariations(rowsOfProduct) : rowsOfProduct;
    return { records, importKey: importKeyOf(mapping.format, records[0]?.cells.handle ?? "") };
  };
  const keyOf = ({ cells }: ImportRecord) => (isByVariation ? (cells.title ?? "").trim() : (cells.handle ?? ""));
  for await (const row of rows) {
    const record = toRecord(mapping, row);
    if (record === null) {
      leaveOut(row, mapping.format === "table" ? "This row has no name." : "This row has no handle.", notes);
      continue;
    }
    const handle = keyOf(record);
    if (group[0] === undefined || handle !== keyOf(group[0]) || !hasKeys) {
      if (group.length > 0) yield productOf(group);
      group = [];
      const before = seen.get(handle);
      if (before !== undefined) {
        const message = hasKeys
          ? `Rows of "${handle}" are already further up; rows of one product must be together.`
          : `"${record.cells.title ?? ""}" is already in line ${before}.`;
        leaveOut(row, message, notes, record.cells.title || handle);
        continue;
      }
      seen.set(handle, row.line);
    }
    if (group.length === MAX_ROWS_PER_PRODUCT)
      notes.problem({ line: row.line, lost: "row", message: `A product has at most ${MAX_ROWS_PER_PRODUCT} rows.` });
    else group.push(record);
  }
  if (group.length > 0) yield productOf(group);
}

/** A table such as Square's, with a row per variation of an item. */
function hasVariationRows({ format, columns }: ImportMapping): boolean {
  const isNamed = columns.includes("variation") || (columns.includes("option1Value") && !columns.includes("option1Name"));
  return format === "table" && isNamed && !columns.includes("handle");
}

const NO_OPTIONS = { option1Name: "", option1Value: "", option2Name: "", option2Value: "", option3Name: "", option3Value: "" };

/**
 * Several rows of one name are its variations, with its options if it has any. A single row is the product itself, whatever its variation's
 * name.
 */
function withVariations(records: readonly ImportRecord[]): readonly ImportRecord[] {
  const rows = records.map(({ line, cells }) => ({ line, cells: withLevel(cells, records.length > 1) }));
  if (records.length === 1) return rows.map(({ line, cells }) => ({ line, cells: { ...cells, ...NO_OPTIONS } }));
  const handle = suggestSlug(records[0]?.cells.title ?? "") || (records[0]?.cells.handle ?? "");
  const hasOptions = records.every(({ cells }) => (cells.option1Name ?? "").trim() !== "");
  return rows.map(({ line, cells }) => {
    const option1Value = cells.variation ?? cells.option1Value ?? "";
    const options = hasOptions ? {} : { ...NO_OPTIONS, option1Name: "Variation", option1Value };
    return { line, cells: { ...cells, handle, ...options } };
  });
}

/** Adds the variation's low stock level, if the file enables it per variation. The level of a weight is not in steps. */
function withLevel(cells: ImportRecord["cells"], isVariant: boolean): ImportRecord["cells"] {
  const { lowStock = "", lowStockOn, ...others } = cells;
  if (lowStockOn === undefined) return cells;
  const isLevel = isYes(lowStockOn) && isByPiece(cells.weightUnit ?? "");
  return { ...others, [isVariant ? "variantLowStock" : "lowStock"]: isLevel ? lowStock : "" };
}

/** The cells by column; null if nothing identifies the product. Cells of repeatable columns are joined. */
function toRecord({ columns, format }: ImportMapping, { line, cells }: CsvRow): ImportRecord | null {
  const named: Partial<Record<FileColumn, string>> = {};
  columns.forEach((column, index) => {
    if (column === null) return;
    const name = column as FileColumn;
    const cell = unescapeCell(cells[index] ?? "");
    const before = named[name];
    named[name] = [before ?? "", cell].filter((each) => each !== "").join(name === "categories" ? ";" : ",");
  });
  // In a table without ids, the SKU identifies the product.
  const key = named.handle ?? (format === "table" ? named.sku : undefined);
  const given = key?.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim() ?? "";
  const handle = given === "" && format === "table" ? suggestSlug(named.title ?? "") : given;
  return handle === "" ? null : { line, cells: { ...named, handle: ownText(handle) } };
}

async function* readWooProducts(
  { open, dialect, mapping }: { readonly open: OpenFile; readonly dialect: CsvDialect; readonly mapping: ImportMapping },
  rows: () => AsyncIterable<CsvRow>,
  shop: ShopFacts,
  notes: ReadingNotes,
): AsyncGenerator<ProductRows> {
  const variations = new Map<string, WooRecord[]>();
  for await (const row of readCsvRows(open(), dialect)) {
    if ("problem" in row) continue;
    const record = toWooRecord(mapping, row, VARIATION_COLUMNS);
    const parent = wooParentKey(record);
    if (parent !== null) variations.set(parent, [...(variations.get(parent) ?? []), record]);
  }
  const seen = new Map<string, number>();
  for await (const row of rows()) {
    const record = toWooRecord(mapping, row);
    if (wooParentKey(record) !== null) continue;
    const keys = wooKeys(record);
    const handle = ownText(keys[0] ?? suggestSlug(record.cells.name ?? ""));
    const before = seen.get(handle);
    if (handle === "" || before !== undefined) {
      const message = before === undefined ? "This row has no name." : `"${record.cells.name ?? ""}" is already in line ${before}.`;
      leaveOut(row, message, notes, record.cells.name);
      continue;
    }
    seen.set(handle, row.line);
    const own = keys.flatMap((key) => variations.get(key) ?? []);
    for (const key of keys) variations.delete(key);
    const product = wooProduct(record, own, handle, { decimal: mapping.decimal, ...shop });
    product.problems.forEach((problem) => notes.problem(problem));
    if (product.rows.length === 0) notes.broken(row.line, record.cells.name ?? "");
    else yield { records: product.rows, importKey: importKeyOf("woocommerce", handle) };
  }
  for (const { line } of [...variations.values()].flat())
    notes.problem({ line, lost: "row", message: "This variation belongs to a product that is not in the file." });
}

/** The columns stored for a variation until its product is read. */
const VARIATION_COLUMNS: readonly WooColumn[] = [
  "id",
  "type",
  "published",
  "saleStart",
  "saleEnd",
  "salePrice",
  "regularPrice",
  "images",
  "parent",
  "inStock",
  "stock",
  "lowStock",
  "backorders",
  "sku",
  "barcode",
  "weightKg",
  "weightG",
  "weightLbs",
  "weightOz",
  "cost",
];

function toWooRecord({ columns }: ImportMapping, { line, cells }: CsvRow, only?: readonly WooColumn[]): WooRecord {
  const named: Partial<Record<WooColumn, string>> = {};
  const attributes = new Map<number, { name: string; values: readonly string[]; isVisible: boolean }>();
  columns.forEach((column, index) => {
    if (column === null) return;
    const cell = unescapeCell(cells[index] ?? "");
    const attribute = parseAttributeColumn(column);
    if (attribute === null) {
      const name = column as WooColumn;
      if (only === undefined) named[name] = cell;
      else if (only.includes(name)) named[name] = ownText(cell);
      return;
    }
    const entry = attributes.get(attribute.number) ?? { name: "", values: [], isVisible: true };
    if (attribute.part === "name") entry.name = ownText(cell.trim());
    if (attribute.part === "values") entry.values = splitList(ownText(cell));
    if (attribute.part === "visible") entry.isVisible = cell.trim() !== "0";
    attributes.set(attribute.number, entry);
  });
  const inOrder = [...attributes.entries()].toSorted(([a], [b]) => a - b).map(([, attribute]) => attribute);
  return { line, cells: named, attributes: inOrder.filter((attribute) => attribute.name !== "") };
}
