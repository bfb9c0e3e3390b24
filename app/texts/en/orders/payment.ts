/** The payment method of an order: on receipts, and for staff. */

export const paidInCash = "Paid in cash";
export const paidOnTerminal = "Paid on the card terminal";
export const paysOnDelivery = "Pays on delivery";
export const paysAtPickup = "Pays at pickup";
export const nothingToPay = "Nothing to pay";
export const notConfirmed = "Payment not confirmed yet";
export const onHold = "Card on hold";
export const paidByCard = "Paid by card";
export const partRefunded = (paid: string, refunded: string) => `Paid ${paid}, ${refunded} refunded`;
export const refunded = "Refunded";
export const holdReleased = "Card hold released";
export const cardFailed = "Card failed";
