/** The email to a customer whose order staff changed. Its heading is the sentence about the change on the order page. */

export const changedTotalSubject = (order: string, total: string) => `Order ${order} changed: new total ${total}`;
export const changedRefundSubject = (order: string, amount: string) => `Order ${order} changed: ${amount} goes back to your card`;
/** For an order without a number, which can no longer be paid by its link. */
export const unnumberedTotalSubject = (total: string) => `Your order changed: new total ${total}`;
export const unnumberedRefundSubject = (amount: string) => `Your order changed: ${amount} goes back to your card`;
/** For an order that waits to be paid by its link. */
export const unpaidTotalSubject = (total: string) => `Your unpaid order changed: new total ${total}`;
export const unpaidRefundSubject = (amount: string) => `Your unpaid order changed: ${amount} goes back to your card`;

export const restStays = "Everything else stays as you ordered it.";
export const payUntil = (time: string) => `Pay by card until ${time}.`;
export const notAgreed = (telephone: string) => `Not what you agreed with us? Call us: ${telephone}.`;
