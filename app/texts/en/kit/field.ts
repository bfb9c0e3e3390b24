/** What a field of a form says of itself. */

/** Behind the label of a field that may stay empty. */
export const optional = "(optional)";
