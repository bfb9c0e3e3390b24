/** Why card payment is not possible at all. */

export const notSetUp = "Card payment is not set up yet.";
export const notSetUpCall = (telephone: string) => `Card payment is not set up yet. To order by phone, call ${telephone}.`;
