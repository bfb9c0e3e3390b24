/** The messages for a customer when a change of the cart fails. */

export const isOffline = "There's no connection right now. Nothing was changed; please try again.";
export const isLate = "The shop didn't answer in time. Please check your cart, then try again.";
export const noSuchCart = "There is no such cart.";
export const noSuchProduct = "There is no such product.";
export const noLongerInCart = "This item is no longer in your cart.";
export const noLongerInCartAddAgain = "This item is no longer in your cart. Add it again if you want it.";
export const chooseAgain = "Please choose again.";
export const tooManyCarts = "Too many carts were started from your network. Please wait a few minutes and try again.";
export const isSoldOut = (product: string) => `${product} is sold out.`;

export const noTips = "This shop takes no tips.";
export const mostTip = (amount: string) => `A tip for this order is at most ${amount}.`;
export const noGift = "This offer gives your cart no free item right now.";
export const giftUnavailable = "This free item isn't available right now. Please choose another one.";

/** The product's selling units have changed since the page was opened; nothing was added. */
export const soldByPieceAddAgain = (product: string) => `${product} is now sold by the piece. Check the quantity, then add it again.`;
export const soldInStepsAddAgain = (product: string, step: string) =>
  `${product} is now sold in steps of ${step}. Check the weight, then add it again.`;
/** The same for a line; its quantity is converted. */
export const soldByPieceRecounted = (product: string, quantity: string) =>
  `${product} is now sold by the piece. Your cart holds ${quantity} of it; change that again if you want another quantity.`;
export const soldInStepsRecounted = (product: string, step: string, weight: string) =>
  `${product} is now sold in steps of ${step}. Your cart holds ${weight} of it; change that again if you want another weight.`;
