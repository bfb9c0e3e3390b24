/** The page of a category. Hours are passed formatted. */

export const categories = "Categories";
export const moreIn = (category: string) => `More in ${category}`;
export const partsOf = (category: string) => `Parts of ${category}`;
export const canBeOrdered = (hours: string) => `Can be ordered ${hours}.`;
export const canBeOrderedLater = (hours: string) => `Can be ordered ${hours}. Choose the time at the checkout.`;
export const notAtThisHour = (hours: string) => `Not at this hour. Can be ordered ${hours}.`;
export const products = "Products";
/** The order that staff gave the products. */
export const menuOrder = "Menu order";
export const nothingIn = (category: string) => `There is nothing in ${category} right now.`;
export const seeEverything = "See everything we have";
