import type { OrderRules } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { MAX_LEAD_HOURS, MAX_PER_ORDER, MAX_STOCK } from "#app/values/limits.ts";
import { cutText } from "#app/values/text.ts";
import { isYes, textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

/** Lead time, largest quantity, pickup only and low stock level of a product's first row. What is not understood, or has no column, is absent: unchanged. */
export function readOrderRules(record: ImportRecord, note: Note): Partial<OrderRules & { readonly lowStock: number | null }> {
  const leadHours = readNumber(record, { column: "leadHours", words: "lead time", range: [0, MAX_LEAD_HOURS] }, note);
  const maxPerOrder = readNumber(record, { column: "maxPerOrder", words: "largest quantity per order", range: [1, MAX_PER_ORDER] }, note);
  const lowStock = readLevel(record, "lowStock", note);
  return {
    ...(lowStock === undefined ? {} : { lowStock }),
    ...(leadHours === undefined ? {} : { leadHours: leadHours ?? 0 }),
    ...(maxPerOrder === undefined ? {} : { maxPerOrder }),
    ...(record.cells.pickupOnly === undefined ? {} : { isPickupOnly: isYes(textOf(record, "pickupOnly")) }),
  };
}

/** A low stock level; null: an empty cell, undefined: no such column, or not understood. */
export function readLevel(record: ImportRecord, column: "lowStock" | "variantLowStock", note: Note): number | null | undefined {
  return readNumber(record, { column, words: "low stock level", range: [0, MAX_STOCK] }, note);
}

interface NumberColumn {
  readonly column: "leadHours" | "maxPerOrder" | "lowStock" | "variantLowStock";
  readonly words: string;
  readonly range: readonly [least: number, most: number];
}

function readNumber(record: ImportRecord, { column, words, range: [least, most] }: NumberColumn, note: Note): number | null | undefined {
  if (record.cells[column] === undefined) return undefined;
  const cell = textOf(record, column);
  if (cell === "") return null;
  const value = /^\d{1,7}$/.test(cell) ? Number(cell) : Number.NaN;
  if (value >= least && value <= most) return value;
  const title = textOf(record, "title");
  const of = title === "" ? "" : ` of "${cutText(title, 60)}"`;
  note(record.line, "detail", `The ${words} "${cutText(cell, 30)}"${of} is left out. Enter a whole number from ${least} to ${most}.`);
  return undefined;
}
