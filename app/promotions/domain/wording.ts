import { formatPercentage, formatMoney, type Cents, type MoneyFormat, type PartsPerMillion } from "#app/values/money.ts";
import type { PromotionNames, Target } from "./promotion.ts";
import { counted } from "#app/values/plural.ts";

/** How promotions speak of amounts and products, in sentences for customers and for staff. */

const MAX_NAMES = 3;

/** "20% off". */
export function offText(rate: PartsPerMillion, format: MoneyFormat): string {
  return `${formatPercentage(rate, format)} off`;
}

/** ", at most 2 times per order"; "" without a limit. */
export function repeatsText(maxRepeats: number | null): string {
  return maxRepeats === null ? "" : `, at most ${maxRepeats === 1 ? "once" : `${maxRepeats} times`} per order`;
}

/** What an order discount is taken from: "the order", "the order except alcohol", "all pizzas". */
export function orderText(target: Target, names: PromotionNames): string {
  return target.everything ? targetText(target, names).replace("every item", "the order") : targetText(target, names);
}

/** What a rule covers: "every item", "all pizzas", "all pizzas and Cola, except specials". */
export function targetText(target: Target, names: PromotionNames): string {
  const included = target.everything ? "every item" : joinNames(namesOf(target, names, "all "), "and", "selected items");
  const excluded = namesOfExcluded(target, names);
  return excluded === null ? included : `${included} except ${excluded}`;
}

/** Each unit a rule covers: "every item", "each Latte", "each item from Pizzas". */
export function eachText(target: Target, names: PromotionNames): string {
  if (target.everything) return targetText(target, names);
  const only = onlyProductName(target, names);
  return only === null ? `each item${fromText(target, names)}` : `each ${only}`;
}

/** Where a unit must come from: "" for everything, else " from Pizzas or Drinks". */
export function fromText(target: Target, names: PromotionNames): string {
  const excluded = namesOfExcluded(target, names);
  const except = excluded === null ? "" : `, except ${excluded}`;
  if (target.everything) {
    return excluded === null ? "" : ` not counting ${excluded}`;
  }
  return ` from ${joinNames(plainNames(target, names), "or", "the selected items")}${except}`;
}

/** "Add $4.20 more from Pizzas." */
export function addAmountText(amount: Cents, target: Target, names: PromotionNames): string {
  return `Add ${formatMoney(amount, names.format)} more${fromText(target, names)}.`;
}

/** "Add 1 more item.", "Add 2 more Latte.", "Add 1 more from Pizzas." */
export function addItemsText(count: number, target: Target, names: PromotionNames): string {
  const only = onlyProductName(target, names);
  if (only !== null) return `Add ${count} more ${only}.`;
  return target.everything
    ? `Add ${counted(count, "more item", "more items")}${fromText(target, names)}.`
    : `Add ${count} more${fromText(target, names)}.`;
}

/** "Add 1 item.", "Add 2 Latte.", "Add 1 from Pizzas.": where there is none yet. */
export function addFirstText(count: number, target: Target, names: PromotionNames): string {
  return addItemsText(count, target, names).replace(" more", "");
}

/** "Add 2 more from Pizzas and 1 more from Drinks.": everything that is missing, in one sentence. */
export function addAllText(missing: readonly { readonly count: number; readonly target: Target }[], names: PromotionNames): string {
  const parts = missing.filter(({ count }) => count > 0).map(({ count, target }) => addItemsText(count, target, names).slice(4, -1));
  return `Add ${parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "")}.`;
}

/** Items out of a target, counted: "2 items", "2 × Latte", "2 from Pizzas". */
export function unitsText(count: number, target: Target, names: PromotionNames): string {
  const only = onlyProductName(target, names);
  if (only !== null) return `${count} × ${only}`;
  return target.everything ? `${counted(count, "item", "items")}${fromText(target, names)}` : `${count}${fromText(target, names)}`;
}

/** A name inside a sentence: "Pizzas" → "pizzas", but "BBQ" stays. */
export function lowerFirst(text: string): string {
  const [first = "", second = ""] = text;
  return second !== "" && second === second.toLowerCase() ? first.toLowerCase() + text.slice(first.length) : text;
}

/** Only an English shop writes names small: "Käse" is one in any sentence. */
function nameInSentence(name: string, { format }: PromotionNames): string {
  return format.locale.startsWith("en") ? lowerFirst(name) : name;
}

/** "a", "a and b", "a, b and 3 more"; `unnamed` when nothing has a name. */
function joinNames(parts: readonly (string | null)[], conjunction: "and" | "or", unnamed: string): string {
  const named = parts.filter((part) => part !== null);
  if (named.length < parts.length || named.length === 0) return unnamed;
  if (named.length > MAX_NAMES) return `${named.slice(0, MAX_NAMES - 1).join(", ")} ${conjunction} ${named.length - MAX_NAMES + 1} more`;
  return named.length === 1 ? (named[0] ?? unnamed) : `${named.slice(0, -1).join(", ")} ${conjunction} ${named.at(-1)}`;
}

function namesOf(target: Target, names: PromotionNames, categoryPrefix: string): (string | null)[] {
  return [
    ...target.categoryIds.map((id) => {
      const name = names.categories[id];
      return name === undefined ? null : categoryPrefix + nameInSentence(name, names);
    }),
    ...target.productIds.map((id) => names.products[id] ?? null),
    ...target.tags.map((tag) => `${categoryPrefix}${tag} items`),
  ];
}

function plainNames(target: Target, names: PromotionNames): (string | null)[] {
  return [
    ...target.categoryIds.map((id) => names.categories[id] ?? null),
    ...target.productIds.map((id) => names.products[id] ?? null),
    ...target.tags.map((tag) => `${tag} items`),
  ];
}

function namesOfExcluded(target: Target, names: PromotionNames): string | null {
  const { excludedTags: tags = [], excludesReduced = false } = target;
  if (target.excludedProductIds.length + target.excludedCategoryIds.length + tags.length === 0 && !excludesReduced) return null;
  const others = [...tags.map((tag) => `${tag} items`), ...(excludesReduced ? ["reduced items"] : [])];
  // A category is a plain word of the sentence, a product has a name of its own.
  const parts = [
    ...target.excludedCategoryIds
      .map((id) => names.categories[id])
      .map((name) => (name === undefined ? null : nameInSentence(name, names))),
    ...target.excludedProductIds.map((id) => names.products[id] ?? null),
    ...others,
  ];
  return joinNames(parts, "and", "some");
}

function onlyProductName(target: Target, names: PromotionNames): string | null {
  const { everything, productIds, categoryIds, tags } = target;
  if (everything || productIds.length !== 1 || categoryIds.length + tags.length > 0) return null;
  return names.products[productIds[0] ?? 0] ?? null;
}
