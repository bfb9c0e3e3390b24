/** A product in a list: its price, and when it can be ordered. In every page of the shop. */

/** Before the lowest of several prices, in small letters. Like the next two with a space, because the price follows. */
export const from = "from ";
/** Before a lower price, and before the one it had: "Now $4.50, was $6.00". */
export const now = "Now ";
export const was = "was ";
/** "Only Friday 11:00 AM – 5:00 PM" */
export const onlyAt = (hours: string) => `Only ${hours}`;
