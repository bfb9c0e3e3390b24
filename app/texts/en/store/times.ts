/** Why a time is not available for an order. */

export const lastOrdersWere = (time: string) => `Last orders were at ${time}.`;
export const notEverythingNow = "Not everything in your order can be ordered now.";
export const noTimeLeft = "We have no time left before closing.";
export const schedulingIsOff = "Scheduled orders are off right now. Choose as soon as possible.";
export const timeIsTaken = "This time is no longer free. Choose another time.";

export const closedNow = "We are closed now.";
export const notTakingOrders = "We are not taking orders for a moment.";
export const noDelivery = "We do not deliver. Choose pickup.";
export const notDelivering = "We are not delivering now.";
export const choosePickup = "Choose pickup.";
/* Sentences that follow one of these. */
export const backAt = (moment: string) => `We are back at ${moment}.`;
export const deliveryPausedUntil = (moment: string) => `Delivery is paused until ${moment}.`;
export const chooseLater = "You can choose a later time.";
