/**
 * Every sentence with fixed wording. Those of coupons and new orders are in separate files, so that no other page loads
 * them. A text with a placeholder is a function; its argument arrives already formatted unless it says otherwise.
 */
export const messages = {
  // Errors.
  pageNotFoundTitle: "Page Not Found",
  /** Status 404: 'Page not found' with the path. */
  pageNotFound: (path: string): string => `Page not found: ${path}`,
  serverErrorTitle: "Internal Server Error",

  // Banners.
  /** `openingTime` as `formatReopening` gives it: "11:00 AM", "11:00 AM tomorrow", "Monday 11:00 AM". */
  storeClosed: (openingTime: string): string => `The store is now closed. We will be back at ${openingTime}.`,
  /** Our own: the same sentence when no opening is planned, so that no time can be named. */
  storeClosedNoTime: "The store is now closed.",
  newVersion: "New version of app is available.",
  reloadNow: "Reload now",
} as const;
