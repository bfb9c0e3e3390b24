/** The current delivery terms, and the days on which an order is possible. */

export const deliveryIsFree = "Free for this order";
/** Before the address is known. */
export const deliveryFrom = (fee: string) => `From ${fee}`;
/** @param terms the usual terms: one of the texts above, or the fee */
export const deliveryPausedUntil = (terms: string, time: string) => `${terms}, paused until ${time}`;

export const today = "Today";
export const tomorrow = "Tomorrow";
