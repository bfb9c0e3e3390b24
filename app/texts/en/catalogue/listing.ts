/** Lists of categories and products: their order, filters, and products that are not shown yet. */

import { counted, pluralForm } from "#texts/plural.ts";

/** How a shop writes numbers. */
type Format = { readonly locale: string };

/** The number of products in a category. */
export const items = (count: number, format: Format) => counted(count, "item", "items", format);

interface Found {
  readonly count: number;
  /** There are more than `count`. */
  readonly isMore: boolean;
  /** The dietary tags of all of them: "vegan". */
  readonly tags: readonly string[];
}

/** "12 products", "More than 1,000 products that are vegan and halal" */
export function found({ count, isMore, tags }: Found, format: Format): string {
  const products = `${isMore ? "More than " : ""}${counted(count, "product", "products", format)}`;
  return tags.length === 0 ? products : `${products} that are ${tags.join(" and ")}`;
}

export const showBefore = (count: number, format: Format) =>
  `Show ${counted(count, "product", "products", format)} before ${pluralForm(count, "this one", "these")}`;
export const showMore = (count: number) => `Show ${count} more`;
export const shownOf = (shown: number, total: number) => `${shown} of ${total} shown`;

export const nothingMatches = "Nothing matches these filters.";
export const showAll = "Show all products";
export const filterByDiet = "Filter by diet";
/** Read by screen readers before the name of a filter. */
export const removeFilter = "Remove the filter";
export const only = "Only";

export const sortBy = "Sort by";
/** The button without JavaScript. */
export const sort = "Sort";
export const byName = "Name, A to Z";
export const byPrice = "Price, low to high";
export const byPriceDown = "Price, high to low";
export const byAge = "Newest first";
export const sortedBy = (order: string) => `Sorted by ${order}`;
