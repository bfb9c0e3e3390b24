/** The made-up order in email previews while staff edit the shop's texts. */

export const name = "Ana Example";
export const firstName = "Ana";
export const firstProduct = "First product";
export const secondProduct = "Second product";
export const removedProduct = "1 × Third product";
export const reason = "The shop is too busy right now.";
export const message = "The oven is slow today: ten minutes later than planned.";

export const onHold = "Your card is on hold and charged when we accept.";
export const notCharged = "Your card was not charged.";
export const holdFades = "Your card was not charged; the hold fades within days.";
export const goesBack = "It goes back to your card.";
