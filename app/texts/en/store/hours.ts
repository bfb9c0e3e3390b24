/** Opening hours as lists, and the banner of a closed shop. Times and days are passed formatted. */

export const everyDay = "Every day";
export const openAllDay = "Open 24 hours";
export const closed = "Closed";
/** Days with the same hours: "Monday – Friday". */
export const dayRange = (first: string, last: string) => `${first} – ${last}`;
export const timeRange = (opens: string, closes: string) => `${opens} – ${closes}`;
/** The openings of one day. */
export const timeRanges = (ranges: readonly string[]) => ranges.join(", ");

/* The sentences of the banner, of which the specification fixes the first. */
/** `moment`: "11:00 AM", or one of the next three texts. */
export const storeClosed = (moment: string) => `The store is now closed. We will be back at ${moment}.`;
/** No opening is planned. */
export const storeClosedNoTime = "The store is now closed.";
/* When the shop opens, in the banner and in other sentences. */
export const tomorrowAt = (time: string) => `${time} tomorrow`;
export const weekdayAt = (weekday: string, time: string) => `${weekday} ${time}`;
export const dayAt = (day: string, time: string) => `${day}, ${time}`;
