/** The emails to customers about their orders: subject, heading, sentences and button of each. Times and amounts are passed formatted. */

export const followOrder = "Follow your order";
export const seeOrder = "See the order";
export const checkAndPay = "Check and pay";
export const questions = (telephone: string) => `Questions? Call us: ${telephone}.`;
export const pickUpAt = (address: string) => `Pick it up at ${address}.`;
export const subjectOfTestOrder = (subject: string) => `Test order: ${subject}`;

export const receivedSubject = (order: string) => `Order ${order} received`;
export const thankYou = "Thank you. We have your order.";
export const thankYouByName = (firstName: string) => `Thank you, ${firstName}. We have your order.`;
export const weWillWrite = "We'll write to you as soon as it's accepted.";

export const acceptedSubject = (order: string) => `Order ${order} accepted`;
export const acceptedReadyAboutSubject = (order: string, time: string) => `Order ${order} accepted: ready about ${time}`;
export const acceptedDeliverySubject = (order: string, time: string) => `Order ${order} accepted: estimated delivery ${time}`;
export const accepted = "Accepted.";
export const acceptedReadyAbout = (time: string) => `Accepted. Ready about ${time}.`;
export const acceptedDelivery = (time: string) => `Accepted. Estimated delivery ${time}.`;

export const lateSubject = (order: string) => `Order ${order} is running late`;
export const lateUntilSubject = (order: string, time: string) => `Order ${order} is running late: now about ${time}`;
export const late = "Running late.";
export const lateUntil = (time: string) => `Running late: now about ${time}.`;
export const lateSorry = "We're sorry, it's taking longer than we said.";
export const newTimeDoesNotWork = (telephone: string) => `If the new time doesn't work for you, call us: ${telephone}.`;

export const readySubject = (order: string) => `Order ${order} is ready`;
export const ready = "Ready, come by.";
export const sayNumber = (order: string) => `Say your number at the counter: ${order}.`;
export const onItsWaySubject = (order: string) => `Order ${order} is on its way`;
export const onItsWay = "On its way.";
export const goingTo = (address: string) => `It is going to ${address}.`;
export const anythingUnclear = (telephone: string) => `If anything is unclear, call us: ${telephone}.`;

export const rejectedSubject = (order: string) => `We could not take order ${order}`;
export const rejected = "Sorry, we could not take this order.";
export const seeOrOrderAgain = "See the order, or order again";

export const cancelledSubject = (order: string) => `Order ${order} is cancelled`;
export const cancelled = "Cancelled.";

export const refundedSubject = (amount: string, order: string) => `${amount} refunded for order ${order}`;
export const refunded = (amount: string) => `Refunded ${amount}.`;

/** A message that staff wrote follows. */
export const messageSubject = (order: string) => `About your order ${order}`;
export const messageFrom = (shop: string) => `A message from ${shop}`;

export const payLinkSubject = (shop: string, total: string) => `Pay for your order at ${shop}: ${total}`;
export const readyToBePaid = (total: string) => `Your order is ready to be paid: ${total}.`;
export const weBeginWhenPaid = "We begin as soon as it's paid.";
export const payUntilOrDropped = (time: string) =>
  `Pay by card until ${time}. We begin as soon as it's paid; after that time the order is dropped.`;
