/** The email to staff about a day that was closed. Its tables are those of the staff area. */

export const title = (day: string, number: number) => `${day}: day ${number}`;
/** For a day that was reopened and closed again. */
export const titleOfVersion = (day: string, number: number, version: number) => `${day}: day ${number}, version ${version}`;
export const subject = (shop: string, dayTitle: string) => `${shop}: ${dayTitle}`;
export const closedBy = (name: string) => `Closed by ${name}.`;
export const note = (words: string) => `Note: ${words}`;
export const payoutsLater = "The page of the day lists the payouts of its card payments as soon as Stripe has them.";
export const openDay = "Open the day";
