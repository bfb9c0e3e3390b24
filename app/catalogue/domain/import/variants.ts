import { unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { MAX_TEMPLATE_TITLE_LENGTH } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";

/** A combination of option values with its price. */
export interface Variant {
  readonly values: readonly string[];
  readonly price: Cents;
}

/** Up to three options and all variants. No titles: the product itself. */
export interface VariantTable {
  readonly titles: readonly string[];
  readonly variants: readonly Variant[];
}

export interface PlannedOption {
  readonly name: string;
  readonly priceDelta: Cents;
  /** By option name of the group in `dependsOn`; replaces `priceDelta`. */
  readonly priceByName: Readonly<Record<string, Cents>>;
}

/** A required choice of one. */
export interface PlannedGroup {
  readonly title: string;
  /** Index of the group that determines these prices; null: none. */
  readonly dependsOn: number | null;
  readonly options: readonly PlannedOption[];
}

export interface PlannedPrices {
  /** The lowest price of any variant. */
  readonly basePrice: Cents;
  readonly groups: readonly PlannedGroup[];
}

const SEPARATOR = " / ";
/** Maximum combinations, as in Shopify. */
export const MAX_VARIANTS = 2000;
const MAX_TITLES = 3;

/**
 * Groups with exactly the table's price for every variant: one per option if additive; a dependent second option; else one group of whole variants,
 * also for incomplete tables. The table has at least one variant and no duplicates.
 */
export function planVariants(table: VariantTable): PlannedPrices {
  const { titles, variants } = table;
  const basePrice = Math.min(...variants.map((variant) => variant.price));
  if (titles.length === 0) return { basePrice, groups: [] };
  const values = valuesOf(table);
  if (values.reduce((product, each) => product * each.length, 1) !== variants.length) return combined(table, basePrice);
  const above = variants.map((variant) => ({ values: variant.values, price: variant.price - basePrice }));
  const separate = separateGroups(titles, values, above);
  if (separate !== null) return { basePrice, groups: separate };
  for (const [first, second] of pairsOf(titles.length)) {
    const paired = pairedGroups(titles, values, above, first, second);
    if (paired !== null) return { basePrice, groups: paired };
  }
  return combined(table, basePrice);
}

/** Distinct values per title, in order. */
export function valuesOf({ titles, variants }: VariantTable): readonly (readonly string[])[] {
  return titles.map((_, index) => [...new Set(variants.map((variant) => variant.values[index] ?? ""))]);
}

/**
 * A product's groups that files can express as options: at most three, countable. Others are not exported, and imports do not change them.
 */
export function variantGroups(groups: readonly CustomizationTemplate[]): readonly CustomizationTemplate[] {
  const fitting: CustomizationTemplate[] = [];
  let count = 1;
  for (const group of groups) {
    const options = shownOptions(group).length;
    const isVariantLike = group.kind === "single" && group.minSelect === 1 && group.showWhenOptionIds.length === 0 && options > 0;
    if (!isVariantLike || fitting.length === MAX_TITLES || count * options > MAX_VARIANTS) continue;
    fitting.push(group);
    count *= options;
  }
  return fitting;
}

/** Every variant at the customer's price, other groups empty. */
export function variantTableOf(basePrice: Cents, groups: readonly CustomizationTemplate[]): VariantTable {
  return {
    titles: variantGroups(groups).map((group) => group.title),
    variants: combinationsIn(groups).map((chosen) => ({
      values: chosen.map((choice) => choice.name),
      price: unitPrice(
        basePrice,
        groups,
        chosen.map(({ templateId, optionId }) => ({ templateId, optionId, quantity: 1, text: null })),
      ),
    })),
  };
}

/** The options of the variants of `variantTableOf`, in the same order. */
export function variantOptionIds(groups: readonly CustomizationTemplate[]): readonly (readonly number[])[] {
  return combinationsIn(groups).map((chosen) => chosen.map(({ optionId }) => optionId));
}

function combinationsIn(groups: readonly CustomizationTemplate[]) {
  let combinations: readonly (readonly { readonly templateId: number; readonly optionId: number; readonly name: string }[])[] = [[]];
  for (const group of variantGroups(groups)) {
    combinations = combinations.flatMap((chosen) =>
      shownOptions(group).map((option) => [...chosen, { templateId: group.id, optionId: option.id, name: option.name }]),
    );
  }
  return combinations;
}

/** Tables that look the same to customers. */
export function isSameTable(a: VariantTable, b: VariantTable): boolean {
  const prices = new Map(b.variants.map((variant) => [keyOf(variant.values), variant.price]));
  return (
    JSON.stringify([a.titles, valuesOf(a)]) === JSON.stringify([b.titles, valuesOf(b)]) &&
    a.variants.length === b.variants.length &&
    a.variants.every((variant) => prices.get(keyOf(variant.values)) === variant.price)
  );
}

/** The table after the plan; `planVariants` may merge options. */
export function tableOfPlan({ basePrice, groups }: PlannedPrices): VariantTable {
  let combinations: readonly Variant[] = [{ values: [], price: basePrice }];
  for (const group of groups) {
    combinations = combinations.flatMap((variant) =>
      group.options.map((option) => {
        const by = group.dependsOn === null ? undefined : option.priceByName[variant.values[group.dependsOn] ?? ""];
        return { values: [...variant.values, option.name], price: variant.price + (by ?? option.priceDelta) };
      }),
    );
  }
  return { titles: groups.map((group) => group.title), variants: combinations };
}

export function shownOptions(group: CustomizationTemplate): CustomizationTemplate["options"] {
  return group.options.filter((option) => !option.hidden);
}

function keyOf(values: readonly string[]): string {
  return values.join("\u0000");
}

/** Truncates a title without splitting characters. */
function titleOf(text: string): string {
  return text
    .slice(0, MAX_TEMPLATE_TITLE_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

/** All pairs of options, later ones first: the last option is likeliest to be independent. */
function pairsOf(count: number): readonly (readonly [number, number])[] {
  if (count === 2) return [[0, 1]];
  return count === 3
    ? [
        [0, 1],
        [0, 2],
        [1, 2],
      ]
    : [];
}

/** Additive prices per option; null if they do not match every variant. */
function separateGroups(
  titles: readonly string[],
  values: readonly (readonly string[])[],
  variants: readonly Variant[],
): readonly PlannedGroup[] | null {
  const parts = titles.map((_, index) => leastBy(variants, (variant) => variant.values[index] ?? ""));
  const addsUp = variants.every(
    (variant) => variant.price === variant.values.reduce((sum, value, index) => sum + (parts[index]?.get(value) ?? 0), 0),
  );
  if (!addsUp) return null;
  return titles.map((title, index) => ({
    title: titleOf(title),
    dependsOn: null,
    options: (values[index] ?? []).map((name) => ({ name, priceDelta: parts[index]?.get(name) ?? 0, priceByName: {} })),
  }));
}

/** `second` depends on `first`, a third is additive. Null if it does not match. */
function pairedGroups(
  titles: readonly string[],
  values: readonly (readonly string[])[],
  variants: readonly Variant[],
  first: number,
  second: number,
): readonly PlannedGroup[] | null {
  const parts = titles.map((_, index) => leastBy(variants, (variant) => variant.values[index] ?? ""));
  const pairKey = (one: string, other: string): string => keyOf([one, other]);
  const pairs = leastBy(variants, (variant) => pairKey(variant.values[first] ?? "", variant.values[second] ?? ""));
  const partOf = (index: number, name: string): Cents => parts[index]?.get(name) ?? 0;
  const fits = variants.every((variant) => {
    const alone = variant.values.reduce((sum, value, index) => sum + (index === first || index === second ? 0 : partOf(index, value)), 0);
    return variant.price === alone + (pairs.get(pairKey(variant.values[first] ?? "", variant.values[second] ?? "")) ?? 0);
  });
  if (!fits) return null;
  return titles.map((title, index): PlannedGroup => {
    const own = values[index] ?? [];
    if (index !== second)
      return {
        title: titleOf(title),
        dependsOn: null,
        options: own.map((name) => ({ name, priceDelta: partOf(index, name), priceByName: {} })),
      };
    const options = own.map((name) => ({
      name,
      priceDelta: 0,
      priceByName: Object.fromEntries(
        (values[first] ?? []).map((value) => [value, (pairs.get(pairKey(value, name)) ?? 0) - partOf(first, value)]),
      ),
    }));
    return { title: titleOf(title), dependsOn: first, options };
  });
}

/** Lowest price of variants with a key. */
function leastBy(variants: readonly Variant[], keyOf: (variant: Variant) => string): ReadonlyMap<string, Cents> {
  const least = new Map<string, Cents>();
  for (const variant of variants) least.set(keyOf(variant), Math.min(variant.price, least.get(keyOf(variant)) ?? variant.price));
  return least;
}

/** One group with a whole variant per option. */
function combined({ titles, variants }: VariantTable, basePrice: Cents): PlannedPrices {
  const taken = new Set<string>();
  const options = variants.map((variant) => {
    const name = variant.values.join(SEPARATOR);
    let unique = name;
    // Values may contain the separator; variants must stay distinct.
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`;
    taken.add(unique);
    return { name: unique, priceDelta: variant.price - basePrice, priceByName: {} };
  });
  return { basePrice, groups: [{ title: titleOf(titles.join(SEPARATOR)), dependsOn: null, options }] };
}
