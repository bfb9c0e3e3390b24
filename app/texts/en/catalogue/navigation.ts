/** Names of the parts in which categories and products are found. Only constants: pages with nothing else in common use them. */

/** The path of categories above a title. */
export const breadcrumb = "Breadcrumb";
export const home = "Home";
export const shopByCategory = "Shop by category";
/** What a product is, such as "vegan". */
export const tags = "Tags";

/** The search field, and its button. */
export const searchMenu = "Search the menu";
export const search = "Search";
