/** Why a code or an offer gives a cart no discount, or not now. */

export const unknownCode = "This code isn't valid.";
export const mistypedCode = "This code seems to be mistyped. Please compare it letter by letter.";
export const revokedCode = "This code is no longer valid.";
export const expiredCode = "This code has expired.";
export const usedUpCode = "This code has been used up.";
export const alreadyUsedCode = "You have already used this code.";
export const sameOffer = "Another of your codes gives this offer already.";

export const notActive = "This offer is not available at the moment.";
export const usedUp = "This offer has been used up.";
export const alreadyUsed = "You have already used this offer.";
export const ended = "This offer has ended.";
/** `moment`: "5:00 PM today" (schedule.ts). */
export const begins = (moment: string) => `From ${moment}.`;

export const emptyCart = "Your cart is empty.";
export const costsNothing = "What this offer covers costs nothing already.";
export const costsNoMore = "What this offer covers costs no more already.";
export const belowPrice = "These items cost no more than the offer's price already.";
export const notByWeight = "This offer is not for what is sold by weight.";
export const deliveryOnly = "Delivery only.";
export const deliveryIsFree = "Delivery is free already.";
export const giftSoldOut = "The free item is sold out.";
export const giftTooDear = "The free item costs more than this offer may still give away.";

/** Another offer applies. */
export const isExclusive = "This offer cannot be combined with others, and your other offers save you as much or more.";
export const onlyOneOf = (other: string) => `Cannot be combined with “${other}”: only one of the two can apply.`;
export const otherIsBetter = (other: string) => `Cannot be combined with “${other}”, which is better for this cart.`;
/** `isNearly`: except for one cent. `isKept`: the offer can be used only once, or is a code, and the other one is not. */
export const otherIsAsGood = (other: string, isNearly: boolean, isKept: boolean) =>
  `Cannot be combined with “${other}”, which saves you as much${isNearly ? " but a cent" : ""}${isKept ? ", so this one is kept for another order" : ""}.`;
export const lastGiftsGone = "The last of these go to another of your offers.";
export const notCompared = "More offers fit this cart than can all be compared; this one did not make it cheaper.";
export const keptForLater = "It would save you nothing here, so it is kept for another order.";
export const covered = "Your other offers cover these items already and save you as much or more.";
