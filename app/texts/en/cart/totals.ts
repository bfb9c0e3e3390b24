/** The amounts of a cart or order, and their explanations. Amounts, rates and percentages are passed formatted. */

export const total = "Total";
export const subtotal = "Subtotal";
export const delivery = "Delivery";
export const free = "Free";
export const tax = "Tax";
export const tip = "Tip";
export const noTip = "None";
export const tipOf = (percentage: string) => `Tip, ${percentage}`;
/** Before the amount of a tax that is part of the prices. */
export const includes = (taxAndRate: string) => `Includes ${taxAndRate}:`;

export const priceDetails = "Price details";
export const fullPrice = (amount: string) => `Your items at full price come to ${amount}, gifts included.`;
export const deliveryIsFree = "Delivery is free for this order.";
export const deliveryAdds = (amount: string) => `Delivery adds ${amount}.`;
export const taxIncluded = (taxAndRate: string, base: string, amount: string) =>
  `${taxAndRate} on ${base} is ${amount} and is part of the prices.`;
export const taxAdded = (taxAndRate: string, base: string, amount: string) => `${taxAndRate} on ${base} is ${amount}, after discounts.`;
export const tipIs = (amount: string) => `The tip is ${amount}; it is never taxed.`;
export const tipIsShare = (percentage: string, base: string) => `The tip is ${percentage} of ${base}; it is never taxed.`;
export const together = (amount: string) => `Together: ${amount}.`;
