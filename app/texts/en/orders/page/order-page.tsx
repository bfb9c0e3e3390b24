/** The page of a placed order: its status, time and place, help. */
import type { ReactNode } from "react";

/** The page title. */
export const title = (status: string, number: string) => `${status} · Order ${number}`;
export const orderNumber = (number: string) => `Order ${number}`;
export const thanks = (firstName: string) => `Thank you, ${firstName}.`;
export const yourOrder = "Your order";
/** The label of the status section, for screen readers. */
export const now = "Now";
/** For a test order or test payment. */
export const note = (words: string) => `${words}.`;

/** The customer's note to an item. */
export const itemNote = (words: string) => `Note: ${words}`;

export const takesLongerThanSaid = "This is taking longer than we said.";
export const takesLongerThanUsual = "This is taking longer than usual.";
export const callUs = (telephone: ReactNode) => <>You can call us: {telephone}.</>;

/** These three stand above the time. */
export const readyAbout = "Ready about";
export const estimatedDelivery = "Estimated delivery";
export const weHadSaid = "We had said";
export const whereToCome = "Where to come";
export const delivery = "Delivery";
export const directions = "Get directions";
export const addToCalendar = "Add to calendar";
export const downloadReceipt = "Download receipt (PDF)";

export const help = "Help";
export const questions = "Questions about your order?";
export const call = (telephone: string) => `Call ${telephone}`;

export const updatesItself = "This page updates itself.";
/** Without JavaScript. */
export const reloadForNews = "Reload this page to see what is new.";
export const lastUpdate = (time: string) => `Last update ${time}`;
export const noConnection = "No connection right now. We'll keep trying.";
export const noConnectionSince = (time: string) => `No connection right now; last update ${time}. We'll keep trying.`;

/** The label of the list of steps, for screen readers. */
export const steps = "Order status";
/** After the name of the current step. */
export const currentStep = "– now";
/** After the name of a future step, for screen readers. */
export const stepToCome = ", not yet";
