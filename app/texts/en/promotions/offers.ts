/** Offers on pages, and when they run. Times, weekdays and dates are passed formatted. */

export const seeMenu = "See the menu";
/** "Pizza Tuesday · starts Tuesday 4:00 PM" */
export const startsLater = (offer: string, moment: string) => `${offer} · starts ${moment}`;
/** Current offers, and later ones. */
export const both = (running: string, later: string) => `${running}. ${later}`;

export const today = (time: string) => `${time} today`;
export const weekdayAt = (weekday: string, time: string) => `${weekday} ${time}`;
export const dayAt = (day: string, time: string) => `${day}, ${time}`;

/** Hours of a week: "Mon–Thu 3:00–5:00 PM, Fri 10:00 PM–1:00 AM". */
export const hours = (windows: readonly string[]) => windows.join(", ");
export const daysAndTimes = (days: string, times: string) => `${days} ${times}`;
export const daily = "daily";
export const days = (parts: readonly string[]) => parts.join(", ");
export const dayRange = (first: string, last: string) => `${first}–${last}`;

export const until = (day: string) => `until ${day}`;
export const hoursUntil = (hours: string, day: string) => `${hours}, until ${day}`;
