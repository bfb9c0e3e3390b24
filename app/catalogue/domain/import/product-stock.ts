import { cutText } from "#app/values/text.ts";
import { MAX_STOCK } from "#app/values/limits.ts";
import { soldOutVariantsText, textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";
import type { ProductDetails } from "./product-details.ts";

/** Only products without options are counted. */
export function readStock(records: readonly ImportRecord[], titles: readonly string[], note: Note): number | null | undefined {
  const [first] = records;
  if (first?.cells.inventoryQuantity === undefined) return undefined;
  if (!isCounted(first)) return null;
  if (titles.length > 0) {
    note(first.line, "detail", "The stock of products with options is not counted here.");
    return null;
  }
  const cell = textOf(first, "inventoryQuantity");
  const quantity = Number(cell);
  if (Number.isInteger(quantity) && cell !== "") return Math.min(MAX_STOCK, Math.max(0, quantity));
  note(first.line, "detail", `The quantity "${cutText(cell, 30)}" is not a whole number, so the stock is not counted.`);
  return null;
}

/** Of another shop's product: sold out if every variant is counted and empty. Our own column takes precedence. */
export function readVariantsSoldOut(
  records: readonly ImportRecord[],
  titles: readonly string[],
  note: Note,
): Partial<Pick<ProductDetails, "isSoldOut" | "soldOutUntil">> {
  const variants = records.filter((record) => textOf(record, "price") !== "");
  const counted = variants.filter(isCounted);
  if (titles.length === 0 || counted.length === 0 || records[0]?.cells.soldOut !== undefined) return {};
  const gone = counted.filter((record) => Number(textOf(record, "inventoryQuantity") || Number.NaN) <= 0);
  if (gone.length > 0 && gone.length < variants.length)
    note(
      records[0]?.line ?? 0,
      "detail",
      soldOutVariantsText(
        gone.map((record) =>
          (["option1Value", "option2Value", "option3Value"] as const).map((each) => textOf(record, each)).filter(Boolean),
        ),
      ),
    );
  return { isSoldOut: gone.length === variants.length, soldOutUntil: null };
}

function isCounted(record: ImportRecord): boolean {
  const { inventoryTracker, inventoryQuantity } = record.cells;
  if (inventoryQuantity === undefined) return false;
  return (
    textOf(record, inventoryTracker === undefined ? "inventoryQuantity" : "inventoryTracker") !== "" &&
    !["continue", "true"].includes(textOf(record, "inventoryPolicy").toLowerCase())
  );
}
