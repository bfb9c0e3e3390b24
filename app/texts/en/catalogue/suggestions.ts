/** The list below the search field while the visitor types. */

import { counted } from "#texts/plural.ts";

export const suggestions = "Suggestions";
export const noSuggestions = "No suggestions";
export const found = (count: number) => counted(count, "suggestion", "suggestions");
export const category = "Category";
export const soldOut = "Sold out";
/** The lowest of several prices. */
export const fromPrice = (price: string) => `from ${price}`;
export const seeAll = (typed: string) => `See all results for “${typed}”`;
