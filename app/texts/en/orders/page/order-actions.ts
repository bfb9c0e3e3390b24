/** The customer's actions on the order page. */

export const iAmHere = "I'm here";
export const counterKnows = "The counter knows you're here.";
export const cancelThis = "Cancel this order";
export const cardIsReleased = "Your card is released at once; nothing is charged.";
export const nothingPaid = "Nothing has been paid.";
export const cancel = (number: string) => `Cancel order ${number}`;
