import type { CustomizationTemplate, SelectedOption } from "#app/catalogue/domain/customization/customization.ts";

/* Combinations of a product's options with stock of their own, such as "Large, red". */

/** A variant whose stock is counted. */
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

/** What these choices take per unit of the product: every variant whose options are all chosen, as often as the least chosen of them. */
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

/** What a line of an order takes. */
export function unitsOfLine(
  variants: readonly Pick<VariantStock, "id" | "optionIds">[],
  selected: readonly Chosen[],
  quantity: number,
): readonly VariantUnits[] {
  return unitsOfChoices(variants, selected).map(({ id, units }) => ({ id, units: units * quantity }));
}

/**
 * What a line keeps of the units that it took, and what it returns, when `left` of its `quantity` stay. It may have taken less than all of them need,
 * because the variant was counted only later. `perItem`: what one unit of the line takes.
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

/** "Large, Red" in the order of the groups. */
export function variantName(groups: readonly CustomizationTemplate[], optionIds: readonly number[]): string {
  return groups.flatMap(({ options }) => options.flatMap(({ id, name }) => (optionIds.includes(id) ? [name] : []))).join(", ");
}

/** The groups with options marked as sold out that no unit is left of, in any combination with the groups that must be chosen, too. */
export function withSoldOutVariants(
  groups: readonly CustomizationTemplate[],
  variants: readonly Pick<VariantStock, "optionIds" | "stock">[],
): readonly CustomizationTemplate[] {
  const empty = new Set(variants.filter(({ stock }) => stock === 0).map(({ optionIds }) => optionIds.join("-")));
  if (empty.size === 0) return groups;
  let marked = groups;
  for (let grew = true; grew;) {
    const next = marked.map((group) => markGroup(group, marked, empty));
    grew = next.some((group, index) => group !== marked[index]);
    marked = next;
  }
  return marked;
}

function markGroup(
  group: CustomizationTemplate,
  groups: readonly CustomizationTemplate[],
  empty: ReadonlySet<string>,
): CustomizationTemplate {
  const required = groups.filter((other) => other.id !== group.id && isAlwaysAsked(other));
  const isEmpty = (...ids: readonly number[]) => empty.has(ids.toSorted((a, b) => a - b).join("-"));
  const isGone = (id: number) =>
    isEmpty(id) || required.some(({ options }) => options.every((each) => each.hidden || each.soldOut || isEmpty(id, each.id)));
  const gone = new Set(group.options.filter(({ id, soldOut }) => !soldOut && isGone(id)).map(({ id }) => id));
  if (gone.size === 0) return group;
  return { ...group, options: group.options.map((option) => (gone.has(option.id) ? { ...option, soldOut: true } : option)) };
}

/** One of its options is part of every order of the product. */
function isAlwaysAsked({ kind, minSelect, showWhenOptionIds }: CustomizationTemplate): boolean {
  return kind === "single" && minSelect > 0 && showWhenOptionIds.length === 0;
}
