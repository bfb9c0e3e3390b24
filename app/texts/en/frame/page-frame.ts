/** The top bar, the footer and their menus. */

export const skipToContent = "Skip to the content";
/** The label of the menu's button on a phone, and of what it opens. */
export const menu = "Menu";
/** The label of the menu in the top bar of a desktop. */
export const mainMenu = "Main";
/** The button for menu items that do not fit into the top bar. */
export const more = "More";
/** The label of the button that opens the search on a phone. */
export const search = "Search";
/** Distinguishes the top bar's search from another one on the page. */
export const topBar = "Top bar";
/** Read by screen readers after the name of a link. */
export const opensInNewTab = "(opens in a new tab)";

export const openingHours = "Opening hours";
export const findUs = "Find us";
export const myOrders = "My orders";
/** The label of the footer's menu. */
export const footer = "Footer";
