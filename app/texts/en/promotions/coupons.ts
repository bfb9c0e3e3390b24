/** Offers and coupon codes next to the totals, in cart and checkout, and the results of entering and removing a code. */

/** Offers that the cart has almost earned. */
export const withinReach = "Offers within reach";
export const codes = "Codes";
export const haveCode = "Have a code?";
export const couponCode = "Coupon code";
export const apply = "Apply";
export const removeAll = "Remove all codes";
/** Next to a code without a discount so far. */
export const waiting = "waiting";

export const applied = (saved: string) => `Coupon applied! You saved ${saved}`;
export const withoutEffect = "No applicable promotions found for this coupon code";
/** `reason` is a sentence. It starts like `withoutEffect`, so that both are recognised as one message. */
export const withoutEffectBecause = (reason: string) => `${withoutEffect}. ${reason}`;
/** For a code whose discount already applies. */
export const enteredAlready = "You've already entered that code.";
export const codeKept = "Your code is saved: it counts as soon as your cart qualifies.";
export const failed = "Failed to apply coupon code";
export const removed = "Coupon removed successfully";
export const removeFailed = "Failed to remove coupon code";
export const allRemoved = "All coupons removed successfully";
export const allRemoveFailed = "Failed to remove coupon codes";
export const tooManyTries = "You've tried too many codes. Please wait a few minutes and try again.";
export const tooManyCodes = (most: number) => `Use at most ${most} coupon codes.`;
