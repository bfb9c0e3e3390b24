import { FILE_COLUMNS, headingsOf, isFileColumn } from "./columns.ts";
import { guessDecimalSign, type DecimalSign } from "./amount.ts";
import { attributeColumnOf, isWooColumn, parseAttributeColumn, WOO_COLUMNS, wooHeadingsOf } from "./woocommerce/woocommerce-columns.ts";
import { capitalised, cutText } from "#app/values/text.ts";

/** File format; "table": one row per product, any headers. */
export const IMPORT_FORMATS = ["shopify", "woocommerce", "table"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Format and column mapping of a file. */
export interface ImportMapping {
  readonly format: ImportFormat;
  /** Our column per file column; null: ignored. */
  readonly columns: readonly (string | null)[];
  readonly decimal: DecimalSign;
}

/** Several columns may hold these: "Image 1", "Image 2". */
const MAY_REPEAT: readonly string[] = ["imageSrc", "tags", "categories", "images"];

/** The likely format and mapping for headers and first rows. @param format if known, not guessed */
export function guessMapping(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  format: ImportFormat = guessFormat(headings),
): ImportMapping {
  const columns = format === "woocommerce" ? wooColumns(headings) : fileColumns(headings);
  const prices = rows.flatMap((row) =>
    columns.flatMap((column, index) => (column !== null && /price|compareAt/i.test(column) ? [row[index] ?? ""] : [])),
  );
  return { format, columns, decimal: guessDecimalSign(prices) };
}

function guessFormat(headings: readonly string[]): ImportFormat {
  const woo = new Set(wooColumns(headings).filter((column) => column !== null));
  const hasAttributes = headings.some((heading) => attributeColumnOf(heading) !== null);
  if (woo.has("regularPrice") && woo.has("name") && (woo.has("type") || hasAttributes) && woo.size >= 5) return "woocommerce";
  const names = headings.map(plain);
  const isShopify =
    names.some((name) => ["handle", "url handle"].includes(name)) && names.some((name) => /^(?:variant )?price$/.test(name));
  return isShopify ? "shopify" : "table";
}

function fileColumns(headings: readonly string[]): readonly (string | null)[] {
  const columns = assign(
    headings,
    FILE_COLUMNS.map((column) => [column, headingsOf(column)]),
  );
  for (const [column, start] of OF_A_PLACE) {
    const at = headings.findIndex((heading, index) => plain(heading).startsWith(start) && columns[index] === null);
    if (at !== -1 && !columns.includes(column)) columns[at] = column;
  }
  return columns;
}

/** Square adds the location: "Current Quantity Main Street". The first location counts. */
const OF_A_PLACE = [
  ["inventoryQuantity", "current quantity"],
  ["lowStockOn", "stock alert enabled"],
  ["lowStock", "stock alert count"],
] as const;

function wooColumns(headings: readonly string[]): readonly (string | null)[] {
  const known = assign(
    headings,
    WOO_COLUMNS.map((column) => [column, wooHeadingsOf(column)]),
  );
  const taken = new Set<string>();
  return known.map((column, index) => {
    if (column !== null) return column;
    const attribute = attributeColumnOf(headings[index] ?? "");
    if (attribute === null || taken.has(attribute)) return null;
    taken.add(attribute);
    return attribute;
  });
}

/** Assigns the best header to each column, once. */
function assign(headings: readonly string[], wanted: readonly (readonly [string, readonly string[]])[]): (string | null)[] {
  const columns: (string | null)[] = headings.map(() => null);
  const names = headings.map(plain);
  for (const [column, known] of wanted) {
    for (const heading of known.map(plain)) {
      const at = names.findIndex((name, index) => name === heading && columns[index] === null);
      if (at === -1) continue;
      columns[at] = column;
      break;
    }
  }
  return columns;
}

function plain(heading: string): string {
  return heading.normalize("NFKD").replaceAll(/\p{M}/gu, "").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

const WORDS: Readonly<Record<string, string>> = { title: "name", price: "price", name: "name", regularPrice: "regular price" };

const WANTED: Readonly<Record<ImportMapping["format"], readonly string[]>> = {
  woocommerce: ["name", "regularPrice"],
  shopify: ["handle", "title", "price"],
  table: ["title", "price"],
};

/** Errors of this mapping; null if valid. */
export function mappingProblem({ format, columns }: ImportMapping, headings: readonly string[]): string | null {
  const missing = WANTED[format].filter((column) => !columns.includes(column));
  if (missing.length > 0)
    return [
      `The file has no column for the ${missing.map((column) => WORDS[column] ?? column).join(" and the ")}.`,
      `Its first line must be a heading that names the columns; found: ${quoted(headings)}.`,
      ...missing.map((column) => `For the ${WORDS[column] ?? column} these are understood: ${headingsFor(format, column).join(", ")}.`),
    ].join(" ");
  const twice = columns.find((column, index) => column !== null && columns.indexOf(column) !== index && !MAY_REPEAT.includes(column));
  return twice === undefined || twice === null ? null : `Two columns are read as “${columnLabel(twice)}”; choose one of them.`;
}

const MOST_HEADINGS_NAMED = 12;

function quoted(headings: readonly string[]): string {
  const named = headings.filter((heading) => heading !== "").map((heading) => `“${cutText(heading, 40)}”`);
  const more = named.length > MOST_HEADINGS_NAMED ? ` and ${named.length - MOST_HEADINGS_NAMED} more` : "";
  return named.length === 0 ? "nothing" : named.slice(0, MOST_HEADINGS_NAMED).join(", ") + more;
}

function headingsFor(format: ImportFormat, column: string): readonly string[] {
  if (format === "woocommerce") return isWooColumn(column) ? wooHeadingsOf(column) : [];
  return isFileColumn(column) ? headingsOf(column) : [];
}

/** Ignored headers, once each. */
export function ignoredHeadings({ columns }: Pick<ImportMapping, "columns">, headings: readonly string[]): readonly string[] {
  return [...new Set(headings.filter((heading, index) => heading !== "" && (columns[index] ?? null) === null))];
}

/** Whether this mapping exists in this format. */
export function isColumnOf(format: ImportFormat, column: string): boolean {
  return format === "woocommerce" ? isWooColumn(column) || parseAttributeColumn(column) !== null : isFileColumn(column);
}

/** "regularPrice" → "Regular price", "attribute 2 values" → "Attribute 2 values" */
export function columnLabel(column: string): string {
  const words = column
    .replaceAll(/([A-Z])/g, " $1")
    .replaceAll(/(?<=[a-z])(\d)/g, " $1")
    .toLowerCase()
    .replace(/^seo /, "SEO ")
    .replace(/^id$/, "ID")
    .replace(/^sku$/, "SKU")
    .replace("src", "address");
  return capitalised(words);
}

/** All possible mappings of a column in this format, in display order. */
export function columnsOf(format: ImportFormat, mapped: readonly (string | null)[]): readonly string[] {
  if (format !== "woocommerce") return FILE_COLUMNS;
  const attributes = mapped.flatMap((column) => (column !== null && parseAttributeColumn(column) !== null ? [column] : []));
  return [...WOO_COLUMNS, ...new Set(attributes)];
}
