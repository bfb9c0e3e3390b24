/** Why the shop cannot place an order for a cart, for this total or with these choices. */

export const notOrderable = "This cart cannot be ordered now.";
export const notOpenYet = "This shop is not open yet. It opens soon.";

export const otherCurrency = (currency: string) =>
  `This shop now charges in ${currency}. Nothing was charged. Reload the page and check the total.`;

export const noPaymentAtPickup = "Payment at pickup is not offered. Please pay by card.";
export const noPaymentOnDelivery = "Payment on delivery is not offered. Please pay by card.";
export const counterIsForPickup = "Only orders that are picked up can be paid at the counter.";
export const doorIsForDelivery = "Only orders that are delivered can be paid at the door.";
export const paidByCardAbove = (amount: string) => `Orders above ${amount} are paid by card.`;
export const switchOnJavaScript = (telephone: string) => `Paying by card needs JavaScript. Please switch it on, or call us: ${telephone}.`;

/** For a blocked customer, who does not get the reason. */
export const notTaken = "We can’t take this order online. Nothing was charged. Please contact the shop.";
export const notTakenCall = (telephone: string) => `We can’t take this order online. Nothing was charged. Please call us at ${telephone}.`;

export const paymentEnded = "This payment was given up or replaced by a newer one. Nothing was charged; please start again.";
export const alreadyPaid = "This order has already been paid. It is on its way to the kitchen.";
export const bankIsDeciding = "Your bank is still deciding on a payment for this cart. Please wait a moment.";
export const busy = "A lot of orders are coming in right now. Nothing was charged; please try again in a moment.";
export const paymentNotResponding =
  "The card payment service isn't responding right now. Nothing was charged; please try again in a moment.";

export const tooManyOpenOrders =
  "Several orders of yours, or from your network, are waiting to be paid. Please finish one of them, or try again in a few minutes.";
export const tooManyOrders = "Too many orders came in at once from here. Please wait a few minutes and try again.";
export const tooManyDeclines = "Too many cards were declined. Please wait a while before you try another.";
