import type { OrderRules } from "#app/catalogue/domain/order-rules/order-rules.ts";
import { MAX_LEAD_HOURS, MAX_PER_ORDER, MAX_STOCK } from "#app/values/limits.ts";
import { cutText } from "#app/values/text.ts";
import { isYes, textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

/** Lead time, largest quantity, pickup only and low stock level of a product's first row. What is not understood, or has no column, is absent: unchanged. */
export function readOrderRules(record: ImportRecord, note: Note): Partial<OrderRules & { readonly lowStock: number | null }> {
  const number = (column: "leadHours" | "maxPerOrder" | "lowStock", words: string, [least, most]: readonly [number, number]) => {
    if (record.cells[column] === undefined) return undefined;
    const cell = textOf(record, column);
    if (cell === "") return null;
    const value = /^\d{1,6}$/.test(cell) ? Number(cell) : Number.NaN;
    if (value >= least && value <= most) return value;
    const title = cutText(textOf(record, "title"), 60);
    const message = `The ${words} "${cutText(cell, 30)}" of "${title}" is left out. Enter a whole number from ${least} to ${most}.`;
    note(record.line, "detail", message);
    return undefined;
  };
  const leadHours = number("leadHours", "lead time", [0, MAX_LEAD_HOURS]);
  const maxPerOrder = number("maxPerOrder", "largest quantity per order", [1, MAX_PER_ORDER]);
  const lowStock = number("lowStock", "low stock level", [0, MAX_STOCK]);
  return {
    ...(lowStock === undefined ? {} : { lowStock }),
    ...(leadHours === undefined ? {} : { leadHours: leadHours ?? 0 }),
    ...(maxPerOrder === undefined ? {} : { maxPerOrder }),
    ...(record.cells.pickupOnly === undefined ? {} : { isPickupOnly: isYes(textOf(record, "pickupOnly")) }),
  };
}
