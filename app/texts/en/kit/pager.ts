/** Pagination. Numbers are passed formatted; `noun`: "orders". */

/** The label of the navigation. */
export const pages = "Pages";
export const previous = "Previous";
export const next = "Next";
/** A page after the last one. */
export const page = (number: string) => `Page ${number}`;
export const range = (first: string, last: string, total: string, noun: string) => `${first}–${last} of ${total} ${noun}`;
/** Counting all rows would take too long. */
export const rangeOfMore = (first: string, last: string, total: string, noun: string) => `${first}–${last} of more than ${total} ${noun}`;
