/** The cart in the layout of every page: its icon, and the bar at the bottom of small screens. */

import { counted } from "#texts/plural.ts";

export const cart = "Cart";
/** The name of the icon. */
export const cartHolds = (count: number) => `Cart, ${counted(count, "item", "items")}`;
export const isEmpty = "The cart is empty.";
export const holds = (count: number) => `${counted(count, "item", "items")} in the cart.`;

/** The last change: "2 × Cola added". */
export const added = (item: string) => `${item} added`;
