/** What is sold by weight. Weights and prices come written. */

export const finalWeight =
  "Sold by weight: what it weighs when packed decides the price. A card is never charged more than the total you see.";
export const kilogram = "kg";
export const hundredGrams = "100 g";
export const gram = "g";
export const pound = "lb";
/** After a price. */
export const perUnit = (unit: string) => ` / ${unit}`;
export const amountOf = (number: string, unit: string) => `${number} ${unit}`;

/** Stands where the name of a question stands for other choices. */
export const weight = "Weight";
export const weightAtPrice = (weight: string, price: string) => `${weight} at ${price}`;
/** Before it is weighed. */
export const about = (weight: string) => `about ${weight}`;
/** After it, with one or two of the notes. */
export const withNotes = (weight: string, notes: readonly string[]) => `${weight} (${notes.join(", ")})`;
export const ordered = (weight: string) => `${weight} ordered`;
export const chargedAs = (weight: string) => `charged as ${weight}`;
export const soldFrom = (product: string, least: string) => `${product} is sold from ${least}. Raise the weight to continue.`;
