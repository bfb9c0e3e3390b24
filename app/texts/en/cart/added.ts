/** The panel below the cart icon of wide screens, after something was added. */

export const addedToCart = "Added to your cart";
export const inYourCart = "In your cart now";
export const close = "Close";
export const viewCart = "View cart";
export const checkout = "Checkout";
