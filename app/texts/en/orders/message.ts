/** The status message of an order, composed of these sentences: the status, the time, the changes, and the refund. */

export const waitingForPayment = "We are waiting for your payment.";
export const received = (number: string) => `Order ${number} received.`;
export const receivedUnnumbered = "Order received.";
/** Under a heading with the number. */
export const receivedHeadline = "Received.";
export const accepted = "Accepted.";
export const preparing = "We are preparing it.";
export const late = "Running late.";
export const lateUntil = (time: string) => `Running late: now about ${time}.`;
export const readyToPickUp = "Ready, come by.";
export const packed = "Packed, waiting for the courier.";
export const onItsWay = "On its way.";
export const enjoy = "Enjoy!";

export const readyAbout = (time: string) => `Ready about ${time}.`;
export const estimatedDelivery = (time: string) => `Estimated delivery ${time}.`;

/** After "received". */
export const confirmSoon = "We will confirm it soon.";
export const confirmSoonOnHold = "We will confirm it soon; your card is only on hold.";
export const confirmSoonPayOnDelivery = "We will confirm it soon; you pay when it is delivered.";
export const confirmSoonPayAtPickup = "We will confirm it soon; you pay when you pick it up.";

export const doesNotMatch = "Your payment does not match this order, so it is not placed yet.";
export const shopWasTold = "The shop has been told and will put it right.";
export const callUs = (telephone: string) => `You can call us: ${telephone}.`;

export const notPlaced = "This order was not placed.";
export const notPaidSoNotPlaced = "This order was not paid, so it was not placed.";
export const notTaken = "Sorry, we could not take this order.";
/** `reason` of reasons.ts, or in staff's words. */
export const notTakenBecause = (reason: string) => `Sorry, we could not take this order: ${reason}.`;
/** Below `notTaken`; begins with a capital. */
export const because = (reason: string) => `${reason}.`;
export const cancelled = "Cancelled.";
export const cancelledBecause = (reason: string) => `Cancelled: ${reason}.`;
export const holdRanOut = "The card hold ran out, please order again.";
export const holdWasReleased = "The card hold was released, please order again.";
export const notMade = "This order is not being made.";

export const charged = (amount: string) => `Your card was charged ${amount}.`;
export const notCharged = "You have not been charged.";
export const notChargedMayShowHold = "You have not been charged; your card may show a hold.";
export const notChargedHoldFades = "You have not been charged; the hold fades within days.";
export const notChargedHoldReleased = "You have not been charged; the hold on your card is being released.";
export const paidBackInShop = "What you paid in the shop is paid back there.";
export const refunded = (amount: string) => `Refunded ${amount}.`;
export const goesBack = (amount: string) => `${amount} goes back to your card.`;
export const onItsWayBack = (amount: string) => `${amount} is on its way back to your card.`;
