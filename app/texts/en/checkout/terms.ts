/** What delivery costs now, and the days on which an order can be had. */

export const deliveryIsFree = "Free for this order";
/** Before the address is known. */
export const deliveryFrom = (fee: string) => `From ${fee}`;
/** @param terms what it costs otherwise: one of the texts above, or the fee */
export const deliveryPausedUntil = (terms: string, time: string) => `${terms}, paused until ${time}`;

export const today = "Today";
export const tomorrow = "Tomorrow";
