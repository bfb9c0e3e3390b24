import { soldFrom } from "#texts/catalogue/weight.ts";
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

/** How a page shows the units that it sends, such as "kg 250": a quantity of another measure than today's is not what its customer chose. */
export function unitKey(weight: SoldByWeight | null): string {
  return weight === null ? "piece" : `${weight.unit} ${weight.step}`;
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
  return soldFrom(name, stepsText(product, weight.least, locale));
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

/** How a customer saw one unit of a line's quantity. With the quantity it gives the weight, also after an earlier release changed only that. */
export interface SeenWeight {
  readonly unit: WeightUnit;
  /** What one step weighed, in grams or in hundredths of a pound. */
  readonly step: number;
  /** Surcharges of the line's options; absent: not known. */
  readonly extras?: Cents;
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

/** So many units in the measure of this unit; not rounded. */
function weightIn(unit: WeightUnit, seen: SeenWeight, quantity: number): number {
  const weight = seen.step * quantity;
  if ((seen.unit === "lb") === (unit === "lb")) return weight;
  return unit === "lb" ? weight / POUND : weight * POUND;
}

/** The quantity as the product is sold now: the steps nearest to the weight that was chosen. Pieces become as many steps. At least the smallest of both. */
export function quantityNow({ quantity, seenUnitPrice, seenWeight = null }: SeenLine, weight: SoldByWeight | null): number {
  if (weight === null) return seenWeight === null ? quantity : 1;
  if (seenUnitPrice === null) return quantity;
  const steps = seenWeight === null ? quantity : Math.round(weightIn(weight.unit, seenWeight, quantity) / weight.step);
  return Math.min(MAX_QUANTITY, Math.max(weight.least, steps));
}

/** What an order had of it, as the product is sold now. Pieces have no weight to keep: they become the smallest. */
export function quantityAgain(
  { quantity, weight }: { readonly quantity: number; readonly weight: LineWeight | null },
  now: SoldByWeight | null,
): number {
  return weight === null
    ? quantityNow({ quantity: now === null ? quantity : 1, seenUnitPrice: 0 }, now)
    : quantityNow(boughtLine(weight), now);
}

/** A weight that an order holds, as a line of a cart. */
function boughtLine(weight: LineWeight): SeenLine {
  return { quantity: weight.steps, seenUnitPrice: 0, seenWeight: seenWeightOf(weight) };
}

/** How a line is seen now. */
export function seenWeightOf({ unit, ordered, steps, extras }: Pick<LineWeight, "unit" | "ordered" | "steps" | "extras">): SeenWeight {
  return { unit, step: ordered / steps, extras };
}

interface BoughtUnits {
  readonly quantity: number;
  readonly weight: LineWeight | null;
}

/**
 * The units of a cart's line that an order did not take, as the product is sold now. Weights are compared as they were chosen: a difference of at most
 * half a step only comes from rounding, and less than the least weight cannot be ordered by itself. Neither stays in the cart.
 */
export function unitsLeft(line: SeenLine, bought: readonly BoughtUnits[], now: SoldByWeight | null): number {
  const seen = line.seenWeight ?? (line.seenUnitPrice === null ? now : null);
  const lines = bought.flatMap(({ weight }) => (weight === null ? [] : [{ seen: seenWeightOf(weight), steps: weight.steps }]));
  if (now === null || seen === null || lines.length < bought.length) {
    const taken = bought.reduce((sum, each) => sum + unitsBought(each, now), 0);
    return atLeast(quantityNow(line, now) - taken, now);
  }
  const paid = lines.reduce((sum, each) => sum + weightIn(now.unit, each.seen, each.steps), 0);
  const rest = weightIn(now.unit, seen, line.quantity) - paid;
  const largest = Math.max(now.step, ...[seen, ...lines.map((each) => each.seen)].map((each) => weightIn(now.unit, each, 1)));
  return rest <= largest / 2 ? 0 : atLeast(Math.min(MAX_QUANTITY, Math.round(rest / now.step)), now);
}

function atLeast(units: number, now: SoldByWeight | null): number {
  return units < (now?.least ?? 1) ? 0 : units;
}

/** The units that an order took, as the product is sold now: counted like the line of the cart that they came from. */
function unitsBought({ quantity, weight }: BoughtUnits, now: SoldByWeight | null): number {
  return quantityNow(weight === null ? { quantity, seenUnitPrice: 0 } : boughtLine(weight), now);
}

/** Whether the line was last seen in other units than those of today: another unit or step of weight, or pieces. */
export function isSeenOtherwise({ seenUnitPrice, seenWeight = null }: Omit<SeenLine, "quantity">, weight: SoldByWeight | null): boolean {
  return seenUnitPrice !== null && (seenWeight?.unit !== weight?.unit || seenWeight?.step !== weight?.step);
}

/** The line with another quantity of today. What was seen in another unit is no longer compared. */
export function withQuantity<Line extends SeenLine>(line: Line, quantity: number, weight: SoldByWeight | null): Line {
  if (line.seenWeight?.unit !== weight?.unit) return { ...line, quantity, seenUnitPrice: null, seenWeight: null };
  return { ...line, quantity, seenWeight: weight === null ? null : { ...line.seenWeight, unit: weight.unit, step: weight.step } };
}
