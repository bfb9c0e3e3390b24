/** Problems to solve before a cart can be ordered, each with a solution. Weights, prices and rules are passed formatted. */

export const isEmpty = "Your cart is empty. Add something to order.";
export const notOffered = (product: string) => `${product} is no longer offered. Remove it to continue.`;
export const isSoldOut = (product: string) => `${product} is sold out. Remove it to continue.`;
export const isUnavailable = (product: string) => `${product} isn't available right now. Remove it to continue.`;
/** The problems with the choices of a line, in one sentence or more. */
export const choices = (product: string, sentences: string) => `${product}: ${sentences}`;

/** `hours`, `rule` and `limit`: a whole sentence each. */
export const anotherTime = (hours: string) => `${hours} Remove it, or choose another time.`;
export const pickupOrRemove = (rule: string) => `${rule} Choose pickup, or remove it.`;
export const removeToContinue = (rule: string) => `${rule} Remove it to continue.`;
export const removeLine = (limit: string) => `${limit} Remove this line to continue.`;
export const lowerQuantity = (limit: string, most: string) => `${limit} Lower the quantity to ${most}.`;
/** `rule`: "Birthday cake must be ordered at least 48 hours ahead". */
export const laterTime = (rule: string) => `${rule}. Choose a later time.`;
export const noTimeForDelivery = (rule: string) => `${rule}, and no such time for delivery is free. Choose pickup, or remove it.`;

export const nowByPiece = (product: string, quantity: string, price: string, before: string) =>
  `${product} is now sold by the piece: ${quantity} for ${price}, not ${before}. Check the quantity.`;
export const nowByWeight = (product: string, weight: string, price: string) =>
  `${product} is sold by weight: ${weight} at ${price}. Check the weight.`;
export const optionsCost = (product: string, now: string, before: string) =>
  `The options of ${product} now cost ${now} instead of ${before}.`;
export const costs = (product: string, now: string, before: string) => `${product} now costs ${now} instead of ${before}.`;
export const weighs = (product: string, now: string, before: string) =>
  `${product} is now ${now} instead of ${before}, because its steps changed.`;

export const noDelivery = "We aren't delivering right now. Choose pickup to continue.";
export const outOfArea = (postalCode: string) => `We don't deliver to ${postalCode}. Choose pickup or another address.`;
export const minimumForPickup = (missing: string, minimum: string) => `Add ${missing} to reach the minimum of ${minimum} for pickup.`;
export const minimumForDelivery = (missing: string, minimum: string) => `Add ${missing} to reach the minimum of ${minimum} for delivery.`;
export const tooSmall = (smallest: string, total: string) =>
  `Cards can be charged from ${smallest}; your total is ${total}. Add something to continue.`;
export const tooLarge = (largest: string) => `One order can be at most ${largest}. Split it into several, or call us.`;
