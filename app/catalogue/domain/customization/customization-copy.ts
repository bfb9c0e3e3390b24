import type { CustomizationOption, CustomizationTemplate } from "./customization.ts";

/** An option of a copy. `id` is its own; `copiedFrom` names the template's option. */
export interface CopiedOption extends Omit<CustomizationOption, "soldOut"> {
  readonly copiedFrom: number | null;
  readonly isSoldOut: boolean;
  /** ISO string, comparable as text; null: indefinitely. */
  readonly soldOutUntil: string | null;
}

/** A group of one product: a copied template with overrides applied. `id` is its own. */
export interface CustomizationCopy extends Omit<CustomizationTemplate, "options"> {
  readonly options: readonly CopiedOption[];
}

/** The group with other ids; `optionIds` has one per option. */
export function renumberedCopy(copy: CustomizationCopy, id: number, optionIds: readonly number[]): CustomizationCopy {
  return { ...copy, id, options: copy.options.map((option, index) => ({ ...option, id: optionIds[index] ?? option.id })) };
}

/** The group as customers see it now. */
export function groupOfCopy({ options, ...group }: CustomizationCopy, now: Date): CustomizationTemplate {
  return {
    ...group,
    options: options.map(({ copiedFrom: _copiedFrom, isSoldOut, soldOutUntil, ...option }) => ({
      ...option,
      soldOut: isSoldOut && (soldOutUntil === null || soldOutUntil > now.toISOString()),
    })),
  };
}

/** The groups of a product. References to a copied option also name the copy's option, so conditions and prices keep working. */
export function withCopiedReferences(
  groups: readonly CustomizationTemplate[],
  copies: readonly { readonly options: readonly Pick<CopiedOption, "id" | "copiedFrom">[] }[],
): readonly CustomizationTemplate[] {
  const ownIds = new Map(
    copies.flatMap((copy) => copy.options.flatMap((each) => (each.copiedFrom === null ? [] : [[each.copiedFrom, each.id]]))),
  );
  if (ownIds.size === 0) return groups;
  return groups.map((group) => ({
    ...group,
    showWhenOptionIds: group.showWhenOptionIds.flatMap((id) => [id, ...own(id)]),
    options: group.options.map((option) => ({
      ...option,
      priceByOption: Object.fromEntries(
        Object.entries(option.priceByOption).flatMap(([id, price]) => [
          [id, price],
          ...own(Number(id)).map((each) => [String(each), price]),
        ]),
      ),
    })),
  }));

  function own(id: number): readonly number[] {
    const copied = ownIds.get(id);
    return copied === undefined ? [] : [copied];
  }
}
