/** Why customers cannot do something with their order now: cancel it, check in, pay it by its link, view it, review it. */

export const notTaken = "The shop could not take this order.";
export const cancelledAlready = "This order has been cancelled already.";
export const handedOver = "This order has been handed over already.";
export const notConfirmedYet = "The shop has not confirmed your order yet. Tell us that you are here when it has.";
export const shopIsBusy = "The shop is working on your order right now. Try again in a moment.";
export const paymentUnderWay = "A payment step of this order is still under way. Try again in a moment.";
export const acceptedAlready = "We have accepted this order, so it can no longer be cancelled here. Please call us.";
export const onItsWay = "Your order is on its way already.";
export const deliveredToYou = "This order is delivered to you; there is no need to come.";
export const paidInShop = "You have paid for this order in the shop, so it cannot be cancelled here. Please call us.";
export const disputed = "Your bank disputes this payment, so the order cannot be cancelled here. Please call us.";
export const noResponse = "The card payment service isn't responding right now. This is finished by itself within a minute or two.";
export const notGivenBack =
  "Your payment could not be given back right now, so nothing has changed. The shop has been told; please call us.";

export const linkIsOver = "This payment link has expired or was cancelled. Nothing was charged. Please contact the shop to order again.";
export const tooManyReceipts = "Many receipts are being downloaded. Wait a moment and try again.";
export const lookedTooOften = "You've checked very often. Your order is safe: please wait a moment and look again.";
export const tooManyReviews = "Too many reviews came from your network. Please wait a while and try again.";
