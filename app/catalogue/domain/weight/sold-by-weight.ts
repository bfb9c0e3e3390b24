import * as texts from "#texts/catalogue/weight.ts";
import { formatNumber } from "#app/values/number.ts";
import { MAX_QUANTITY, MAX_WEIGHT_STEP } from "#app/values/limits.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";

/* Products sold by weight. A weight is a whole number of grams, or of hundredths of a pound if the price is per pound. Rules: docs/rules/prices-and-tax.md. */

export const WEIGHT_UNITS = ["kg", "100g", "lb"] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];

/** How a product is sold by weight; its price is for one unit. */
export interface SoldByWeight {
  readonly unit: WeightUnit;
  /** What one step of the cart weighs. */
  readonly step: number;
  /** The smallest number of steps. */
  readonly least: number;
}

/** What a line of a cart or order weighs and costs. */
export interface LineWeight {
  readonly unit: WeightUnit;
  /** Of one unit. */
  readonly price: Cents;
  /** Surcharges of the line's options; may be negative. */
  readonly extras: Cents;
  readonly steps: number;
  readonly ordered: number;
  /** As weighed; null: not weighed yet. */
  readonly actual: number | null;
  /** What the amount of the line is for: as ordered until it is weighed, then at most what it weighs. */
  readonly charged: number;
  /** Less than charged, because a closed day counts the order: its amounts stayed, and the difference was refunded. Left out: as charged. */
  readonly paid?: number;
}

interface UnitFacts {
  /** What the unit weighs. */
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

/** How a stored product is sold; null: by the piece. Without a step each unit has its usual one. */
export function soldByWeight({ weightUnit, weightStep, weightMin }: StoredWeight): SoldByWeight | null {
  if (weightUnit === null) return null;
  const step = weightStep ?? UNITS[weightUnit].step;
  return { unit: weightUnit, step, least: Math.min(MAX_QUANTITY, Math.max(1, Math.ceil((weightMin ?? 0) / step))) };
}

export function isWeightUnit(text: string): text is WeightUnit {
  return WEIGHT_UNITS.some((unit) => unit === text);
}

/** The unit as a price names it: "kg", "100 g", "lb". */
function unitLabel(unit: WeightUnit): string {
  return UNITS[unit].label;
}

/** What stands behind a price: " / kg"; "" of what is sold by the piece. */
export function perUnit(unit: WeightUnit | null): string {
  return unit === null ? "" : texts.perUnit(unitLabel(unit));
}

/** For staff, by value of the form. */
export const PRICE_PER = [{ value: "", label: "Piece" }, ...WEIGHT_UNITS.map((unit) => ({ value: unit, label: UNITS[unit].label }))];

/** The heaviest weight that can be entered. */
export const MAX_WEIGHT = MAX_WEIGHT_STEP * MAX_QUANTITY;

/** What so much costs, rounded half up once. Exact: price × weight is below 2^53. */
export function amountOfWeight(price: Cents, weight: number, unit: WeightUnit): Cents {
  if (!Number.isSafeInteger(weight) || weight < 0 || weight > MAX_WEIGHT * 2) throw new RangeError(`No weight: ${weight}`);
  return Math.round((price * weight) / UNITS[unit].per);
}

/** The whole line: its weight and what its options cost once, never below 0. */
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

/** The option that names the weight of a line wherever its choices are listed. No option of a product has number 0. */
export function weightOption(weight: LineWeight, format: MoneyFormat) {
  const words = weightWords(weight, format.locale);
  const name = texts.weightAtPrice(words.long, unitPriceText(weight.price, weight.unit, format));
  return { templateId: 0, optionId: 0, group: texts.weight, name, kitchenName: words.short, quantity: 1, freeQuantity: 0, priceDelta: 0 };
}

/** Whether a selected option is the weight of its line. */
export function isWeightOption({ templateId, optionId }: { readonly templateId: number; readonly optionId: number | null }): boolean {
  return templateId === 0 && optionId === 0;
}

/** "460 g", or "about 500 g" of a line that is not weighed yet. */
export function weightText(weight: LineWeight, locale: string): string {
  const { short, long } = weightWords(weight, locale);
  return weight.actual === null ? long : short;
}

/** Whether a line is sold by weight and not weighed yet. */
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

/** What staff read where an item weighs more than is charged: the payment, what was paid back, or the largest order is the limit. Empty: it costs what it weighs. */
export function cappedWords(name: string, { unit, actual, charged, paid = charged }: LineWeight, locale: string): readonly string[] {
  if (actual === null || actual <= paid) return [];
  const [weighs, covered] = [actual, paid].map((weight) => formatWeight(weight, unit, locale));
  return [`${name} weighs ${weighs} and is charged as ${covered}: no more can be charged.`];
}

/** Below this part of what was ordered, a weight may be a typing error, and staff confirm it. */
const LIGHT_PERCENT = 70;

/** "300 g instead of 500 g"; null: the weight needs no question. */
export function lightWords({ ordered, unit }: Pick<LineWeight, "ordered" | "unit">, actual: number, locale: string): string | null {
  if (actual * 100 >= ordered * LIGHT_PERCENT) return null;
  const [weighs, wanted] = [actual, ordered].map((weight) => formatWeight(weight, unit, locale));
  return `${weighs} instead of ${wanted}`;
}

/** Why this cannot be the weight of a line; null: it can. A typing error would pay back nearly everything, so it stays between half and double. */
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
