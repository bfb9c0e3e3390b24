/** The way through the pages of a list. Numbers come written; `noun`: "orders". */

/** The label of the whole. */
export const pages = "Pages";
export const previous = "Previous";
export const next = "Next";
/** A page behind the last one. */
export const page = (number: string) => `Page ${number}`;
export const range = (first: string, last: string, total: string, noun: string) => `${first}–${last} of ${total} ${noun}`;
/** The total could not be counted in a moment. */
export const rangeOfMore = (first: string, last: string, total: string, noun: string) => `${first}–${last} of more than ${total} ${noun}`;
