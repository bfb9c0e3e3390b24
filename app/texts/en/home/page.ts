/** The home page: its header, section titles, and texts for search engines. */

/** The default title. */
export const orderAhead = (siteName: string) => `Order ahead from ${siteName}`;
/** The label of the row of links to the sections. */
export const jumpToCategory = "Jump to a category";
export const popularItems = "Popular items";
/** The label of the list below `popularItems`. */
export const popularProducts = "Popular products";
/** The current offers. */
export const rightNow = "Right now";
export const noCodeNeeded = "No code needed";
/** The label of the list below `rightNow`. */
export const offersNow = "Offers that run now";
/** The offers that start later. */
export const soon = "Soon";
/** The label of the list below `soon`. */
export const offersSoon = "Offers that start soon";
/** For an offer; `moment`: "Monday 5:00 PM". */
export const starts = (moment: string) => `Starts ${moment}`;
export const menuNotReady = "The menu isn't ready yet. Please come back soon.";
/** The categories that the page does not show in full. */
export const moreOfMenu = "More of the menu";
export const categories = "Categories";

/* For search engines. */
export const pageTitle = (siteName: string) => `${siteName}: order online`;
export const description = (categoryNames: readonly string[], siteName: string, isDelivery: boolean) =>
  `${listed(categoryNames)} from ${siteName}. Order online for pickup${isDelivery ? " or delivery" : ""}.`;

/** "Breakfast, Pizza and Drinks". */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
