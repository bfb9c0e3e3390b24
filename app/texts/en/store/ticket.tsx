/** The shop's details at the top of the home page: open or not, pickup, delivery, address. Amounts and times are passed formatted. */
import type { ReactNode } from "react";

export const pickup = "Pickup";
export const delivery = "Delivery";
/** For screen readers, before the address. */
export const where = "Where";
export const aboutMinutes = (minutes: number) => `about ${minutes} min`;
/** Delivery. */
export const pausedUntil = (moment: string) => `paused until ${moment}`;

export const hours = "Hours";
/** The hours differ by day, and are listed at the end of the page. */
export const seeBelow = "see below";
/** `wide` shows its text except on the narrowest phones, which have no room for it. */
export const openNow = (wide: (text: string) => ReactNode) => <>Open{wide(" now")}</>;
export const closedNow = (wide: (text: string) => ReactNode) => <>Closed{wide(" now")}</>;
export const paused = "Paused";
/** Next to `openNow`. */
export const until = (moment: string) => `until ${moment}`;
/** Next to `closedNow` and `paused`. */
export const opens = (moment: string) => `opens ${moment}`;
export const orderNowOrLater = "Order now or for later";
export const orderForLater = "Order for later";

/* The delivery fee. */
export const free = "free";
export const freeFrom = (fee: string, subtotal: string) => `${fee}, free from ${subtotal}`;
export const feeByPostalCode = (lowestFee: string) => `from ${lowestFee}, by postal code`;
