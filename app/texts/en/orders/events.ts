/** The history of an order: for staff, and in the export of a customer's data. */

export const placed = "Order placed";
export const paymentLink = "Payment link made";
export const abandoned = "Ended without a payment";
export const accepted = "Accepted";
export const rejected = "Rejected";
export const timedOut = "Rejected: nobody answered in time";
export const cancelled = "Cancelled";
export const edited = "Changed";
export const firstEnded = "The order it goes with has ended";
export const leftToStaff = "Paid while the shop took no orders: to be accepted or rejected by hand";
export const preparing = "Started preparing";
export const ready = "Ready";
export const out = "Out for delivery";
export const completed = "Completed";
export const delayed = "Promised later";
export const undone = "One step back";
export const refunded = "Refunded";
export const note = "Note";
export const message = "Message to the customer";
export const arrived = "The customer is here";
export const disputed = "The customer's bank disputes the payment";
export const disputeEnded = "The dispute has ended for the shop";
export const refundFailed = "A refund did not arrive";
export const paymentChanged = "Changed at the card provider";
export const notDone = "Not carried out";
export const providerSilent = "The card provider does not answer; it is asked again";

/** The refund reason, where staff gave none. */
export const orderWasChanged = "The order was changed";
export const orderWasRejected = "The order was rejected";
export const orderWasCancelled = "The order was cancelled";
export const nobodyAnswered = "Nobody answered the order in time";
export const orderHasEnded = "The order has ended";
