/**
 * Products, amounts and missing amounts in the sentences of actions.ts, conditions.ts and reasons.ts. `from` is one of the first three
 * texts, or "".
 */

import { counted } from "#texts/plural.ts";

export const from = (names: string) => ` from ${names}`;
export const fromExcept = (names: string, excluded: string) => ` from ${names}, except ${excluded}`;
export const notCounting = (excluded: string) => ` not counting ${excluded}`;

/** The products that an offer covers. */
export const everyItem = "every item";
export const theOrder = "the order";
export const except = (covered: string, excluded: string) => `${covered} except ${excluded}`;
export const allOf = (category: string) => `all ${category}`;
export const allTagged = (tag: string) => `all ${tag} items`;
export const tagged = (tag: string) => `${tag} items`;
export const reducedItems = "reduced items";
/** Used if a name is missing. */
export const selectedItems = "selected items";
export const theSelectedItems = "the selected items";
export const some = "some";

/** Lists of names. */
export const and = (names: readonly string[]) => joined(names, "and");
export const or = (names: readonly string[]) => joined(names, "or");
export const andMore = (names: readonly string[], count: number) => `${names.join(", ")} and ${count} more`;
export const orMore = (names: readonly string[], count: number) => `${names.join(", ")} or ${count} more`;

function joined(names: readonly string[], conjunction: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${conjunction} ${names.at(-1)}`;
}

export const eachItem = (from: string) => `each item${from}`;
export const each = (product: string) => `each ${product}`;
/** So many of them. */
export const units = (count: number, product: string) => `${count} × ${product}`;
export const items = (count: number, from: string) => `${counted(count, "item", "items")}${from}`;
export const countFrom = (count: number, from: string) => `${count}${from}`;

/** "Add $4.20 more from Pizzas", without a full stop like the next ones. */
export const addAmount = (amount: string, from: string) => `Add ${amount} more${from}`;
/** `parts` are one or more of the next three: "Add 2 more from Pizzas and 1 more from Drinks". */
export const add = (parts: readonly string[]) => `Add ${joined(parts, "and")}`;
export const more = (count: number, product: string) => `${count} more ${product}`;
export const moreItems = (count: number, from: string) => `${counted(count, "more item", "more items")}${from}`;
export const moreFrom = (count: number, from: string) => `${count} more${from}`;
/** Where there is none yet. */
export const first = (count: number, product: string) => `${count} ${product}`;
/** The missing part as a whole sentence, with its reward: "Add $1.00 more: $12 off." */
export const sentence = (add: string) => `${add}.`;
export const earns = (add: string, gain: string) => `${add}: ${gain}.`;

/** How often. They follow an unfinished sentence. */
export const oncePerOrder = ", at most once per order";
export const timesPerOrder = (times: number) => `, at most ${times} times per order`;
export const mostItems = (count: number) => `, at most ${counted(count, "item", "items")} per order`;
export const mostCheapest = (count: number) => `, at most ${counted(count, "item", "items")} per order (the cheapest)`;
