import * as texts from "#texts/catalogue/weight.ts";
import { formatNumber } from "#app/values/number.ts";
import { MAX_QUANTITY, MAX_WEIGHT_STEP } from "#app/values/limits.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";

/*
 * Products sold by weight. A weight is an integer in grams, or in hundredths of a pound if the price is per pound. Rules:
 * docs/rules/prices-and-tax.md.
 */

export const WEIGHT_UNITS = ["kg", "100g", "lb"] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];

/** How a product is sold by weight; its price is per unit. */
export interface SoldByWeight {
  readonly unit: WeightUnit;
  /** The weight of one cart step. */
  readonly step: number;
  /** The smallest number of steps. */
  readonly least: number;
}

/** Weight and price of a cart or order line. */
export interface LineWeight {
  readonly unit: WeightUnit;
  /** Per unit. */
  readonly price: Cents;
  /** Surcharges of the line's options; may be negative. */
  readonly extras: Cents;
  readonly steps: number;
  readonly ordered: number;
  /** The measured weight; null: not weighed yet. */
  readonly actual: number | null;
  /** The charged weight: the ordered weight until the line is weighed, then at most that. */
  readonly charged: number;
  /** Less than charged if a closed day counts the order: its amounts stay, and the difference is refunded. Missing: same as charged. */
  readonly paid?: number;
}

interface UnitFacts {
  /** The weight of the unit. */
  readonly per: number;
  readonly label: string;
  readonly step: number;
}

const UNITS: Readonly<Record<WeightUnit, UnitFacts>> = {
  kg: { per: 1000, label: texts.kilogram, step: 100 },
  "100g": { per: 100, label: texts.hundredGrams, step: 50 },
  lb: { per: 100, label: texts.pound, step: 25 },
};

/** The columns of a product. */
export interface StoredWeight {
  readonly weightUnit: WeightUnit | null;
  readonly weightStep: number | null;
  readonly weightMin: number | null;
}

/** How a stored product is sold; null: per piece. Without a step the unit's default step applies. */
export function soldByWeight({ weightUnit, weightStep, weightMin }: StoredWeight): SoldByWeight | null {
  if (weightUnit === null) return null;
  const step = weightStep ?? UNITS[weightUnit].step;
  return { unit: weightUnit, step, least: Math.min(MAX_QUANTITY, Math.max(1, Math.ceil((weightMin ?? 0) / step))) };
}

export function isWeightUnit(text: string): text is WeightUnit {
  return WEIGHT_UNITS.some((unit) => unit === text);
}

/** The unit in a price: "kg", "100 g", "lb". */
function unitLabel(unit: WeightUnit): string {
  return UNITS[unit].label;
}

/** The suffix of a price: " / kg"; "" if sold per piece. */
export function perUnit(unit: WeightUnit | null): string {
  return unit === null ? "" : texts.perUnit(unitLabel(unit));
}

/** For staff, by form value. */
export const PRICE_PER = [{ value: "", label: "Piece" }, ...WEIGHT_UNITS.map((unit) => ({ value: unit, label: UNITS[unit].label }))];

/** The largest weight that can be entered. */
export const MAX_WEIGHT = MAX_WEIGHT_STEP * MAX_QUANTITY;

/** The price of this weight, rounded half up once. Exact: price × weight is below 2^53. */
export function amountOfWeight(price: Cents, weight: number, unit: WeightUnit): Cents {
  if (!Number.isSafeInteger(weight) || weight < 0 || weight > MAX_WEIGHT * 2) throw new RangeError(`No weight: ${weight}`);
  return Math.round((price * weight) / UNITS[unit].per);
}

/** The whole line: its weight plus the options' price once, never below 0. */
export function weighedAmount({ price, charged, unit, extras }: Pick<LineWeight, "price" | "charged" | "unit" | "extras">): Cents {
  return Math.max(0, amountOfWeight(price, charged, unit) + extras);
}

/** "500 g", "1.5 kg", "1.25 lb", in the locale's digits. */
export function formatWeight(weight: number, unit: WeightUnit, locale: string): string {
  const isSmall = unit !== "lb" && weight < 1000;
  const value = isSmall ? weight : weight / (unit === "lb" ? 100 : 1000);
  return texts.amountOf(formatNumber(value, { locale }), isSmall ? texts.gram : UNITS[unit === "lb" ? "lb" : "kg"].label);
}

/** "$12.00 / kg" */
export function unitPriceText(price: Cents, unit: WeightUnit, format: MoneyFormat): string {
  return `${formatMoney(price, format)}${perUnit(unit)}`;
}

/** Shows the weight of a line in the list of its choices. No product option has id 0. */
export function weightOption(weight: LineWeight, format: MoneyFormat) {
  const words = weightWords(weight, format.locale);
  const name = texts.weightAtPrice(words.long, unitPriceText(weight.price, weight.unit, format));
  return { templateId: 0, optionId: 0, group: texts.weight, name, kitchenName: words.short, quantity: 1, freeQuantity: 0, priceDelta: 0 };
}

/** Whether a selected option is the line's weight. */
export function isWeightOption({ templateId, optionId }: { readonly templateId: number; readonly optionId: number | null }): boolean {
  return templateId === 0 && optionId === 0;
}

/** "460 g", or "about 500 g" for a line that is not weighed yet. */
export function weightText(weight: LineWeight, locale: string): string {
  const { short, long } = weightWords(weight, locale);
  return weight.actual === null ? long : short;
}

/** Whether a line is sold by weight and still has to be weighed. */
export function isToWeigh({ weight }: { readonly weight: LineWeight | null }): boolean {
  return weight !== null && weight.actual === null;
}

function weightWords(
  { unit, ordered, actual, charged, paid = charged }: LineWeight,
  locale: string,
): { readonly short: string; readonly long: string } {
  const text = (weight: number) => formatWeight(weight, unit, locale);
  if (actual === null) return { short: text(ordered), long: texts.about(text(ordered)) };
  const notes = [...(actual === ordered ? [] : [texts.ordered(text(ordered))]), ...(paid === actual ? [] : [texts.chargedAs(text(paid))])];
  return { short: text(actual), long: notes.length === 0 ? text(actual) : texts.withNotes(text(actual), notes) };
}

/**
 * The note for staff if an item weighs more than is charged: the limit is the payment, the refunded amount, or the largest order. Empty:
 * charged in full.
 */
export function cappedWords(name: string, { unit, actual, charged, paid = charged }: LineWeight, locale: string): readonly string[] {
  if (actual === null || actual <= paid) return [];
  const [weighs, covered] = [actual, paid].map((weight) => formatWeight(weight, unit, locale));
  return [`${name} weighs ${weighs} and is charged as ${covered}: no more can be charged.`];
}

/** A weight below this percentage of the ordered one may be a typing error, so staff confirm it. */
const LIGHT_PERCENT = 70;

/** "300 g instead of 500 g"; null: the weight needs no question. */
export function lightWords({ ordered, unit }: Pick<LineWeight, "ordered" | "unit">, actual: number, locale: string): string | null {
  if (actual * 100 >= ordered * LIGHT_PERCENT) return null;
  const [weighs, wanted] = [actual, ordered].map((weight) => formatWeight(weight, unit, locale));
  return `${weighs} instead of ${wanted}`;
}

/**
 * Why this cannot be the weight of a line; null: it can. It must be between half and double the ordered weight: a typing error could refund
 * nearly everything.
 */
export function actualWeightProblem(
  { ordered, unit }: Pick<LineWeight, "ordered" | "unit">,
  actual: number,
  locale: string,
): string | null {
  const [least, most] = [Math.ceil(ordered / 2), ordered * 2];
  if (actual >= least && actual <= most) return null;
  const [from, to] = [least, most].map((weight) => formatWeight(weight, unit, locale));
  return `${formatWeight(ordered, unit, locale)} were ordered. Enter a weight from ${from} to ${to}, or change the order instead.`;
}
