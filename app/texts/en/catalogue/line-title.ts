/** The choices and notes of a line, next to the product's name. */

/** A choice that the customer entered as text. */
export const quoted = (text: string) => `“${text}”`;
export const note = (text: string) => `Note: ${text}`;
