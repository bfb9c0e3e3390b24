/** The page that replaces a shop that is not open yet. */

export const pageTitle = (appName: string) => `${appName}: opening soon`;
export const openingSoon = "Opening soon";
export const gettingReady = "We are getting our online shop ready. Please come back soon.";
export const staffSignIn = "Staff sign-in";
/** The response to forms and calls before the opening. */
export const notOpenYet = "This shop is not open yet. It opens soon.";
