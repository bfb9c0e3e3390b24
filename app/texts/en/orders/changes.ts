/**
 * Changes that staff made to an order, for customers (messages, emails), staff and the kitchen. Amounts, times and items are passed
 * formatted.
 */

/** `list` of the changes below. */
export const changed = (list: string) => `Changed: ${list}.`;
export const removed = (items: string) => `${items} removed`;
export const newTotal = (amount: string) => `new total ${amount}`;
export const weighs = (item: string, weight: string) => `${item}: weighs ${weight}`;
export const time = (before: string, after: string) => `time ${before} → ${after}`;
/** Instead of a time. */
export const asSoonAsPossible = "as soon as possible";
/** Ends with the address: stored changes are recognized by the text before it. */
export const address = (line: string) => `address → ${line}`;
/** For readers who may not see the address. */
export const anotherAddress = "another address";
export const deliveryFee = (before: string, after: string) => `delivery fee ${before} → ${after}`;
/** The new address costs more, and the difference is waived. */
export const deliveryFeeWaived = (fee: string, instead: string) => `delivery fee ${fee} instead of ${instead}`;
