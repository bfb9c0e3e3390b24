import type { OrderRules } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { MAX_LEAD_HOURS, MAX_PER_ORDER, MAX_STOCK } from "#app/values/limits.ts";
import { isYes, readNumber, textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

/** Lead time, largest quantity, pickup only and low stock level of a product's first row. Undefined = invalid or no column: unchanged. */
export function readOrderRules(record: ImportRecord, note: Note): Partial<OrderRules & { readonly lowStock: number | null }> {
  const leadHours = readNumber(record, { column: "leadHours", words: "lead time", range: [0, MAX_LEAD_HOURS] }, note);
  return {
    lowStock: readLevel(record, "lowStock", note),
    leadHours: leadHours === null ? 0 : leadHours,
    maxPerOrder: readNumber(record, { column: "maxPerOrder", words: "largest quantity per order", range: [1, MAX_PER_ORDER] }, note),
    isPickupOnly: record.cells.pickupOnly === undefined ? undefined : isYes(textOf(record, "pickupOnly")),
  };
}

/** A low stock level; null: an empty cell, undefined: no such column, or invalid. */
export function readLevel(record: ImportRecord, column: "lowStock" | "variantLowStock", note: Note): number | null | undefined {
  return readNumber(record, { column, words: "low stock level", range: [0, MAX_STOCK] }, note);
}
