import { formatUsd, type Cents } from "./money.ts";

/**
 * Every sentence that is fixed letter by letter, in one place. A text with a placeholder is a
 * function; its argument arrives already formatted unless it says otherwise.
 */
export const messages = {
  // Coupons.
  /** `saved` in cents; shown in US dollar format. */
  couponApplied: (saved: Cents): string => `Coupon applied! You saved ${formatUsd(saved)}`,
  couponWithoutEffect: "No applicable promotions found for this coupon code",
  couponFailed: "Failed to apply coupon code",
  couponRemoved: "Coupon removed successfully",
  couponRemoveFailed: "Failed to remove coupon code",
  allCouponsRemoved: "All coupons removed successfully",
  allCouponsRemoveFailed: "Failed to remove coupon codes",

  // Errors.
  pageNotFoundTitle: "Page Not Found",
  /** Status 404: 'Page not found' with the path. */
  pageNotFound: (path: string): string => `Page not found: ${path}`,
  serverErrorTitle: "Internal Server Error",

  // New orders. The sentence is the same for one order: it has no singular.
  newOrders: (count: number): string => `Received ${count} new orders!`,
  notificationPrompt: 'We can show you notification when new order arrives. Click the "Accept" button.',
  notificationDeny: "Deny",
  notificationAccept: "Accept",
  soundBlocked: "Your browser blocked sound notification. Playing sound once might resolve the issue. Try playing notification sound.",
  soundPlayNow: "Play Now",

  // Banners.
  /** `openingTime` as `formatReopening` gives it: "11:00 AM", "11:00 AM tomorrow", "Monday 11:00 AM". */
  storeClosed: (openingTime: string): string => `The store is now closed. We will be back at ${openingTime}.`,
  /** Our own: the same sentence when no opening is planned, so that no time can be named. */
  storeClosedNoTime: "The store is now closed.",
  newVersion: "New version of app is available.",
  reloadNow: "Reload now",
} as const;
