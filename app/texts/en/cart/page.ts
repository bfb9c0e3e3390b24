/** The cart's page, also without anything in it. */

export const title = "Your cart";
/** The title of the page after a form was refused. */
export const errorTitle = "Error: Your cart";
export const yourItems = "Your items";
export const nothing = "Nothing in here yet. Choose something from the menu and it will wait for you here.";
export const popular = "Popular right now";
export const seeMenu = "See the menu";
export const addSomething = "Add something else";
export const goesWell = "Goes well with your order";
/** The lowest of several prices. */
export const fromPrice = (price: string) => `from ${price}`;
