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

/** Units of a product in words: "3", or "300 g" if sold by weight. */
export function stepsText({ weight = null }: Pick<Sold, "weight">, units: number, locale: string): string {
  return weight === null ? String(units) : formatWeight(weight.step * units, weight.unit, locale);
}

/** The weight of each number of steps, from 0. */
export function stepTexts({ step, unit }: SoldByWeight, most: number, locale: string): readonly string[] {
  return Array.from({ length: most + 1 }, (_, steps) => formatWeight(step * steps, unit, locale));
}

/** The unit of the quantities in a page's form, such as "kg 250": a quantity in another unit than today's is not the customer's choice. */
export function unitKey(weight: SoldByWeight | null): string {
  return weight === null ? "piece" : `${weight.unit} ${weight.step}`;
}

/** A number of steps in words, and its price without options. */
export interface PricedSteps {
  readonly text: string;
  readonly price: Cents;
}

interface Priced {
  readonly price: Cents;
  readonly maxPerOrder: number | null;
}

/** Weight and price of each number of steps, from 0 to the most per order, so that the page needs no pricing rule. */
export function pricedSteps({ price, maxPerOrder }: Priced, weight: SoldByWeight, locale: string): readonly PricedSteps[] {
  const texts = stepTexts(weight, Math.min(MAX_QUANTITY, maxPerOrder ?? MAX_QUANTITY), locale);
  return texts.map((text, steps) => ({ text, price: amountOfWeight(price, weight.step * steps, weight.unit) }));
}

/** Why this is too little for a line; null: it is enough. */
export function weightProblem(product: Sold, steps: number, locale: string): string | null {
  const { name, weight = null } = product;
  if (weight === null || steps >= weight.least) return null;
  return soldFrom(name, stepsText(product, weight.least, locale));
}

/** The stored fields that limit the amount of a product in an order. */
export interface WeightLimits extends StoredWeight {
  readonly maxPerOrder: number | null;
}

/** Why the product could never be ordered, because its least weight exceeds the limit per order; null: it can. */
export function leastWeightProblem({ maxPerOrder, ...stored }: WeightLimits, locale: string): string | null {
  const weight = soldByWeight(stored);
  const most = Math.min(MAX_QUANTITY, maxPerOrder ?? MAX_QUANTITY);
  if (weight === null || (stored.weightMin ?? 0) <= most * weight.step) return null;
  const [least, all] = [stored.weightMin ?? 0, most * weight.step].map((each) => formatWeight(each, weight.unit, locale));
  return `An order holds at most ${most} × ${stepsText({ weight }, 1, locale)} = ${all} of it, so nobody could order ${least}. Lower the least weight, or raise the step or the most per order.`;
}

/**
 * The unit of a line's quantity as the customer saw it. Multiplied by the quantity it gives the weight, even after an earlier release
 * changed only the quantity.
 */
export interface SeenWeight {
  readonly unit: WeightUnit;
  /** The weight of one step, in grams or in hundredths of a pound. */
  readonly step: number;
  /** Surcharges of the line's options; absent: unknown. */
  readonly extras?: Cents;
}

/** A stored quantity, and the line as the customer saw it. */
export interface SeenLine {
  readonly quantity: number;
  /** null: never priced, so the quantity is in today's unit. */
  readonly seenUnitPrice: Cents | null;
  /** null: per piece, or never priced. */
  readonly seenWeight?: SeenWeight | null;
}

/** Grams in a hundredth of a pound. */
const POUND = 4.535_923_7;

/** The weight of these units, converted to this unit; not rounded. */
function weightIn(unit: WeightUnit, seen: SeenWeight, quantity: number): number {
  const weight = seen.step * quantity;
  if ((seen.unit === "lb") === (unit === "lb")) return weight;
  return unit === "lb" ? weight / POUND : weight * POUND;
}

/** The quantity in today's steps: those nearest to the chosen weight. Pieces become as many steps. At least the minimum. */
export function quantityNow({ quantity, seenUnitPrice, seenWeight = null }: SeenLine, weight: SoldByWeight | null): number {
  if (weight === null) return seenWeight === null ? quantity : 1;
  if (seenUnitPrice === null) return quantity;
  const steps = seenWeight === null ? quantity : Math.round(weightIn(weight.unit, seenWeight, quantity) / weight.step);
  return Math.min(MAX_QUANTITY, Math.max(weight.least, steps));
}

/** The ordered amount in today's steps. Pieces have no weight to keep: they become the minimum. */
export function quantityAgain(
  { quantity, weight }: { readonly quantity: number; readonly weight: LineWeight | null },
  now: SoldByWeight | null,
): number {
  return weight === null
    ? quantityNow({ quantity: now === null ? quantity : 1, seenUnitPrice: 0 }, now)
    : quantityNow(boughtLine(weight), now);
}

/** The weight of an order line as a cart line. */
function boughtLine(weight: LineWeight): SeenLine {
  return { quantity: weight.steps, seenUnitPrice: 0, seenWeight: seenWeightOf(weight) };
}

/** The current unit of a line. */
export function seenWeightOf({ unit, ordered, steps, extras }: Pick<LineWeight, "unit" | "ordered" | "steps" | "extras">): SeenWeight {
  return { unit, step: ordered / steps, extras };
}

interface BoughtUnits {
  readonly quantity: number;
  readonly weight: LineWeight | null;
}

/**
 * The units of a cart line that an order did not take, in today's steps. The chosen weights are compared: a difference of up to half a step
 * is only rounding, and less than the least weight cannot be ordered separately. Neither stays in the cart.
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

/** The units that an order took, in today's steps: converted like the cart line that they came from. */
function unitsBought({ quantity, weight }: BoughtUnits, now: SoldByWeight | null): number {
  return quantityNow(weight === null ? { quantity, seenUnitPrice: 0 } : boughtLine(weight), now);
}

/** Whether the line was last seen in other units than today's: another unit or step of weight, or pieces. */
export function isSeenOtherwise({ seenUnitPrice, seenWeight = null }: Omit<SeenLine, "quantity">, weight: SoldByWeight | null): boolean {
  return seenUnitPrice !== null && (seenWeight?.unit !== weight?.unit || seenWeight?.step !== weight?.step);
}

/** The line with another quantity in today's unit. The price seen in another unit is no longer compared. */
export function withQuantity<Line extends SeenLine>(line: Line, quantity: number, weight: SoldByWeight | null): Line {
  if (line.seenWeight?.unit !== weight?.unit) return { ...line, quantity, seenUnitPrice: null, seenWeight: null };
  return { ...line, quantity, seenWeight: weight === null ? null : { ...line.seenWeight, unit: weight.unit, step: weight.step } };
}
