/** A text field that says how much room is left. */

/** Screen readers read it near the end. */
export const charactersLeft = (count: number) => `${count} characters left`;
