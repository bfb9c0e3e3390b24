/** Differences when an order is placed again. Prices, weights and quantities are passed formatted. */

export const nothingAdded = "Nothing could be added to your cart:";
export const someAreDifferent = "Your cart is filled. A few things are different this time:";
/** A new price, weight or quantity. */
export const isNow = (title: string, now: string, before: string) => `${title} is now ${now} (${before} before).`;
export const notAdded = (title: string, reason: string) => `${title}: ${reason}`;
/** These two follow the colon of `notAdded`. */
export const needsChoice = "it needs a new choice.";
export const notOnMenu = "it is no longer on the menu.";
/** `reason` is a sentence. */
export const chooseAgain = (reason: string) => `${reason} Please choose it again from the menu.`;
