import { groupedNumber } from "#app/values/number.ts";
import { barcodeProblem, tidyBarcode } from "#app/catalogue/domain/codes/product-codes.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";
import { MAX_CODE_LENGTH, MAX_VENDOR_LENGTH, MAX_WEIGHT_GRAMS } from "#app/values/limits.ts";
import { amountText, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { cutText } from "#app/values/text.ts";
import { foreignCurrency, plainNumber, readAmount, type DecimalSign } from "./amount.ts";
import { noteLeftOut, textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

export interface ProductCodes {
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly vendor: string | null;
  readonly weightGrams: number | null;
  readonly costCents: Cents | null;
}

type CodeColumn = "sku" | "productSku" | "barcode" | "productBarcode" | "vendor" | "weight" | "cost";
const NO_RECORD: ImportRecord = { line: 0, cells: {} };
/** A parsed cell, or the problem for the report. */
export type Read<Value> = { readonly value: Value } | { readonly problem: string };

/** The amount formats of the file and the shop. */
export interface AmountOptions {
  readonly decimal: DecimalSign;
  readonly format: MoneyFormat;
}

/**
 * SKU, barcode, vendor, weight and cost of a product. Other shops have them per variant: values that differ belong to the variants
 * (`readVariantStock`).
 */
export function readCodes(
  records: readonly ImportRecord[],
  titles: readonly string[],
  { decimal, format }: AmountOptions,
  note: Note,
): Partial<ProductCodes> {
  const [first] = records;
  const own = (column: "sku" | "barcode", ofProduct: "productSku" | "productBarcode"): CodeColumn | null => {
    if (textOf(first ?? NO_RECORD, ofProduct) !== "") return ofProduct;
    return titles.length > 0 && areOfVariants(records, column) ? null : column;
  };
  const ofProduct = (column: OverridableColumn) => (titles.length > 0 && isOverridden(records, column) ? null : column);
  const one = <Value>(column: CodeColumn | null, words: string, read: (cell: string) => Read<Value>): Value | null | undefined =>
    column === null ? undefined : readOne(records, column, { words, read, note });
  return {
    sku: one(own("sku", "productSku"), "SKU", (cell) => fitting(cell, MAX_CODE_LENGTH)),
    barcode: one(own("barcode", "productBarcode"), "barcode", readBarcode),
    vendor: one(ofProduct("vendor"), "vendor", readVendor),
    weightGrams: one(ofProduct("weight"), "weight", (cell) => readWeight(cell, decimal)),
    costCents: one(ofProduct("cost"), "cost", (cell) => readCost(cell, { decimal, format })),
  };
}

/** Whether the variants have their own codes, other than one shared by every row. */
export function areOfVariants(records: readonly ImportRecord[], column: "sku" | "barcode"): boolean {
  const own = records[0]?.cells[column === "sku" ? "productSku" : "productBarcode"] !== undefined;
  const cells = new Set(records.filter((record) => textOf(record, "price") !== "").map((record) => textOf(record, column)));
  return own ? cells.size > 1 || !cells.has("") : cells.size > 1;
}

/** Columns of a product's values, with the columns that this shop's own files use for variants. */
export const OVERRIDE_COLUMNS = { vendor: "variantVendor", weight: "variantWeight", cost: "variantCost" } as const;
export type OverridableColumn = keyof typeof OVERRIDE_COLUMNS;

/** Whether the product's column contains the variants' own values: they differ, and the variants have no column. */
export function isOverridden(records: readonly ImportRecord[], column: OverridableColumn): boolean {
  if (records.some(({ cells }) => cells[OVERRIDE_COLUMNS[column]] !== undefined)) return false;
  return new Set(records.map((record) => textOf(record, column)).filter((cell) => cell !== "")).size > 1;
}

/** The common value of all rows; undefined = no such column, or invalid: unchanged. */
function readOne<Value>(
  records: readonly ImportRecord[],
  column: CodeColumn,
  { words, read, note }: { readonly words: string; readonly read: (cell: string) => Read<Value>; readonly note: Note },
): Value | null | undefined {
  const [first] = records;
  if (first?.cells[column] === undefined) return undefined;
  const cells = new Set(records.map((record) => textOf(record, column)).filter((cell) => cell !== ""));
  const [cell, ...others] = cells;
  if (cell === undefined) return null;
  if (others.length > 0) {
    const shown = [...cells].slice(0, 3).map((each) => cutText(each, 30));
    const more = cells.size > shown.length ? ` and ${cells.size - shown.length} more` : "";
    note(
      first.line,
      "detail",
      `The rows of "${cutText(textOf(first, "title"), 60)}" differ in ${words}: ${shown.join(", ")}${more}. A product has one ${words}, so none is taken.`,
    );
    return undefined;
  }
  const found = read(cell);
  if ("value" in found) return found.value;
  noteLeftOut(first, words, cell, found.problem, note);
  return undefined;
}

function fitting(cell: string, most: number): Read<string> {
  return cell.length > most ? { problem: `Use at most ${most} characters.` } : { value: cell };
}

export function readVendor(cell: string): Read<string> {
  return fitting(cell, MAX_VENDOR_LENGTH);
}

export function readBarcode(cell: string): Read<string> {
  // Spreadsheets write long numbers as 4.00638E+12, which loses digits.
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell))
    return { problem: "A spreadsheet has rounded it. Format the column as text before you save the file." };
  const barcode = tidyBarcode(cell);
  const problem = barcodeProblem(barcode);
  return problem === null ? fitting(barcode, MAX_CODE_LENGTH) : { problem };
}

const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237, lbs: 453.59237 };

/** "250", "0.25 kg", "8 oz" → whole grams; 0 = none. */
export function readWeight(cell: string, decimal: DecimalSign): Read<number | null> {
  const [, spaced = "", unit = "g"] = /^([\d.,\s]+?)\s*(g|kg|oz|lbs?)?$/i.exec(cell) ?? [];
  const digits = spaced.replaceAll(/\s/g, "");
  const factor = GRAMS[unit.toLowerCase()] ?? 1;
  // Thousandths of a gram are implausible: here the file's decimal separator may still group thousands.
  if (factor === 1 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && digits.includes(decimal))
    return { problem: `Write ${digits.replace(decimal, "")} or ${digits.split(decimal)[0]}, without thousandths of a gram.` };
  const plain = /\d/.test(digits) ? plainNumber(digits, decimal) : null;
  const grams = plain === null ? Number.NaN : Math.round(Number(plain) * factor);
  if (!(grams >= 0 && grams <= MAX_WEIGHT_GRAMS))
    return { problem: `Enter grams from 0 to ${groupedNumber(MAX_WEIGHT_GRAMS)}, or a weight such as 0.25 kg.` };
  return { value: grams === 0 ? null : grams };
}

/** An amount in the shop's currency, in cents. */
export function readCost(cell: string, { decimal, format }: AmountOptions): Read<number> {
  const foreign = foreignCurrency(cell, format);
  if (foreign !== null) return { problem: `It is in another currency: ${foreign}` };
  const cost = readAmount(cell, decimal, format.currency);
  if (!cost.ok) return { problem: cost.error };
  return cost.value < 0 || cost.value > MAX_PRODUCT_PRICE_CENTS
    ? { problem: `Enter an amount from 0 to ${amountText(MAX_PRODUCT_PRICE_CENTS, format.currency)}.` }
    : { value: cost.value };
}
