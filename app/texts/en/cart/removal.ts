/**
 * Removing a line or a code, in the cart and in the checkout. In pairs, the first text is visible, and the second is for screen readers.
 */

export const remove = (item: string) => ["Remove", ` ${item}`] as const;
/** "Removed: 2 × Cola" */
export const removed = (item: string) => `Removed: ${item}`;
export const undo = (item: string) => ["Undo", ` removing ${item}`] as const;
/** Of a coupon. */
export const removeCode = (code: string) => ["Remove", ` code ${code}`] as const;
