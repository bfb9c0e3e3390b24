/** When a product can be ordered, and until when it is sold out. Hours and days are passed formatted. */

export const soldOut = "Sold out";
/** `moment`: "11:00 AM", "Monday 11:00 AM". */
export const soldOutUntil = (moment: string) => `Sold out, back ${moment}`;
export const soldOutUntilTomorrow = (time: string) => `Sold out, back tomorrow ${time}`;

export const canBeOrdered = (product: string, hours: string) => `${product} can be ordered ${hours}.`;
/** Hours inside a sentence: "Monday – Friday 7:00 AM – 11:00 AM". */
export const daysAndTimes = (days: string, times: string) => `${days} ${times}`;
export const everyDay = "every day";
export const allDay = "all day";
export const never = "never";
export const allOfHours = (hours: readonly string[]) => hours.join(" and ");
export const oneOfHours = (hours: readonly string[]) => hours.join(", or ");
