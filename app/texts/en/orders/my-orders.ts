/** The page with all orders of an email address, and the forms that lead to it. */

export const myOrders = "My orders";
/** The page title, after a form was sent. */
export const errorTitle = "Error: My orders";
export const requestedTitle = "Link requested: My orders";

export const intro =
  "Your orders, with receipts and “Order again”. We send a link to the address that you ordered with; no password is needed.";
export const email = "Email";
export const emailMeLink = "Email me a link";
export const linkIsOnItsWay = "If you have ordered with this address, an email with a link is on its way.";
/** The shop sends no emails. */
export const linkIsWithStaff =
  "If you have ordered with this address, there is a link for you. This shop sends no emails yet: ask its staff, who find it in their email log.";
export const linkHasEnded = "This link does not work any more: it works once, for 15 minutes. Ask for a new one.";
/** Why a form was rejected. */
export const enterEmail = "Enter your email address.";
export const linkDoesNotWork = "This link does not work any more. Ask for a new one.";
export const tooOften = "You have asked very often. Please wait a while and try again.";

export const linkWorksOnce = "The link works once. This device then shows your orders for an hour.";
export const show = "Show my orders";
export const hide = "Hide my orders on this device";

export const answerIsSaved = "Your answer is saved.";
export const noneOnPage = "There are no orders on this page.";
/** After the number of all orders: "21–40 of 43 orders". */
export const orders = "orders";
export const orderNumber = (number: string) => `Order ${number}`;
export const refunded = (amount: string) => `Refunded −${amount}`;

export const newsAndOffers = "News and offers";
export const emailMeNews = "Email me news and offers. I can stop this at any time.";
export const agreedOn = (day: string) => `You agreed on ${day}.`;
export const save = "Save";
