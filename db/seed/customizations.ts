import { DRINK_TEMPLATES } from "./customizations/drinks.ts";
import { GRILL_TEMPLATES } from "./customizations/grill.ts";
import { PIZZA_TEMPLATES } from "./customizations/pizza.ts";
import { BOWL_AND_SWEET_TEMPLATES } from "./customizations/sweets.ts";
import type { SeedTemplate } from "./menu-types.ts";

/** All customizations, in the order staff see them. */
export const SEED_TEMPLATES: readonly SeedTemplate[] = [
  ...DRINK_TEMPLATES,
  ...GRILL_TEMPLATES,
  ...PIZZA_TEMPLATES,
  ...BOWL_AND_SWEET_TEMPLATES,
];
