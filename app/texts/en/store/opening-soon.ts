/** The page in place of a shop that is not open yet. */

export const pageTitle = (appName: string) => `${appName}: opening soon`;
export const openingSoon = "Opening soon";
export const gettingReady = "We are getting our online shop ready. Please come back soon.";
export const staffSignIn = "Staff sign-in";
/** What was sent or called meanwhile. */
export const notOpenYet = "This shop is not open yet. It opens soon.";
