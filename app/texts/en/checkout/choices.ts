/** The choices of the checkout: pickup or delivery, the time, the free item, the tip. */
import { pluralForm } from "#texts/plural.ts";

export const pickupOrDelivery = "Pickup or delivery";
export const pickup = "Pickup";
export const noFee = "No fee";
export const delivery = "Delivery";

/** The title of the times. */
export const when = "When";
export const soon = "As soon as possible";
export const readyAbout = (time: string) => `Ready about ${time}`;
export const deliveredAbout = (time: string) => `Estimated delivery ${time}`;
export const later = "At a time I choose";
/** The last day that can be chosen. */
export const upTo = (day: string) => `Up to ${day}`;
export const day = "Day";
export const time = "Time";
export const timeIsFull = (label: string) => `${label} (full)`;
export const timeIsBusy = (label: string) => `${label} (busy)`;
export const timesNotLoaded = "We couldn't load the times for that day. Please try again.";

export const yourFreeItems = (count: number) => pluralForm(count, "Your free item", "Your free items");
export const chooseFreeItem = "Choose your free item";
export const notAvailable = (item: string) => `${item} cannot be had right now.`;

export const tip = "Tip";
export const noTip = "None";
/** A custom amount: this and the next text are the two lines of one button. */
export const ownTip = "Own";
export const ownTipAmount = "amount";
export const tipIn = (currency: string) => `Tip in ${currency}`;

/** Only without JavaScript. */
export const updateTotal = "Update the total";
