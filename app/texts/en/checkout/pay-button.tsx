/** The button that places or pays the order, and the texts around it. */
import type { ReactNode } from "react";

export const placeOrder = "Place order";
/** For an order paid in person. */
export const placeOrderOf = (amount: string) => `Place order · ${amount}`;
export const pay = (amount: string) => `Pay ${amount}`;
/** On the button, after a click. */
export const working = "Working";
export const updatingTotal = "Updating the total";
export const stillWorking = "Still working. Please don't close this page.";
export const cannotReachShop = "We can't reach the shop right now. Your choices are kept, and sent as soon as we can.";
/** A link, when paying takes long. */
export const seeOrder = "See how your order stands";

/** While the shop is closed or takes no orders; the sentence before says when it does. */
export const cartStays = "Your cart stays as it is until then.";
export const questions = (telephone: ReactNode) => <>Questions? Call us: {telephone}.</>;
/** After a declined card. */
export const nothingCharged = "Nothing was charged and everything you typed is still here.";
export const callUsToo = (telephone: ReactNode) => <>You can also call us: {telephone}.</>;
export const changeInCart = "Change it in the cart";
