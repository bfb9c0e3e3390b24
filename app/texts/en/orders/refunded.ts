/** The refund of an item: on the order's page, and for staff. */

export const refunded = "refunded";
export const partRefunded = (refundedOf: number, quantity: number) => `${refundedOf} of ${quantity} refunded`;
