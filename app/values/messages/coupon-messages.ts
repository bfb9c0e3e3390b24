import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";

/** The sentences about coupons with fixed wording (messages.ts). */
export const couponMessages = {
  /** `saved` in cents. */
  couponApplied: (saved: Cents, format: MoneyFormat): string => `Coupon applied! You saved ${formatMoney(saved, format)}`,
  couponWithoutEffect: "No applicable promotions found for this coupon code",
  couponFailed: "Failed to apply coupon code",
  couponRemoved: "Coupon removed successfully",
  couponRemoveFailed: "Failed to remove coupon code",
  allCouponsRemoved: "All coupons removed successfully",
  allCouponsRemoveFailed: "Failed to remove coupon codes",
} as const;

/** A code that gives what it gives already. */
export const CODE_ENTERED_ALREADY = "You've already entered that code.";
