import { isWeightUnit, type StoredWeight, type WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { MAX_WEIGHT_STEP } from "#app/values/limits.ts";
import { cutText } from "#app/values/text.ts";
import { textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import type { Note } from "./problems.ts";

/** Unit, step and least weight of a product. What is not understood, or has no column, is absent: unchanged. */
export function readWeight(records: readonly ImportRecord[], note: Note): Partial<StoredWeight> {
  const [record] = records;
  if (record === undefined) return {};
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
  // Square names a unit for each variation.
  const cells = [...new Set(records.map((each) => textOf(each, "weightUnit")).filter((cell) => cell !== ""))];
  const [unit, ...others] = [...new Set(cells.map(unitOf))];
  const isUnclear = unit === "unknown" || others.length > 0;
  if (isUnclear) leaveOut("unit of the price", cells.join(", "), "Enter kg, 100g, lb or piece, and check the price.");
  const step = number("weightStep", "step of the weight");
  const least = number("weightMin", "least weight");
  return {
    ...(unit === undefined || isUnclear ? {} : { weightUnit: unit }),
    ...(step === undefined ? {} : { weightStep: step }),
    ...(least === undefined ? {} : { weightMin: least }),
  };
}

/**
 * Whether the file counts the stock of a product sold by weight in something else than steps: a file with steps of its own has a column for them.
 */
export function countsNoSteps({ weightUnit = null }: Partial<StoredWeight>, { cells }: ImportRecord): boolean {
  return weightUnit !== null && cells.weightStep === undefined;
}

const NO_WEIGHT: ReadonlySet<string> = new Set(["piece", "no", "each", "item"]);

/** Other names of the units. What is not here, such as ounces, is not guessed. */
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

/** Whether a file counts a product in pieces, as the shop does: it names no unit of weight. */
export function isByPiece(cell: string): boolean {
  return cell.trim() === "" || unitOf(cell) === null;
}

function unitOf(cell: string): WeightUnit | null | "unknown" {
  const text = cell.trim().toLowerCase().replaceAll(PRECISION, "").replaceAll(/[\s/]/g, "");
  if (NO_WEIGHT.has(text)) return null;
  return isWeightUnit(text) ? text : (UNIT_NAMES[text] ?? "unknown");
}
