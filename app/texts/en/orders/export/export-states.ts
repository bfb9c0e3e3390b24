/** The names of stored states in the export of a customer's data. */

/** For a card payment. */
export const notPaid = "not paid";
export const notConfirmed = "not confirmed";
export const notConfirmedAtBank = "not confirmed at the bank";
export const underWay = "under way";
export const onHold = "on hold";
export const charged = "charged";
export const released = "released";

/** For a refund; also `underWay`. */
export const paidBack = "paid back";
export const didNotArrive = "did not arrive";
export const notMade = "not made";

/** For an email. */
export const waitsToBeSent = "Waits to be sent";
export const sent = "Sent";
export const notSent = "Could not be sent";

/** For a review. */
export const notDecided = "Not decided yet";
export const shown = "Shown";
export const notShown = "Not shown";

/** For a promotion that an order used. */
export const reserved = "reserved";
export const used = "used";
export const notUsed = "not used in the end";
