/** An order in the export of a customer's data, for that customer. Amounts and times are passed formatted. */

export const orders = "Orders";
export const order = (number: string, time: string, status: string) => `Order ${number}, ${time}: ${status}`;
/** An order that was not paid has no number. */
export const checkout = (time: string, status: string) => `Checkout, ${time}: ${status}`;
export const item = "Item";
export const amount = "Amount";

export const discount = "Discount";
export const deliveryFee = "Delivery fee";
export const tax = "Tax";
export const tip = "Tip";
export const total = "Total";
export const charged = "Charged";
export const refunded = "Refunded";
export const codes = "Codes";

export const payments = "Payments";
export const noCardYet = "No card yet";
export const notStarted = "not started";
export const payment = (card: string, paid: string, state: string) => `${card}, ${paid}, ${state}`;
export const refunds = "Refunds";
export const refund = (time: string, paidBack: string, state: string) => `${time}: ${paidBack} (${state})`;

export const address = "Address";
export const wantedFor = "Wanted for";
export const instructions = "Instructions";
export const reason = "Reason";
export const history = "History";
