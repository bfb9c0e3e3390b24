import { isWeightUnit, type StoredWeight, type WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { MAX_WEIGHT_STEP } from "#app/values/limits.ts";
import { noteLeftOut, readNumber, textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

/** Unit, step and least weight of a product. Undefined = invalid or no column: unchanged. */
export function readWeight(records: readonly ImportRecord[], note: Note): Partial<StoredWeight> {
  const [record] = records;
  if (record === undefined) return {};
  const range = [1, MAX_WEIGHT_STEP] as const;
  const unit = "whole grams, or hundredths of a pound,";
  return {
    weightUnit: readUnit(record, records, note),
    weightStep: readNumber(record, { column: "weightStep", words: "step of the weight", range, unit }, note),
    weightMin: readNumber(record, { column: "weightMin", words: "least weight", range, unit }, note),
  };
}

/** Square has a unit per variation. */
function readUnit(first: ImportRecord, records: readonly ImportRecord[], note: Note): WeightUnit | null | undefined {
  const cells = [...new Set(records.map((each) => textOf(each, "weightUnit")).filter((cell) => cell !== ""))];
  const [unit, ...others] = [...new Set(cells.map(unitOf))];
  if (unit !== "unknown" && others.length === 0) return unit;
  noteLeftOut(first, "unit of the price", cells.join(", "), "Enter kg, 100g, lb or piece, and check the price.", note);
  return undefined;
}

/** Whether the file counts the stock of a product sold by weight in another unit than steps: a file with steps has a column for them. */
export function countsNoSteps({ weightUnit = null }: Partial<StoredWeight>, { cells }: ImportRecord): boolean {
  return weightUnit !== null && cells.weightStep === undefined;
}

const NO_WEIGHT: ReadonlySet<string> = new Set(["piece", "no", "each", "item"]);

/** Other names of the units. Unknown ones, such as ounces, are not guessed. */
const UNIT_NAMES: Readonly<Record<string, WeightUnit>> = {
  kgs: "kg",
  kilogram: "kg",
  kilograms: "kg",
  kilogramm: "kg",
  lbs: "lb",
  pound: "lb",
  pounds: "lb",
};

/** The decimals that Square allows next to the unit: ".00", "0.01", "(.000)". "5 lb" is another unit. */
const PRECISION = /^\(?0?[.,]0*1?\)?\s+|\s+\(?0?[.,]0*1?\)?$/g;

/** Whether a cell means counting in pieces: it names no unit of weight. */
export function isByPiece(cell: string): boolean {
  return cell.trim() === "" || unitOf(cell) === null;
}

function unitOf(cell: string): WeightUnit | null | "unknown" {
  const text = cell.trim().toLowerCase().replaceAll(PRECISION, "").replaceAll(/[\s/]/g, "");
  if (NO_WEIGHT.has(text)) return null;
  return isWeightUnit(text) ? text : (UNIT_NAMES[text] ?? "unknown");
}
