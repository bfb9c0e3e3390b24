/** The payment methods of the checkout. */

export const nothingToPay = "There is nothing to pay.";
export const youPayAtDoor = (amount: string) => `You pay ${amount} at the door when it is delivered.`;
export const youPayAtCounter = (amount: string) => `You pay ${amount} at the counter when you pick it up.`;

export const howToPay = "How to pay";
export const cardNow = "Card, now";
/** Under "Card, now". */
export const heldUntilAccepted = "Held until we accept";
export const onDelivery = "On delivery";
export const atPickup = "At pickup";
/** Under "On delivery". */
export const amountAtDoor = (amount: string) => `${amount} at the door`;
/** Under "At pickup". */
export const amountAtCounter = (amount: string) => `${amount} at the counter`;
export const cardIsHeld = "Your card is only put on hold. You're charged once we accept your order; if we can't, the hold is released.";

export const orderByPhone = (telephone: string) => `Paying by card needs JavaScript. You can also order by phone: ${telephone}.`;
export const testCardOnNextPage = "Without JavaScript you choose a test card on the next page. No card is charged.";
