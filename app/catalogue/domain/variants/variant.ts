import type { CustomizationOption, CustomizationTemplate, SelectedOption } from "#app/catalogue/domain/customization/customization.ts";

/* Combinations of a product's options with their own stock, such as "Large, red". */

/** A variant with counted stock. */
export interface VariantStock {
  readonly id: number;
  /** Sorted, at least one. */
  readonly optionIds: readonly number[];
  readonly stock: number;
}

/** Units of a variant's stock. */
export interface VariantUnits {
  readonly id: number;
  readonly units: number;
}

type Chosen = Pick<SelectedOption, "optionId" | "quantity">;

/**
 * Stock taken per unit of the product with these choices: each variant whose options are all chosen, as often as the least chosen of them.
 */
export function unitsOfChoices(
  variants: readonly Pick<VariantStock, "id" | "optionIds">[],
  selected: readonly Chosen[],
): readonly VariantUnits[] {
  if (variants.length === 0) return [];
  const chosen = new Map(selected.flatMap(({ optionId, quantity }) => (optionId === null ? [] : [[optionId, quantity]])));
  return variants.flatMap(({ id, optionIds }) => {
    const units = Math.min(...optionIds.map((optionId) => chosen.get(optionId) ?? 0));
    return units > 0 ? [{ id, units }] : [];
  });
}

/** Stock taken by an order line. */
export function unitsOfLine(
  variants: readonly Pick<VariantStock, "id" | "optionIds">[],
  selected: readonly Chosen[],
  quantity: number,
): readonly VariantUnits[] {
  return unitsOfChoices(variants, selected).map(({ id, units }) => ({ id, units: units * quantity }));
}

/**
 * The units that a line keeps and returns when `left` of its `quantity` remain. It may have taken fewer units than needed, because the
 * variant was counted only later. `perItem`: units taken per unit of the line.
 */
export function splitUnits(
  taken: readonly VariantUnits[],
  perItem: readonly VariantUnits[],
  { quantity, left }: { readonly quantity: number; readonly left: number },
): { readonly kept: readonly VariantUnits[]; readonly returned: readonly VariantUnits[] } {
  const needs = new Map(perItem.map(({ id, units }) => [id, units]));
  const split = taken.map(({ id, units }) => {
    const kept = Math.min(units, (needs.get(id) ?? Math.ceil(units / quantity)) * left);
    return { id, kept, returned: units - kept };
  });
  return {
    kept: split.flatMap(({ id, kept }) => (kept > 0 ? [{ id, units: kept }] : [])),
    returned: split.flatMap(({ id, returned }) => (returned > 0 ? [{ id, units: returned }] : [])),
  };
}

/** The units that a line returns for `back` of its `quantity`, at most those it still has, and the units it keeps. */
export function unitsBack(
  held: readonly VariantUnits[],
  perItem: readonly VariantUnits[],
  { quantity, back }: { readonly quantity: number; readonly back: number },
): { readonly kept: readonly VariantUnits[]; readonly returned: readonly VariantUnits[] } {
  const needs = new Map(perItem.map(({ id, units }) => [id, units]));
  const returned = held.map(({ id, units }) => ({ id, units: Math.min(units, (needs.get(id) ?? Math.ceil(units / quantity)) * back) }));
  const kept = held.map(({ id, units }, index) => ({ id, units: units - (returned[index]?.units ?? 0) }));
  const isSome = ({ units }: VariantUnits) => units > 0;
  return { kept: kept.filter(isSome), returned: returned.filter(isSome) };
}

/** "Large, Red" in the order of the groups. */
export function variantName(groups: readonly CustomizationTemplate[], optionIds: readonly number[]): string {
  return groups.flatMap(({ options }) => options.flatMap(({ id, name }) => (optionIds.includes(id) ? [name] : []))).join(", ");
}

/** Combinations that the stock search tries per product. Beyond them an option counts as available; the cart refuses it if it is not. */
const MOST_TRIES = 20_000;

/** The groups with options marked as sold out if no combination with the required groups has stock. */
export function withSoldOutVariants(
  groups: readonly CustomizationTemplate[],
  variants: readonly Pick<VariantStock, "optionIds" | "stock">[],
): readonly CustomizationTemplate[] {
  const empty = variants.filter(({ stock }) => stock === 0).map(({ optionIds }) => optionIds);
  if (empty.length === 0) return groups;
  const gone = findGone(groups, empty);
  if (gone.size === 0) return groups;
  const isGone = ({ id }: CustomizationOption) => gone.has(id);
  return groups.map((group) =>
    group.options.some(isGone)
      ? { ...group, options: group.options.map((option) => (isGone(option) ? { ...option, soldOut: true } : option)) }
      : group,
  );
}

/** Available options that only occur in combinations with an empty variant. */
function findGone(groups: readonly CustomizationTemplate[], empty: readonly (readonly number[])[]): ReadonlySet<number> {
  const byOption = Map.groupBy(
    empty.flatMap((ids) => ids.map((id) => ({ id, ids }))),
    ({ id }) => id,
  );
  const isOffered = ({ hidden, soldOut }: CustomizationOption) => !hidden && !soldOut;
  const counted = groups.filter(({ options }) => options.some(({ id }) => byOption.has(id)));
  const gone = new Set<number>();
  const left = new Set<number>();
  let tries = MOST_TRIES;
  /** Whether one option of each of these groups can join the chosen ones; successful ones stay chosen. */
  const canJoin = (asked: readonly CustomizationTemplate[], chosen: Set<number>): boolean => {
    const [first, ...rest] = asked;
    return (
      first === undefined || first.options.some((option) => isOffered(option) && !gone.has(option.id) && fits(option.id, rest, chosen))
    );
  };
  const fits = (id: number, rest: readonly CustomizationTemplate[], chosen: Set<number>): boolean => {
    if (tries <= 0) return true;
    tries -= 1;
    chosen.add(id);
    const isEmpty = byOption.get(id)?.some(({ ids }) => ids.every((each) => chosen.has(each))) === true;
    if (!isEmpty && canJoin(rest, chosen)) return true;
    chosen.delete(id);
    return false;
  };
  for (const group of counted) {
    const others = counted.filter((other) => other.id !== group.id && isAlwaysAsked(other));
    for (const option of group.options.filter((each) => isOffered(each) && !left.has(each.id))) {
      const chosen = new Set<number>();
      if (!fits(option.id, others, chosen)) gone.add(option.id);
      else if (isAlwaysAsked(group)) for (const id of chosen) left.add(id);
    }
  }
  return gone;
}

/** Every order of the product contains one of its options. */
function isAlwaysAsked({ kind, minSelect, showWhenOptionIds }: CustomizationTemplate): boolean {
  return kind === "single" && minSelect > 0 && showWhenOptionIds.length === 0;
}
