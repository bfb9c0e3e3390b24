/** A product's rules for an order that contains it, and its minimum and maximum quantity: a number, or a weight. */

import { counted } from "#texts/plural.ts";

const inHours = (hours: number) => counted(hours, "hour", "hours");

export const orderAhead = (hours: number) => `Order at least ${inHours(hours)} ahead`;
/** Without a full stop: more may follow. */
export const mustBeOrderedAhead = (product: string, hours: number) => `${product} must be ordered at least ${inHours(hours)} ahead`;
/** `rule`: the text above; `days`: one of the next three. */
export const noTimeIsFree = (rule: string, days: string) => `${rule}, but no such time is free: ${days}.`;
export const noOrdersForLater = "the shop takes no orders for later";
export const onlyForToday = "the shop takes orders for today only";
export const forDaysAhead = (days: number) => `the shop takes orders for ${counted(days, "day", "days")} ahead`;

export const pickupOnly = "Pickup only";
export const canOnlyBePickedUp = (product: string) => `${product} can only be picked up.`;

export const mostPerOrder = (amount: string) => `At most ${amount} per order`;
export const mostOfProduct = (amount: string, product: string) => `An order can have at most ${amount} of ${product}.`;
export const oneIsLeft = (product: string) => `Only 1 ${product} is left.`;
export const someAreLeft = (amount: string, product: string) => `Only ${amount} of ${product} are left.`;
export const noneIsLeft = (product: string) => `${product} is sold out.`;
