/** The shop places no order, because its total is another than the customer saw. */

export const changed = (seen: string, now: string) =>
  `The total has changed from ${seen} to ${now}. Nothing was charged. If that's okay, press Pay again.`;
/** Without JavaScript. */
export const changedOnPage = (seen: string, now: string) =>
  `The total has changed from ${seen} to ${now}. If that's okay, press the button again; nothing was charged.`;
/** The total that was seen is unknown. */
export const changedTo = (now: string) => `The total has changed to ${now}. If that's okay, press the button again; nothing was charged.`;
/** The shop found out when it placed the order. */
export const isNow = (now: string) => `The total is now ${now}. Please look at your order again; nothing was charged.`;
