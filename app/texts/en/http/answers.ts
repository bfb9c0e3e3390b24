/** Messages for requests that the server cannot handle. */

export const cannotSave = "The shop cannot save anything right now. Please try again in a few minutes.";
export const isBusy = "The shop is very busy right now. Please try again in a moment.";
export const formNotUnderstood = "This form could not be understood. Reload the page and try again.";
export const formNotRead = "This form could not be read. Reload the page and try again.";
export const fromAnotherSite = "This request came from another site and was not carried out.";
/** Also below a form whose page stays open. */
export const isTooLarge = (size: string) => `The request is larger than ${size}. Send less at once.`;
