import { cutText } from "#app/values/text.ts";
import { MAX_STOCK } from "#app/values/limits.ts";
import { textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";
import type { ProductDetails } from "./product-details.ts";

/**
 * The stock of the product itself. For products with options, files count the variants (`readVariantStock`); our own files have a column
 * for both.
 */
export function readStock(records: readonly ImportRecord[], titles: readonly string[], note: Note): number | null | undefined {
  const [first] = records;
  if (titles.length > 0 && first?.cells.productStock !== undefined)
    return textOf(first, "productStock") === "" ? null : readQuantity(first, note, "productStock");
  if (first?.cells.inventoryQuantity === undefined) return undefined;
  return isCounted(first) && titles.length === 0 ? readQuantity(first, note) : null;
}

/** A row's quantity; null, with a note, if it is not a whole number. */
export function readQuantity(
  record: ImportRecord,
  note: Note,
  column: "inventoryQuantity" | "productStock" = "inventoryQuantity",
): number | null {
  const cell = textOf(record, column);
  const quantity = Number(cell);
  if (Number.isInteger(quantity) && cell !== "") return Math.min(MAX_STOCK, Math.max(0, quantity));
  note(record.line, "detail", `The quantity "${cutText(cell, 30)}" is not a whole number, so the stock is not counted.`);
  return null;
}

/** For another shop's product with counted variants: on sale, because the variants' stock decides. Our own column takes precedence. */
export function readVariantsSoldOut(
  records: readonly ImportRecord[],
  titles: readonly string[],
): Partial<Pick<ProductDetails, "isSoldOut" | "soldOutUntil">> {
  const variants = records.filter((record) => textOf(record, "price") !== "");
  const counted = variants.filter(isCounted);
  if (titles.length === 0 || counted.length === 0 || records[0]?.cells.soldOut !== undefined) return {};
  return { isSoldOut: false, soldOutUntil: null };
}

/** Whether the file counts the row's stock and stops its sale at zero. */
export function isCounted(record: ImportRecord): boolean {
  const { inventoryTracker, inventoryQuantity } = record.cells;
  if (inventoryQuantity === undefined) return false;
  return (
    textOf(record, inventoryTracker === undefined ? "inventoryQuantity" : "inventoryTracker") !== "" &&
    !["continue", "true"].includes(textOf(record, "inventoryPolicy").toLowerCase())
  );
}
