/** Texts of the service worker (public/sw.js) while the device is offline. */

export const noConnection = "No connection";
/** @param seen weekday and time */
export const seenBefore = (seen: string) =>
  `No connection. This is what you saw on ${seen}: prices may have changed and dishes may have sold out since.`;
export const notFetched = "This page could not be fetched. Your cart is untouched.";
export const tryAgain = "Try again";
export const call = (telephone: string) => `Call ${telephone}`;
export const availableOffline = "Available offline";
/** For a page without a title. */
export const untitledPage = "A page";
