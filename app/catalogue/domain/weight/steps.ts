import { formatWeight, type SoldByWeight } from "./sold-by-weight.ts";

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

/** Why so few steps are no line; null: they are enough. */
export function weightProblem(product: Sold, steps: number, locale: string): string | null {
  const { name, weight = null } = product;
  if (weight === null || steps >= weight.least) return null;
  return `${name} is sold from ${stepsText(product, weight.least, locale)}. Raise the weight to continue.`;
}
