/** The shop places no order, because its total differs from the total that the customer saw. */

export const changed = (seen: string, now: string) =>
  `The total has changed from ${seen} to ${now}. Nothing was charged. If that's okay, press Pay again.`;
/** Without JavaScript. */
export const changedOnPage = (seen: string, now: string) =>
  `The total has changed from ${seen} to ${now}. If that's okay, press the button again; nothing was charged.`;
/** The total that the customer saw is unknown. */
export const changedTo = (now: string) => `The total has changed to ${now}. If that's okay, press the button again; nothing was charged.`;
/** The difference was detected while placing the order. */
export const isNow = (now: string) => `The total is now ${now}. Please look at your order again; nothing was charged.`;
