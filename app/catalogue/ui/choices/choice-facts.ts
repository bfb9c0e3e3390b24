import { unitsOf } from "#app/catalogue/domain/customization/choice-edits.ts";
import {
  visibleGroups,
  type Choice,
  type CustomizationOption,
  type CustomizationTemplate,
} from "#app/catalogue/domain/customization/customization.ts";

export interface ChoiceFacts {
  /** Allergens that only the choices contain. */
  readonly addedAllergens: readonly string[];
  /** Kilocalories per unit with these choices; null if the product's are unknown. */
  readonly calories: number | null;
}

/** The allergens and calories that the choices add to the product. */
export function choiceFacts(
  product: { readonly allergens: readonly string[]; readonly calories: number | null },
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
): ChoiceFacts {
  const chosen = visibleGroups(groups, choices).flatMap((group) =>
    group.options.flatMap((option): { option: CustomizationOption; units: number }[] => {
      const units = option.hidden ? 0 : unitsOf(choices, group.id, option.id);
      return units > 0 ? [{ option, units }] : [];
    }),
  );
  const allergens = new Set(chosen.flatMap(({ option }) => option.allergens));
  return {
    addedAllergens: [...allergens].filter((allergen) => !product.allergens.includes(allergen)),
    calories:
      product.calories === null ? null : chosen.reduce((sum, { option, units }) => sum + (option.calories ?? 0) * units, product.calories),
  };
}
