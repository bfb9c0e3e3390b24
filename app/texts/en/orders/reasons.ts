/** Why the shop rejected or cancelled an order, after the colon of a sentence: "Sorry, we could not take this order: we are closed." */

export const soldOut = "something you chose is sold out";
export const tooBusy = "we are too busy right now";
export const closed = "we are closed";
export const addressOutOfArea = "the address is outside our delivery area";
export const instructionsImpossible = "we cannot prepare it the way you asked";
export const asYouAsked = "as you asked";
export const paymentDetails = "we could not confirm the payment details";
export const duplicate = "the same order was placed twice";
export const notPickedUp = "it was not picked up";
export const nobodyConfirmed = "nobody could confirm it in time";
export const holdRanOut = "the card hold ran out";
export const holdWasReleased = "the card hold was released";
export const notPrepared = "it could not be prepared";
/** `note`: a text of staff. */
export const withNote = (reason: string, note: string) => `${reason} (${note})`;
