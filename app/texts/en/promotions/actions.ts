/**
 * The actions of offers, in words for customers. The staff area shows them, too. Each starts a sentence and has no full stop. Amounts,
 * percentages, products and `limit` (one of the last texts of wording.ts, or "") are passed formatted.
 */

import { counted } from "#texts/plural.ts";

/** `reduction`: "20%", "$5". */
export const off = (reduction: string) => `${reduction} off`;
export const offOf = (reduction: string, covered: string) => `${reduction} off ${covered}`;
export const offOfMost = (reduction: string, covered: string, limit: string) => `${reduction} off ${covered}${limit}`;
export const itemsFor = (covered: string, price: string, limit: string) => `${covered} for ${price} each${limit}`;
export const theDeliveryFee = "the delivery fee";
export const freeDelivery = "Free delivery";

export const bundle = (units: string, price: string, limit: string) => `Any ${units} for ${price}${limit}`;
export const anotherBundle = (count: number, price: string) => `another ${count} for ${price}`;

interface BuyGet {
  readonly bought: string;
  /** The free or discounted item and its price: the next texts. */
  readonly got: string;
  readonly price: string;
  readonly limit: string;
}
export const buyGet = ({ bought, got, price, limit }: BuyGet) => `Buy ${bought}, get ${got} ${price}${limit}`;
export const buyGetCheapest = ({ bought, got, price, limit }: BuyGet) => `Buy ${bought}, get ${got} ${price} (the cheapest of all)${limit}`;
export const buyGetDearest = ({ bought, got, price, limit }: BuyGet) =>
  `Buy ${bought}, get ${got} ${price} (the most expensive of all)${limit}`;
export const moreOfSame = (count: number) => `${count} more of the same product`;
export const more = (count: number) => `${count} more`;
export const moreAt = (count: number, price: string) => `${count} more ${price}`;
export const free = "free";
export const forEach = (price: string) => `for ${price} each`;
export const atOffEach = (amount: string) => `at ${amount} off each`;
export const atOff = (percentage: string) => `at ${percentage} off`;

interface EverySpend {
  readonly reduction: string;
  readonly spend: string;
  readonly from: string;
  readonly limit: string;
}
export const everySpend = ({ reduction, spend, from, limit }: EverySpend) => `${reduction} off for every ${spend} spent${from}${limit}`;
export const anotherOff = (amount: string) => `another ${amount} off`;

export const freeItems = (count: number) => counted(count, "free item", "free items");
export const freeItemsOfChoice = (count: number) => `${counted(count, "free item", "free items")} of your choice`;
/** One of several products. */
export const freeProduct = (names: readonly string[]) => `Free ${names.join(" or ")}`;
export const freeProducts = (count: number, names: readonly string[]) => `Free ${count} × ${names.join(" or ")}`;

/** `parts`: at least two. */
export const meal = (parts: readonly string[], price: string, limit: string) =>
  `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)} for ${price}${limit}`;
export const anotherMeal = (price: string) => `one more meal for ${price}`;

/** "$5 off from $30, $12 off from $60 spent": `tiers` are of the next text. */
export const tiersSpent = (tiers: readonly string[], from: string) => `${tiers.join(", ")} spent${from}`;
export const tiersOfItems = (tiers: readonly string[], from: string) => `${tiers.join(", ")} items${from}`;
export const tier = (reduction: string, from: string) => `${reduction} off from ${from}`;

interface Saved {
  /** One of the texts above. */
  readonly what: string;
  /** The maximum discount. */
  readonly cap: string | null;
  readonly saved: string;
  /** The discount without this cap, or without the offer's budget. */
  readonly uncut: { readonly amount: string; readonly isCap: boolean } | null;
}

/** "20% off all pizzas, at most $10: you save $10.00 instead of $14.00." */
export function youSave({ what, cap, saved, uncut }: Saved): string {
  const most = cap === null ? "" : `, at most ${cap}`;
  const because = uncut?.isCap === false ? ", because little is left of what this offer may give away" : "";
  return `${what}${most}: you save ${saved}${uncut === null ? "" : ` instead of ${uncut.amount}${because}`}.`;
}
export const appliedTimes = (times: number) => `Applied ${times} times.`;
export const bestFound = "More offers fit this cart than can all be compared; this is the best found.";

/** Given by staff, with or without a reason. */
export const discount = "Discount";
export const discountFor = (reason: string) => `Discount: ${reason}`;
export const discountSaves = (discount: string, amount: string) => `${discount}. You save ${amount}.`;
