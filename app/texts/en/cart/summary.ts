/** The summary next to the lines of the cart. */

export const summary = "Summary";
export const pickup = "Pickup.";
export const delivery = "Delivery.";
export const pickupAt = (time: string) => `Pickup, ready about ${time}.`;
export const deliveryAt = (time: string) => `Delivery, estimated for ${time}.`;

/** "You choose place, time and tip at the checkout.": at least one of them. */
export function youChoose(hasPlace: boolean, hasTime: boolean, hasTip: boolean): string {
  const choices = [hasPlace ? "place" : "", hasTime ? "time" : "", hasTip ? "tip" : ""].filter((choice) => choice !== "");
  return `You choose ${new Intl.ListFormat("en-GB").format(choices)} at the checkout.`;
}

export const checkout = (total: string) => `Checkout · ${total}`;
