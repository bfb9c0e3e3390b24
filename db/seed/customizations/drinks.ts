import type { SeedTemplate } from "#db/seed/menu-types.ts";

/** Customizations of coffee and tea. */
export const DRINK_TEMPLATES: readonly SeedTemplate[] = [
  {
    key: "cup",
    name: "Cup size",
    title: "Size",
    kind: "single",
    min: 1,
    max: 1,
    options: [
      { key: "small", name: "Small, 8 oz", kitchenName: "S" },
      { key: "regular", name: "Regular, 12 oz", kitchenName: "R", price: 60, isDefault: true },
      { key: "large", name: "Large, 16 oz", kitchenName: "L", price: 110 },
    ],
  },
  {
    key: "milk",
    name: "Milk",
    title: "Milk",
    kind: "single",
    min: 1,
    max: 1,
    options: [
      { key: "whole", name: "Whole milk", isDefault: true, allergens: ["milk"], calories: 90 },
      { key: "skim", name: "Skim milk", allergens: ["milk"], calories: 50 },
      { key: "oat", name: "Oat", price: 80, allergens: ["gluten"], dietary: ["vegan"], calories: 80 },
      { key: "almond", name: "Almond", price: 80, allergens: ["nuts"], dietary: ["vegan"], calories: 40 },
      { key: "soy", name: "Soy", price: 60, allergens: ["soy"], dietary: ["vegan"], calories: 70 },
    ],
  },
  {
    key: "barista",
    name: "Barista extras",
    title: "Make it yours",
    kind: "quantity",
    max: 4,
    maxPerOption: 3,
    options: [
      { key: "shot", name: "Extra shot", kitchenName: "+SHOT", price: 90 },
      { key: "vanilla", name: "Vanilla syrup", price: 70, calories: 40 },
      { key: "caramel", name: "Burnt caramel", price: 70, allergens: ["milk"], calories: 50 },
      { key: "cinnamon", name: "Cinnamon dust" },
    ],
  },
  {
    key: "sweetness",
    name: "Sweetness",
    title: "How sweet?",
    kind: "single",
    min: 1,
    max: 1,
    options: [
      { key: "none", name: "Not at all", kitchenName: "0%" },
      { key: "half", name: "Half", kitchenName: "50%" },
      { key: "full", name: "The way we like it", kitchenName: "100%", isDefault: true },
    ],
  },
  {
    key: "tea",
    name: "Tea leaf",
    title: "Which tea?",
    kind: "single",
    min: 1,
    max: 1,
    kitchenLabel: "TEA",
    options: [
      { key: "breakfast", name: "Breakfast", isDefault: true },
      { key: "earl-grey", name: "Earl grey" },
      { key: "mint", name: "Mint" },
      { key: "chamomile", name: "Chamomile" },
    ],
  },
];
