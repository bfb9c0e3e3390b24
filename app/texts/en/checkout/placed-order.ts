/** Messages about an order that is placed or waits for its payment: why an action, a review or a late payment is rejected. */

export const noSuchOrder = "There is no such order.";
export const notPlaced = "This order was not placed.";
export const paymentNotResponding = "The card payment service isn't responding right now. Please try again in a moment.";
export const bankIsDeciding = "Your bank is still deciding on the payment. Please wait a moment.";
export const paymentDiffers = "Your payment does not match this order. The shop has been told and will put it right.";

/* After "Sorry, we could not take this order:", in emails and on the order's page. */
export const timeTaken = "The time that you chose was taken before your payment arrived.";
export const promotionUsedUp = "A promotion of your order was used up before your payment arrived.";
export const soldOut = "It was sold out before your payment arrived.";
/** For an order that staff placed before the shop opened. */
export const wasTest = "It was a test order.";

export const noSuchItem = "There is no such order or item.";
export const reviewTooEarly = "You can review this once you have received it.";
export const productIsGone = "This product is no longer in the shop.";
export const reviewedBefore = "You've already reviewed this, thank you.";
