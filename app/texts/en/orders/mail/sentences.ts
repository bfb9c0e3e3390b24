/** Sentences of emails about an order: its payment, and its removed items. Amounts are passed formatted. */

/** Adds the full stop to a text without one. */
export const asSentence = (words: string) => `${words}.`;
export const removed = (items: string) => `${items} removed`;

export const onHold = (amount: string) => `Your card is only on hold for ${amount}; it is charged when we accept the order.`;
export const onHoldForMore = (held: string, amount: string) =>
  `Your card is only on hold for ${held}; when we accept the order, ${amount} is charged and the rest is released.`;
export const charged = (amount: string) => `Your card was charged ${amount}.`;
export const partGoesBack = (amount: string, chargedAmount: string) =>
  `${amount} of ${chargedAmount} goes back to your card. Banks take 5 to 10 days.`;
export const goesBack = (amount: string) => `${amount} goes back to your card. Banks take 5 to 10 days.`;
export const holdFades = "You have not been charged; the hold on your card fades within days.";

/** Without a card payment on the site. */
export const paidInShop = (amount: string) => `You paid ${amount} in the shop.`;
export const paidBackInShop = (amount: string) => `You paid ${amount} in the shop; it is paid back there.`;
export const notCharged = "You have not been charged.";
export const nothingToPay = "There is nothing to pay.";
export const payAtPickup = (amount: string) => `You pay ${amount} when you pick it up.`;
export const payOnDelivery = (amount: string) => `You pay ${amount} when it is delivered.`;
