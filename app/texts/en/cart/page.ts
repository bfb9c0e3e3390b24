/** The cart page, with and without items. */

export const title = "Your cart";
/** The page title after a form was rejected. */
export const errorTitle = "Error: Your cart";
export const yourItems = "Your items";
export const nothing = "Nothing in here yet. Choose something from the menu and it will wait for you here.";
export const popular = "Popular right now";
export const seeMenu = "See the menu";
export const addSomething = "Add something else";
export const goesWell = "Goes well with your order";
/** The lowest of several prices. */
export const fromPrice = (price: string) => `from ${price}`;
