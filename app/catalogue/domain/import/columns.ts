import { fail, ok, type Result } from "#app/values/result.ts";

/**
 * The columns of a product file that the shop understands, by our name and in the order in which Shopify writes them; ours comes last. All
 * others are ignored. Headings in the wild, compared without case: Shopify's product export first (that is what an export of ours writes), then
 * its newer names.
 */
const HEADINGS = {
  handle: ["Handle", "URL handle"],
  title: ["Title"],
  body: ["Body (HTML)", "Description"],
  type: ["Type"],
  tags: ["Tags"],
  published: ["Published", "Published on online store"],
  option1Name: ["Option1 Name"],
  option1Value: ["Option1 Value"],
  option2Name: ["Option2 Name"],
  option2Value: ["Option2 Value"],
  option3Name: ["Option3 Name"],
  option3Value: ["Option3 Value"],
  inventoryTracker: ["Variant Inventory Tracker", "Inventory tracker"],
  inventoryQuantity: ["Variant Inventory Qty", "Inventory quantity"],
  inventoryPolicy: ["Variant Inventory Policy", "Continue selling when out of stock"],
  price: ["Variant Price", "Price"],
  taxable: ["Variant Taxable", "Charge tax"],
  imageSrc: ["Image Src", "Product image URL"],
  imageAlt: ["Image Alt Text"],
  giftCard: ["Gift Card"],
  status: ["Status"],
  categories: ["Categories"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type FileColumn = keyof typeof HEADINGS;
export const FILE_COLUMNS = Object.keys(HEADINGS) as readonly FileColumn[];
const REQUIRED: readonly FileColumn[] = ["handle", "title", "price"];

/** One line of a product file; absent columns are absent, empty cells are "". `line` is where it begins, the heading being line 1. */
export interface ImportRecord {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<FileColumn, string>>>;
}

/** Which cell holds which column. */
export type ImportHeader = readonly (FileColumn | null)[];

/** The error names the columns that are missing. */
export function readHeader(headings: readonly string[]): Result<ImportHeader, string> {
  const columns = headings.map((heading) => {
    const name = heading.trim().toLowerCase();
    return FILE_COLUMNS.find((column) => HEADINGS[column].some((known) => known.toLowerCase() === name)) ?? null;
  });
  const missing = REQUIRED.filter((column) => !columns.includes(column)).map((column) => `"${HEADINGS[column][0]}"`);
  if (missing.length > 0)
    return fail(`The file has no column ${missing.join(" and no column ")}. It must be a product export with a heading in its first line.`);
  const twice = columns.find((column, index) => column !== null && columns.indexOf(column) !== index);
  return twice === undefined || twice === null ? ok(columns) : fail(`The file has the column "${HEADINGS[twice][0]}" twice.`);
}

/** The heading an export writes for a column. */
export function headingOf(column: FileColumn): string {
  return HEADINGS[column][0];
}

/**
 * A cell as it goes into a file. A spreadsheet would run a text that begins with = + - @ as a formula, so an apostrophe goes in front of it;
 * a text that begins with an apostrophe gets one more, and so every text comes back as it was.
 */
export function escapeCell(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
}

/** `escapeCell` taken back. An apostrophe in front of anything else is the text's own. */
export function unescapeCell(cell: string): string {
  return /^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell;
}
