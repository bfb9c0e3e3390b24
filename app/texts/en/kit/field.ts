/** Texts of a form field. */

/** After the label of an optional field. */
export const optional = "(optional)";
