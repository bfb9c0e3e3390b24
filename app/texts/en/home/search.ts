/** The page of a search over the whole menu. */

export const pageTitle = (search: string, siteName: string) => `“${search}” – ${siteName}`;
export const resultsFor = (search: string) => `Results for “${search}”`;
/** The label of the list of products. */
export const resultsLabel = (search: string) => `Results for ${search}`;
/** The heading of the list, for screen readers. */
export const products = "Products";
/** The list's default order. */
export const bestMatch = "Best match";
export const noResults = (search: string) => `No results for “${search}”.`;
export const tryShorterWord = "Try a shorter word, or look through the categories.";
export const clearSearch = "Clear the search";
export const categories = "Categories";
