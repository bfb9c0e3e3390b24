/** The quantity of a line, and what a cart can hold. */

export const update = "Update";
export const oneLess = (item: string) => `One ${item} less`;
export const oneMore = (item: string) => `One ${item} more`;
export const quantityOf = (item: string) => `Quantity of ${item}`;

export const wholeNumber = (most: number) => `Enter a whole number from 1 to ${most}.`;
export const wholeNumberBeside = (most: number, inCart: number) => `${wholeNumber(most)} ${inCart} are already in your cart.`;
export const tooManyLines = (most: number) => `A cart holds at most ${most} different items. Remove one to add another.`;
