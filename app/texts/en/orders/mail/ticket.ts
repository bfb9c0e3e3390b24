/**
 * The ticket in emails about orders: rows, notes and links around it. `plain…` is for the plain-text part, which has labels in capitals.
 */

import { pluralForm } from "#texts/plural.ts";

export const yourOrder = "Your order";
/** Above the number of the order. */
export const order = "Order";
export const plainYourOrder = "YOUR ORDER";
export const plainOrder = (number: string) => `ORDER ${number}`;

export const pickupSoon = "Pickup, as soon as possible";
export const deliverySoon = "Delivery, as soon as possible";
export const pickupAbout = (time: string) => `Pickup, about ${time}`;
export const deliveryAbout = (time: string) => `Delivery, about ${time}`;
export const pickupFor = (time: string) => `Pickup, for ${time}`;
export const deliveryFor = (time: string) => `Delivery, for ${time}`;
export const plainTo = (address: string) => `To: ${address}`;
export const plainCustomer = (nameAndTelephone: string) => `Customer: ${nameAndTelephone}`;

/** For an item that is a gift: its price is among the discounts. */
export const freeTakenOff = "Free, taken off below";
export const plainFree = (amount: string) => `${amount} free`;
/** What the customer wrote about an item. */
export const quoted = (note: string) => `“${note}”`;
export const moreLines = (count: number) => `… and ${count} more ${pluralForm(count, "line", "lines")} on the order's page.`;
export const allergy = (note: string) => `Allergy: ${note}`;
export const plainAllergy = (note: string) => `ALLERGY: ${note}`;
export const note = (instructions: string) => `Note: ${instructions}`;

export const subtotal = "Subtotal";
/** For orders without a breakdown of their offers. */
export const discount = "Discount";
export const delivery = "Delivery";
export const tip = "Tip";
/** Before the amount of a tax that is part of the prices. */
export const includes = (taxAndRate: string) => `Includes ${taxAndRate}`;
export const total = "Total";
export const plainTotal = "TOTAL";
export const refunded = "Refunded";

/** Above the address of a link. */
export const plainLink = (label: string) => `${label}:`;
export const openAddress = "Or open this address:";
export const downloadReceipt = "Download receipt (PDF)";
export const downloadReceiptNumber = (number: number) => `Download receipt ${number} (PDF)`;
export const plainReceipt = "Receipt (PDF):";
export const plainReceiptNumber = (number: number) => `Receipt ${number} (PDF):`;
export const taxNumber = (number: string) => `Tax number: ${number}`;
