/** The lines of the cart's page. */

export const items = "Items in your cart";
export const note = (text: string) => `Note: ${text}`;
export const pickupOnly = "Pickup only";
export const each = (price: string) => `${price} each`;
/** The label of a line's discount without a named offer. */
export const discount = "Discount";

export const addedForFree = "Added for you, free of charge.";
export const freeInstead = (soldOut: string) => `${soldOut} cannot be had right now: this one is free instead.`;
export const chooseGift = "Choose your free item";

/** The visible text, and text for screen readers after it. */
export const edit = (item: string) => ["Edit", ` ${item}`] as const;
export const addNote = (item: string) => ["Add a note", ` for ${item}`] as const;
export const changeNote = (item: string) => ["Change the note", ` for ${item}`] as const;
export const noteFor = (item: string) => `Note for ${item}`;
export const noteHint = "We'll do our best, but can't promise every request.";
export const saveNote = "Save note";
