/** The email to staff about products at or below their low-stock level. Stock and level are numbers or weights. */

import { counted } from "#texts/plural.ts";

export const title = (items: number) => `Low stock: ${counted(items, "item", "items")}`;
export const subject = (shop: string, words: string) => `${shop}: ${words}`;
export const sinceLast =
  "These reached their low stock level since the last email about low stock. What is low since before that email is not listed again.";
/** Next to the name of a product. */
export const left = (stock: number | string, level: number | string) => `${stock} left (low at ${level})`;
export const noneLeft = (level: number | string) => `none left (low at ${level})`;
/** After the list of the products. */
export const more = (count: number) => `and ${count} more`;
export const openLowStock = "Open low stock";
