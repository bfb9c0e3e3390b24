/** The order page's sentences about emails: for an open order, then for an ended one. */

export const receiptSent = "A receipt is in your email.";
export const receiptLeaving = "A receipt is on its way to your email.";
export const keepLink = "Keep the link to this page: it's your receipt.";
export const emailSent = "We have written to your email address.";
export const emailLeaving = "We are writing to your email address.";
