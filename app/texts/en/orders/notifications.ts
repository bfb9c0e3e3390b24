/** Push notifications about orders on the devices of staff: title and text. The number is empty where an order has none. */

export const newOrder = (number: string) => `New order ${number}`;
export const pickup = "Pickup";
export const delivery = "Delivery";
export const waiting = (number: string) => `Order ${number} is waiting`;
export const noScreenWithSound = "No screen with its sound on is open.";
export const stillWaiting = (number: string) => `Order ${number} is still waiting`;
export const notConfirmed = "It is still waiting for confirmation.";
export const cancelled = (number: string) => `Order ${number} was cancelled`;
export const customerCancelled = "The customer cancelled it.";
export const paused = "Ordering was paused automatically";
export const nobodyAnswered = "Nobody answered the last orders.";
