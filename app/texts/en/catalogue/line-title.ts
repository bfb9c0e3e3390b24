/** What was chosen and noted for a product, beside its name. */

/** A text that the customer wrote as a choice. */
export const quoted = (text: string) => `“${text}”`;
export const note = (text: string) => `Note: ${text}`;
