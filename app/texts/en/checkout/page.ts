/** The layout of the checkout: its title and header, the errors, and the order next to the form. */
import { counted } from "#texts/plural.ts";

export const checkout = "Checkout";
/** The page title while there are errors. */
export const checkoutWithErrors = "Error: Checkout";
export const backToCart = "Back to cart";
/** A link that shows only the number. */
export const call = (telephone: string) => `Call ${telephone}`;

/** Before the list of errors. */
export const fieldsToCorrect = (count: number) => counted(count, "field needs another look", "fields need another look");
export const totalIsNow = (now: string, seen: string) =>
  `The total is now ${now} instead of ${seen}. If that's okay, press the button again.`;

export const yourOrder = "Your order";
/** Opens the order on a phone. */
export const yourOrderAndCodes = "Your order and codes";
export const changeInCart = "Change choices or notes in the cart";
/** Of a line of the order. */
export const note = (text: string) => `Note: ${text}`;
export const pickupOnly = "Pickup only";
