/** The card section, and the form for a test card of a shop without a payment provider. */

export const payment = "Payment";
export const needsJavaScript = "Paying by card needs JavaScript.";
export const stillLoading = "The card form is still loading. Please try again in a moment.";

export const testPayment = "Test payment: no card is charged";
/** A list of cards with different outcomes. */
export const tryCard = "Try a card";
/** None of the listed cards. */
export const ownNumber = "Own number";
export const cardNumber = "Card number";
export const expiry = "Expiry";
/** The placeholder. */
export const monthAndYear = "MM / YY";
export const securityCode = "Security code";
