/** Navigation labels for categories and products. Only constants: pages with nothing else in common import them. */

/** The path of categories above a title. */
export const breadcrumb = "Breadcrumb";
export const home = "Home";
export const shopByCategory = "Shop by category";
/** The dietary tags of a product, such as "vegan". */
export const tags = "Tags";

/** The search field, and its button. */
export const searchMenu = "Search the menu";
export const search = "Search";
