import * as texts from "#texts/promotions/wording.ts";
import { off } from "#texts/promotions/actions.ts";
import { formatPercentage, formatMoney, type Cents, type MoneyFormat, type PartsPerMillion } from "#app/values/money.ts";
import type { PromotionNames, Target } from "./promotion.ts";

/** Amounts and products of promotions, in sentences for customers and for staff. */

const MAX_NAMES = 3;

/** "20% off". */
export function offText(rate: PartsPerMillion, format: MoneyFormat): string {
  return off(formatPercentage(rate, format));
}

/** ", at most 2 times per order"; "" without a limit. */
export function repeatsText(maxRepeats: number | null): string {
  if (maxRepeats === null) return "";
  return maxRepeats === 1 ? texts.oncePerOrder : texts.timesPerOrder(maxRepeats);
}

/** The base of an order discount: "the order", "the order except alcohol", "all pizzas". */
export function orderText(target: Target, names: PromotionNames): string {
  return targetText(target, names, texts.theOrder);
}

/** What a rule covers: "every item", "all pizzas", "all pizzas and Cola, except specials". `everything`: the phrase for a rule on all products. */
export function targetText(target: Target, names: PromotionNames, everything: string = texts.everyItem): string {
  const included = target.everything ? everything : andText(namesOf(target, names, true), texts.selectedItems);
  const excluded = namesOfExcluded(target, names);
  return excluded === null ? included : texts.except(included, excluded);
}

/** Each unit a rule covers: "every item", "each Latte", "each item from Pizzas". */
export function eachText(target: Target, names: PromotionNames): string {
  if (target.everything) return targetText(target, names);
  const only = onlyProductName(target, names);
  return only === null ? texts.eachItem(fromText(target, names)) : texts.each(only);
}

/** Where a unit must come from: "" for everything, else " from Pizzas or Drinks". */
export function fromText(target: Target, names: PromotionNames): string {
  const excluded = namesOfExcluded(target, names);
  if (target.everything) return excluded === null ? "" : texts.notCounting(excluded);
  const included = orText(namesOf(target, names, false), texts.theSelectedItems);
  return excluded === null ? texts.from(included) : texts.fromExcept(included, excluded);
}

/** "Add $4.20 more from Pizzas", without a full stop, like the next ones. */
export function addAmountText(amount: Cents, target: Target, names: PromotionNames): string {
  return texts.addAmount(formatMoney(amount, names.format), fromText(target, names));
}

/** "Add 1 more item", "Add 2 more Latte", "Add 1 more from Pizzas" */
export function addItemsText(count: number, target: Target, names: PromotionNames): string {
  return texts.add([moreText(count, target, names)]);
}

/** "Add 1 item", "Add 2 Latte", "Add 1 from Pizzas": for a cart without such items. */
export function addFirstText(count: number, target: Target, names: PromotionNames): string {
  const only = onlyProductName(target, names);
  return texts.add([only === null ? unitsText(count, target, names) : texts.first(count, only)]);
}

/** "Add 2 more from Pizzas and 1 more from Drinks": all missing items. */
export function addAllText(missing: readonly { readonly count: number; readonly target: Target }[], names: PromotionNames): string {
  return texts.add(missing.filter(({ count }) => count > 0).map(({ count, target }) => moreText(count, target, names)));
}

/** "1 more item", "2 more Latte", "1 more from Pizzas" */
function moreText(count: number, target: Target, names: PromotionNames): string {
  const only = onlyProductName(target, names);
  if (only !== null) return texts.more(count, only);
  return (target.everything ? texts.moreItems : texts.moreFrom)(count, fromText(target, names));
}

/** Items of a target with their number: "2 items", "2 × Latte", "2 from Pizzas". */
export function unitsText(count: number, target: Target, names: PromotionNames): string {
  const only = onlyProductName(target, names);
  if (only !== null) return texts.units(count, only);
  return (target.everything ? texts.items : texts.countFrom)(count, fromText(target, names));
}

/** A name inside a sentence: "Pizzas" → "pizzas", but "BBQ" stays. */
export function lowerFirst(text: string): string {
  const [first = "", second = ""] = text;
  return second !== "" && second === second.toLowerCase() ? first.toLowerCase() + text.slice(first.length) : text;
}

/** Only English uses lower case inside sentences: "Käse" keeps its capital. */
function nameInSentence(name: string, { format }: PromotionNames): string {
  return format.locale.startsWith("en") ? lowerFirst(name) : name;
}

/** "a", "a and b", "a, b and 3 more"; `unnamed` when a name is missing. */
function andText(parts: readonly (string | null)[], unnamed: string): string {
  const named = namedParts(parts);
  if (named === null) return unnamed;
  return named.length > MAX_NAMES ? texts.andMore(named.slice(0, MAX_NAMES - 1), named.length - MAX_NAMES + 1) : texts.and(named);
}

/** "a", "a or b", "a, b or 3 more" */
function orText(parts: readonly (string | null)[], unnamed: string): string {
  const named = namedParts(parts);
  if (named === null) return unnamed;
  return named.length > MAX_NAMES ? texts.orMore(named.slice(0, MAX_NAMES - 1), named.length - MAX_NAMES + 1) : texts.or(named);
}

function namedParts(parts: readonly (string | null)[]): readonly string[] | null {
  const named = parts.filter((part) => part !== null);
  return named.length < parts.length || named.length === 0 ? null : named;
}

/** The names of the included products; `isAll`: as a part of a sentence, "all pizzas". */
function namesOf(target: Target, names: PromotionNames, isAll: boolean): (string | null)[] {
  const categories = target.categoryIds.map((id) => {
    const name = names.categories[id];
    if (name === undefined) return null;
    return isAll ? texts.allOf(nameInSentence(name, names)) : name;
  });
  const products = target.productIds.map((id) => names.products[id] ?? null);
  return [...categories, ...products, ...target.tags.map(isAll ? texts.allTagged : texts.tagged)];
}

function namesOfExcluded(target: Target, names: PromotionNames): string | null {
  const { excludedTags: tags = [], excludesReduced = false } = target;
  if (target.excludedProductIds.length + target.excludedCategoryIds.length + tags.length === 0 && !excludesReduced) return null;
  const others = [...tags.map(texts.tagged), ...(excludesReduced ? [texts.reducedItems] : [])];
  // A category is a common noun in the sentence, a product is a proper name.
  const parts = [
    ...target.excludedCategoryIds
      .map((id) => names.categories[id])
      .map((name) => (name === undefined ? null : nameInSentence(name, names))),
    ...target.excludedProductIds.map((id) => names.products[id] ?? null),
    ...others,
  ];
  return andText(parts, texts.some);
}

function onlyProductName(target: Target, names: PromotionNames): string | null {
  const { everything, productIds, categoryIds, tags } = target;
  if (everything || productIds.length !== 1 || categoryIds.length + tags.length > 0) return null;
  return names.products[productIds[0] ?? 0] ?? null;
}
