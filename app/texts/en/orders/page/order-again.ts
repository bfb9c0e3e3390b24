/** The button that fills the cart with an order again. */

export const orderAgain = "Order again";
/** After `orderAgain` where a page lists several orders, for screen readers. */
export const ofOrder = (number: string) => `: order ${number}`;
export const viewCart = "View cart";
