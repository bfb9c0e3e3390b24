import type { Choice, CustomizationOption, CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";

/** An option at $1.00 on sale, with changes. */
export function testOption(id: number, changes: Partial<CustomizationOption> = {}): CustomizationOption {
  return {
    id,
    name: `Option ${id}`,
    kitchenName: null,
    priceDelta: 100,
    priceByOption: {},
    isDefault: false,
    defaultQuantity: 1,
    countsTowardFree: true,
    allergens: [],
    dietaryTags: [],
    calories: null,
    soldOut: false,
    hidden: false,
    ...changes,
  };
}

/** An optional group with any number of options, with changes. */
export function testGroup(
  id: number,
  options: readonly CustomizationOption[],
  changes: Partial<CustomizationTemplate> = {},
): CustomizationTemplate {
  return {
    id,
    name: `Group ${id}`,
    title: `Group ${id}`,
    help: "",
    kind: "multiple",
    minSelect: 0,
    maxSelect: null,
    maxPerOption: null,
    freeCount: 0,
    showWhenOptionIds: [],
    maxLength: null,
    kitchenLabel: null,
    options,
    ...changes,
  };
}

export function testChoice(templateId: number, optionId: number, quantity = 1): Choice {
  return { templateId, optionId, quantity, text: null };
}

export function testText(templateId: number, text: string): Choice {
  return { templateId, optionId: null, quantity: 1, text };
}
