/** The names of the order statuses. */

/** In lists, titles and documents; staff read these, too. */
export const waitingForPayment = "Waiting for payment";
export const notPaid = "Not paid";
export const isNew = "New";
export const accepted = "Accepted";
export const preparing = "Preparing";
export const ready = "Ready";
export const onItsWay = "On its way";
export const completed = "Completed";
export const rejected = "Rejected";
export const cancelled = "Cancelled";

/** For customers, where they differ from the names for staff. */
export const notPaidYet = "Not paid yet";
export const notPlaced = "Not placed";
export const received = "Received";
export const packed = "Packed";
export const done = "Done";
export const notPossible = "Not possible";

/** Steps of an order, each with its time. */
export const readyForYou = "Ready for you";
export const delivered = "Delivered";
export const pickedUp = "Picked up";
export const notPossibleThisTime = "Not possible this time";
