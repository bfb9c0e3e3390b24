/** What stored states are called in the file of all data about a customer. */

/** Of a payment by card. */
export const notPaid = "not paid";
export const notConfirmed = "not confirmed";
export const notConfirmedAtBank = "not confirmed at the bank";
export const underWay = "under way";
export const onHold = "on hold";
export const charged = "charged";
export const released = "released";

/** Of a refund; also `underWay`. */
export const paidBack = "paid back";
export const didNotArrive = "did not arrive";
export const notMade = "not made";

/** Of an email. */
export const waitsToBeSent = "Waits to be sent";
export const sent = "Sent";
export const notSent = "Could not be sent";

/** Of a review. */
export const notDecided = "Not decided yet";
export const shown = "Shown";
export const notShown = "Not shown";

/** Of a promotion that an order used. */
export const reserved = "reserved";
export const used = "used";
export const notUsed = "not used in the end";
