/** The page of an order that is not paid, or cannot be shown. */
import type { ReactNode } from "react";

export const beingChecked = "Payment is being checked";
export const bankIsChecking = "Your bank is checking the payment";
/** The total of the order. */
export const amount = (total: string) => `${total}.`;
export const nothingToDo = "There's nothing you need to do: the result shows up here, usually within seconds.";
/** Without JavaScript. */
export const reloadForResult = "Reload this page in a few seconds to see the result.";
export const keepOpen = "Please don't pay again. You can keep this page open or come back to it later.";

export const weNeedToCheck = "We need to check your payment";
export const doNotPayAgain = "Please don't pay again. This page shows what comes of it.";

export const linkEnded = "This payment link has ended";
export const linkEndedWhy = "The order was not paid in time, or the shop has cancelled it. You have not been charged.";
export const orderAgainOrAsk = (shop: string) => `If you still want it, order again or get in touch with ${shop}.`;

/** The page title. */
export const paymentFailedTitle = "Error: The payment did not go through";
export const paymentFailed = "The payment did not go through";
export const notPaid = "This order has not been paid.";
export const notCharged = "You have not been charged.";
export const cartIsStillThere = "Your cart and everything you typed are still there.";
export const backToCheckout = "Back to the checkout";
export const viewCart = "View cart";

/** The page title. */
export const notFoundTitle = "Order not found";
export const notFound = "We can't find this order";
export const openFromEmail = "The link may be incomplete. Open it again from your email; the link there leads to your order.";
export const callBeforePaying = "If you have just paid and see this page, please call us before you pay again.";
export const seeMenu = "See the menu";
export const findMyOrders = "Find my orders";

export const oneMoment = "One moment, please";
export const questions = (telephone: ReactNode) => <>Questions? {telephone}</>;
