/** Texts around the payment provider's card form, which has its own texts. */

export const notLoaded = "We couldn't load the card form. Reload the page.";
export const notLoadedCallUs = (telephone: string) => `We couldn't load the card form. Reload the page, or call us: ${telephone}.`;
export const lookAtDetailsAgain = "Please look at your card details again.";
