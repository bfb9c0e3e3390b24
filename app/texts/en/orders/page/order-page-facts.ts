/** Details of an order on its page, and the calendar entry. */

export const paidInShop = "You paid in the shop.";
export const youPayOnDelivery = "You pay when it is delivered.";
export const youPayAtPickup = "You pay when you pick it up.";
/** Titles of the entry in the customer's calendar. */
export const pickUpOrder = (number: string, shop: string) => `Pick up order ${number}, ${shop}`;
export const deliveryOfOrder = (number: string, shop: string) => `Delivery of order ${number}, ${shop}`;
