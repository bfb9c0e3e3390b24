/** The page of a product. Hours are passed formatted. */

import { counted } from "#texts/plural.ts";

export const picturesOf = (product: string) => `Pictures of ${product}`;
export const pictures = (count: number) => counted(count, "picture", "pictures");
export const pictureOf = (number: number, count: number) => `Picture ${number} of ${count}`;

export const canBeOrderedLater = (hours: string) => `Can be ordered ${hours}. Choose the time at the checkout.`;
export const notAtThisHour = "Not at this hour";
export const canBeOrdered = (product: string, hours: string) => `${product} can be ordered ${hours}.`;
export const isUnavailable = (product: string) => `${product} isn't available right now. Here's what else there is.`;
export const seeMenu = "See the menu";
export const see = (category: string) => `See ${category}`;

/** Before a list of allergens. */
export const contains = "Contains";
export const energy = "Energy";
export const aboutCalories = (calories: number) => `about ${calories} kcal`;
export const moreReviews = "Show more reviews";
export const alsoOnMenu = "Also on the menu";
export const moreOf = (category: string) => `More ${category}`;
export const related = "Related products";
