/** Labels of test orders: on the order's page, receipt and emails, and for staff. */

export const testOrder = "Test order";
/** Paid with a test card. */
export const testPayment = "Test payment: no money moved";
