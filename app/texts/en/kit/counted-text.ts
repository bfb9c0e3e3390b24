/** A text field with a counter of remaining characters. */

/** Screen readers read it near the limit. */
export const charactersLeft = (count: number) => `${count} characters left`;
