import type { CustomizationOption, CustomizationTemplate } from "./customization.ts";

/** An option of a detached copy, as its product keeps it. `id` is its own; `copiedFrom` is the template's option it was made of. */
export interface CopiedOption extends Omit<CustomizationOption, "soldOut"> {
  readonly copiedFrom: number | null;
  readonly isSoldOut: boolean;
  /** As toISOString writes it, so that later is greater; null = until undone. */
  readonly soldOutUntil: string | null;
}

/** A group that belongs to one product: what its template was when it was copied, the product's overrides worked in. `id` is its own. */
export interface CustomizationCopy extends Omit<CustomizationTemplate, "options"> {
  readonly options: readonly CopiedOption[];
}

/** The same group under other ids; `optionIds` are as many as it has options. */
export function renumberedCopy(copy: CustomizationCopy, id: number, optionIds: readonly number[]): CustomizationCopy {
  return { ...copy, id, options: copy.options.map((option, index) => ({ ...option, id: optionIds[index] ?? option.id })) };
}

/** The copy as customers see it now. */
export function groupOfCopy({ options, ...group }: CustomizationCopy, now: Date): CustomizationTemplate {
  return {
    ...group,
    options: options.map(({ copiedFrom: _copiedFrom, isSoldOut, soldOutUntil, ...option }) => ({
      ...option,
      soldOut: isSoldOut && (soldOutUntil === null || soldOutUntil > now.toISOString()),
    })),
  };
}

/**
 * The groups of one product, with what names an option that was copied naming the copy's own option, too: "show when Large is chosen" and
 * prices that depend on another option go on to work when one of a product's groups is detached from its template.
 */
export function withCopiedReferences(
  groups: readonly CustomizationTemplate[],
  copies: readonly CustomizationCopy[],
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
