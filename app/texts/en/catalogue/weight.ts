/** Products sold by weight. Weights and prices are passed formatted. */

export const finalWeight =
  "Sold by weight: what it weighs when packed decides the price. A card is never charged more than the total you see.";
export const kilogram = "kg";
export const hundredGrams = "100 g";
export const gram = "g";
export const pound = "lb";
/** After a price. */
export const perUnit = (unit: string) => ` / ${unit}`;
export const amountOf = (number: string, unit: string) => `${number} ${unit}`;

/** Used in place of the name of a question. */
export const weight = "Weight";
export const weightAtPrice = (weight: string, price: string) => `${weight} at ${price}`;
/** Before the product is weighed. */
export const about = (weight: string) => `about ${weight}`;
/** After it is weighed, with one or two of the notes. */
export const withNotes = (weight: string, notes: readonly string[]) => `${weight} (${notes.join(", ")})`;
export const ordered = (weight: string) => `${weight} ordered`;
export const chargedAs = (weight: string) => `charged as ${weight}`;
export const soldFrom = (product: string, least: string) => `${product} is sold from ${least}. Raise the weight to continue.`;
