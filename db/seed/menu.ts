import type { SeedProduct } from "./menu-types.ts";
import { BAKERY } from "./menu/bakery.ts";
import { BOWLS } from "./menu/bowls.ts";
import { BREAKFAST } from "./menu/breakfast.ts";
import { DRINKS } from "./menu/drinks.ts";
import { GRILL } from "./menu/grill.ts";
import { PIZZA } from "./menu/pizza.ts";
import { SANDWICHES } from "./menu/sandwiches.ts";
import { SIDES } from "./menu/sides.ts";
import { SWEETS } from "./menu/sweets.ts";

/** Everything the demo shop sells, in menu order. */
export const SEED_PRODUCTS: readonly SeedProduct[] = [
  ...BREAKFAST,
  ...BAKERY,
  ...SANDWICHES,
  ...GRILL,
  ...PIZZA,
  ...BOWLS,
  ...SIDES,
  ...SWEETS,
  ...DRINKS,
];
