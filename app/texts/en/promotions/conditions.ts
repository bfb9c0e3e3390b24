/** Why a cart does not meet an offer's conditions. Amounts, products, hours and `from` (wording.ts) are passed formatted. */

import { pluralForm } from "#texts/plural.ts";

export const notThisCart = "Not for this cart.";
/** Several of these sentences, joined by "or", without their full stops. */
export const anyOf = (sentences: readonly string[]) => `${sentences.join(", or ")}.`;

export const pickupOnly = "Pickup only.";
export const deliveryOnly = "Delivery only.";
export const notThisPostalCode = "Not for this postal code.";
export const enterCodeForAreas = "Enter your postal code at checkout: this is for certain areas only.";
export const enterCodeNotForAll = "Enter your postal code at checkout: this is not for all areas.";
export const onlyWanted = (hours: string) => `Only for orders wanted ${hours}.`;
export const notWanted = (hours: string) => `Not for orders wanted ${hours}.`;

export const onlyUpTo = (amount: string, from: string) => `Only up to ${amount}${from}.`;
export const onlyBelow = (amount: string, from: string) => `Only below ${amount}${from}.`;
export const notThisAmount = "Not for this amount.";
export const fewerThan = (units: string) => `Only with fewer than ${units}.`;
export const notTogetherWith = (products: string) => `Not together with ${products}.`;

export const firstOrderOnly = "First order only.";
export const notFirstOrder = "Not on a first order.";
export const certainCustomers = "For certain customers only.";
export const notThisEmail = "Not for this email address.";
export const enterEmailForCertain = "Enter your email address at checkout: this is for certain customers only.";
export const enterEmailForReturning = "Enter your email address at checkout: this is for customers who have ordered before.";

/** `who` is one of the texts below. The staff area shows those, too. */
export const forCustomers = (who: string) => `For customers ${who}.`;
export const notForCustomers = (who: string) => `Not for customers ${who}.`;
export const whoSpent = (amount: string, days: number) =>
  `who have spent at least ${amount} in the last ${pluralForm(days, "24 hours", `${days} days`)}`;
export const whoOrdered = "who have ordered before";
export const whoNeverOrdered = "who have not ordered before";
export const withAtLeast = (orders: number) => `with at least ${orders} earlier orders`;
export const withAtMost = (orders: number) => `with at most ${orders} earlier ${pluralForm(orders, "order", "orders")}`;
export const withExactly = (orders: number) => `with exactly ${orders} earlier ${pluralForm(orders, "order", "orders")}`;
export const withBetween = (least: number, most: number) => `with ${least} to ${most} earlier ${pluralForm(most, "order", "orders")}`;
