/** The receipt as a PDF file. Amounts are passed formatted. */

export const title = (receiptNumber: number) => `Receipt ${receiptNumber}`;
/** Without a receipt number. */
export const titleOfOrder = (orderNumber: string) => `Receipt for order ${orderNumber}`;
export const order = (number: string) => `Order ${number}`;
export const pickup = "Pickup";
export const delivery = "Delivery";
export const deliveryTo = (address: string) => `Delivery to ${address}`;
export const gift = "Added free of charge";
/** `currency` is "CAD". */
export const total = (currency: string) => `Total (${currency})`;
export const refunded = "Refunded";
export const remainsPaid = "Remains paid";
/** The payment method: payment.ts, or a card. */
export const payment = (words: string) => `Payment: ${words}`;
export const byCard = (words: string, card: string) => `${words}, ${card}`;
export const thanks = (shop: string) => `Thank you for your order with ${shop}.`;
export const missingLetters = (pageOfOrder: string) =>
  `“?” stands for letters that this file cannot show. The page of the order shows them: ${pageOfOrder}`;
