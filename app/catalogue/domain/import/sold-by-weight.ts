import { isWeightUnit, type StoredWeight, type WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { MAX_WEIGHT_STEP } from "#app/values/limits.ts";
import { cutText } from "#app/values/text.ts";
import { textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

/** Unit, step and least weight of a product's first row. What is not understood, or has no column, is absent: unchanged. */
export function readWeight(record: ImportRecord, note: Note): Partial<StoredWeight> {
  const leaveOut = (what: string, cell: string, advice: string) => {
    const title = cutText(textOf(record, "title"), 60);
    note(record.line, "detail", `The ${what} "${cutText(cell, 30)}" of "${title}" is left out. ${advice}`);
  };
  const number = (column: "weightStep" | "weightMin", what: string) => {
    if (record.cells[column] === undefined) return undefined;
    const cell = textOf(record, column);
    if (cell === "") return null;
    const value = /^\d{1,6}$/.test(cell) ? Number(cell) : 0;
    if (value >= 1 && value <= MAX_WEIGHT_STEP) return value;
    leaveOut(what, cell, `Enter whole grams, or hundredths of a pound, from 1 to ${MAX_WEIGHT_STEP}.`);
    return undefined;
  };
  const unit = record.cells.weightUnit === undefined ? undefined : unitOf(textOf(record, "weightUnit"));
  if (unit === "unknown") leaveOut("unit of the price", textOf(record, "weightUnit"), "Enter kg, 100g, lb or piece.");
  const step = number("weightStep", "step of the weight");
  const least = number("weightMin", "least weight");
  return {
    ...(unit === undefined || unit === "unknown" ? {} : { weightUnit: unit }),
    ...(step === undefined ? {} : { weightStep: step }),
    ...(least === undefined ? {} : { weightMin: least }),
  };
}

const NO_WEIGHT: ReadonlySet<string> = new Set(["", "piece", "no", "each", "item"]);

function unitOf(cell: string): WeightUnit | null | "unknown" {
  const text = cell.toLowerCase().replaceAll(/[\s/]/g, "");
  if (NO_WEIGHT.has(text)) return null;
  return isWeightUnit(text) ? text : "unknown";
}
