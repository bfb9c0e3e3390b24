/** Why a card was declined, and how to solve it. */

/** Also for lost, stolen and fraudulent cards: they get this text on purpose. */
export const declined = "Your bank declined this card. Call your bank, or try another card.";
export const noFunds = "There is not enough money on this card. Try another card.";
export const expired = "This card has expired. Try another card.";
export const overLimit = "This card is over its limit. Call your bank, or try another card.";
export const unknownCard = "The bank does not know this card. Try another card.";
export const notSupported = "This card does not allow this kind of purchase. Try another card.";
export const otherCurrency = "This card cannot pay in the shop's currency. Try another card.";

export const checkNumber = "Check the card number.";
export const checkExpiry = "Check the month and year your card expires.";
export const checkSecurityCode = "Check the security code: the three or four digits printed on the card.";
export const checkAddress = "The address does not match the card. Check it, or try another card.";
export const checkPostalCode = "The postal code does not match the card. Check it, or try another card.";

export const notConfirmed = "Your bank could not confirm that it is you. Try again and answer its question, or use another card.";
export const needsPin = "Your bank asks for a PIN, which cannot be entered here. Try another card.";
export const waitAndTryAgain = "Wait a minute and try again, or use another card.";
export const bankSilent = "Your bank did not answer. Wait a minute and try again, or use another card.";
export const networkProblem = "The card network had a problem. Wait a minute and try again, or use another card.";
export const samePayment = "Your bank has just seen the same payment. Check your email for an order before you try again.";

export const onlyTestCards = "This is a test shop: only test cards work here.";
export const noTestCards = "This is a test card, and this shop takes real payments. Try another card.";
