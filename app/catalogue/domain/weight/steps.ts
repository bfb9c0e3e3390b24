import { MAX_QUANTITY } from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";
import {
  amountOfWeight,
  formatWeight,
  soldByWeight,
  type LineWeight,
  type SoldByWeight,
  type StoredWeight,
  type WeightUnit,
} from "./sold-by-weight.ts";

interface Sold {
  readonly name: string;
  readonly weight?: SoldByWeight | null;
}

/** So many units of a product: "3", or "300 g" of a product sold by weight. */
export function stepsText({ weight = null }: Pick<Sold, "weight">, units: number, locale: string): string {
  return weight === null ? String(units) : formatWeight(weight.step * units, weight.unit, locale);
}

/** What each number of steps weighs, from 0 on. */
export function stepTexts({ step, unit }: SoldByWeight, most: number, locale: string): readonly string[] {
  return Array.from({ length: most + 1 }, (_, steps) => formatWeight(step * steps, unit, locale));
}

/** A number of steps in words, and what it costs without options. */
export interface PricedSteps {
  readonly text: string;
  readonly price: Cents;
}

interface Priced {
  readonly price: Cents;
  readonly maxPerOrder: number | null;
}

/** What each number of steps weighs and costs, from 0 to the most per order, so that a page needs no rule of its own. */
export function pricedSteps({ price, maxPerOrder }: Priced, weight: SoldByWeight, locale: string): readonly PricedSteps[] {
  const texts = stepTexts(weight, Math.min(MAX_QUANTITY, maxPerOrder ?? MAX_QUANTITY), locale);
  return texts.map((text, steps) => ({ text, price: amountOfWeight(price, weight.step * steps, weight.unit) }));
}

/** Why so few steps are no line; null: they are enough. */
export function weightProblem(product: Sold, steps: number, locale: string): string | null {
  const { name, weight = null } = product;
  if (weight === null || steps >= weight.least) return null;
  return `${name} is sold from ${stepsText(product, weight.least, locale)}. Raise the weight to continue.`;
}

/** The stored fields that limit how much of a product an order holds. */
export interface WeightLimits extends StoredWeight {
  readonly maxPerOrder: number | null;
}

/** Why nobody could order the product, whose least weight is more than an order holds; null: they can. */
export function leastWeightProblem({ maxPerOrder, ...stored }: WeightLimits, locale: string): string | null {
  const weight = soldByWeight(stored);
  const most = Math.min(MAX_QUANTITY, maxPerOrder ?? MAX_QUANTITY);
  if (weight === null || (stored.weightMin ?? 0) <= most * weight.step) return null;
  const [least, all] = [stored.weightMin ?? 0, most * weight.step].map((each) => formatWeight(each, weight.unit, locale));
  return `An order holds at most ${most} × ${stepsText({ weight }, 1, locale)} = ${all} of it, so nobody could order ${least}. Lower the least weight, or raise the step or the most per order.`;
}

/** A weight as its customer saw it, in grams or in hundredths of a pound. */
export interface SeenWeight {
  readonly unit: WeightUnit;
  readonly weight: number;
}

/** A stored quantity, and how its customer saw the line. */
export interface SeenLine {
  readonly quantity: number;
  /** null: never priced, so the quantity is one of today. */
  readonly seenUnitPrice: Cents | null;
  /** null: by the piece, or never priced. */
  readonly seenWeight?: SeenWeight | null;
}

/** Grams in a hundredth of a pound. */
const POUND = 4.535_923_7;

/** The weight in the measure of this unit; not rounded. */
function weightIn(unit: WeightUnit, seen: SeenWeight): number {
  if ((seen.unit === "lb") === (unit === "lb")) return seen.weight;
  return unit === "lb" ? seen.weight / POUND : seen.weight * POUND;
}

/** The quantity as the product is sold now: the steps nearest to the weight that was chosen, at least the smallest. Without a weight to keep it is the smallest. */
export function quantityNow({ quantity, seenUnitPrice, seenWeight = null }: SeenLine, weight: SoldByWeight | null): number {
  if (weight === null) return seenWeight === null ? quantity : 1;
  if (seenWeight !== null) {
    const steps = Math.round(weightIn(weight.unit, seenWeight) / weight.step);
    return Math.min(MAX_QUANTITY, Math.max(weight.least, steps));
  }
  return seenUnitPrice === null ? quantity : weight.least;
}

/** What an order had of it, as the product is sold now. */
export function quantityAgain(
  { quantity, weight }: { readonly quantity: number; readonly weight: LineWeight | null },
  now: SoldByWeight | null,
) {
  return quantityNow({ quantity, seenUnitPrice: 0, seenWeight: weight === null ? null : seenWeightOf(weight) }, now);
}

/** How a line is seen now. */
export function seenWeightOf({ unit, ordered }: Pick<LineWeight, "unit" | "ordered">): SeenWeight {
  return { unit, weight: ordered };
}

/** The units of a line that a weight bought before, at the step that the line was counted in. */
export function unitsBought({ quantity, seenWeight = null }: SeenLine, bought: Pick<LineWeight, "unit" | "ordered" | "steps">): number {
  return seenWeight === null ? bought.steps : Math.round((weightIn(seenWeight.unit, seenWeightOf(bought)) * quantity) / seenWeight.weight);
}

/** The line without so many of its units. */
export function lessOf({ quantity, seenWeight = null }: SeenLine, units: number): Pick<SeenLine, "quantity" | "seenWeight"> {
  const left = quantity - units;
  return {
    quantity: left,
    seenWeight: seenWeight === null ? null : { ...seenWeight, weight: Math.round((seenWeight.weight * left) / quantity) },
  };
}
