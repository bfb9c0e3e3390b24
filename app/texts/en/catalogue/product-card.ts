/** A product in a list: its price, and when it can be ordered. Part of every page of the shop. */

/** Before the lowest of several prices, in lower case. Ends with a space, like the next two, because the price follows. */
export const from = "from ";
/** Before a reduced price, and before the former one: "Now $4.50, was $6.00". */
export const now = "Now ";
export const was = "was ";
/** "Only Friday 11:00 AM – 5:00 PM" */
export const onlyAt = (hours: string) => `Only ${hours}`;
