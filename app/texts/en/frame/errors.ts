/** Error pages. The titles and `pageNotFound` are fixed by the specification. */

export const pageNotFoundTitle = "Page Not Found";
export const pageNotFound = (path: string) => `Page not found: ${path}`;
export const serverErrorTitle = "Internal Server Error";

export const somethingWentWrong = "Something went wrong on our side.";
export const cartIsSafe = "Your cart is safe. Trying again often helps.";
export const tryAgain = "Try again";
export const backToStart = "Back to the start page";

/** The visitor opened another page while the device is offline. */
export const noConnection = "No connection";
export const couldNotLoad = "We couldn't load this page. It opens by itself once you're back online; your cart is safe.";
/** The button that opens the device's saved copy of the page. */
export const seeLastVersion = "See it as it was last time";
export const call = (telephone: string) => `Call ${telephone}`;
