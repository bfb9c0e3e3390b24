/**
 * The initial texts when staff customise an email, close to the standard ones. Names in braces are placeholders for values and stay
 * unchanged. An empty line starts a paragraph.
 */

export const receivedSubject = "Order {order} received";
export const receivedHeading = "Thank you, {name}. We have your order.";
export const receivedText = "We'll write to you as soon as it's accepted.\n\n{payment}";

export const changedSubject = "Order {order} changed: new total {total}";
export const changedHeading = "Your order has changed.";
export const changedText = "{changes}. Everything else stays as you ordered it.\n\n{payment}";

export const acceptedSubject = "Order {order} accepted: {time}";
export const acceptedHeading = "Accepted for {time}.";
export const acceptedText = "{place}\n\n{payment}";

export const delayedSubject = "Order {order} is running late: now about {time}";
export const delayedHeading = "Running late: now about {time}.";
export const delayedText = "We're sorry, it's taking longer than we said.\n\nIf the new time doesn't work for you, call us: {phone}.";

export const readySubject = "Order {order} is on its way to you";
export const readyHeading = "Your order is ready.";
export const readyText = "{place}\n\nYour number is {order}.";

export const rejectedSubject = "We could not take order {order}";
export const rejectedHeading = "Sorry, we could not take this order.";
export const rejectedText = "{reason}\n\n{payment}\n\nQuestions? Call us: {phone}.";

export const cancelledSubject = "Order {order} is cancelled";
export const cancelledHeading = "Cancelled.";
export const cancelledText = "{reason}\n\n{payment}\n\nQuestions? Call us: {phone}.";

export const refundedSubject = "{refund} refunded for order {order}";
export const refundedHeading = "Refunded {refund}.";
export const refundedText = "{payment}\n\nQuestions? Call us: {phone}.";

export const messageSubject = "About your order {order}";
export const messageHeading = "A message from {shop}";
export const messageText = "{message}\n\nQuestions? Call us: {phone}.";

export const paymentLinkSubject = "Pay for your order at {shop}: {total}";
export const paymentLinkHeading = "Your order is ready to be paid: {total}.";
export const paymentLinkText = "Pay by card until {pay_by}. We begin as soon as it's paid.\n\nQuestions? Call us: {phone}.";

/** The link to a customer's orders. These are also its standard words. */
export const myOrdersSubject = "{shop}: your orders";
export const myOrdersHeading = "Your orders at {shop}";
export const myOrdersText =
  "Hello {name}, here are your orders with their receipts.\n\nThe link works once, for {minutes} minutes.\n\nYou did not ask for this? Then ignore this email: nobody else can see your orders.";
/** Its button. */
export const seeMyOrders = "See my orders";
