/** The emails to the shop's staff about customers' orders. Times and amounts are passed formatted. */

export const openOrder = "Open the order";
/** The customer. */
export const name = (customer: string) => `${customer}.`;
export const nameAndTelephone = (customer: string, telephone: string) => `${customer}, ${telephone}.`;
/** When and how the customer wants the order; follows the name. */
export const pickupSoon = "Pickup, as soon as possible.";
export const deliverySoon = "Delivery, as soon as possible.";
export const pickupFor = (time: string) => `Pickup, for ${time}.`;
export const deliveryFor = (time: string) => `Delivery, for ${time}.`;

export const newPickupSubject = (order: string, total: string) => `New order ${order}: pickup, ${total}`;
export const newDeliverySubject = (order: string, total: string) => `New order ${order}: delivery, ${total}`;
export const newOrder = (order: string) => `New order ${order}.`;

export const unheardSubject = (order: string) => `Order ${order} is waiting, no screen open`;
export const unheard = (order: string) => `Order ${order} is waiting, and alerts are off on every screen.`;
export const noScreenWithSound =
  "No open screen has its sound on. Open the orders page on a device and press “Accept” when it asks about notifications.";

export const waitingSubject = (order: string) => `Order ${order} is waiting for an answer`;
export const waiting = (order: string) => `Order ${order} is waiting.`;
export const stillWaiting = "It is still waiting for confirmation. Open the orders page on a device with its sound on.";

export const cancelledSubject = (order: string) => `Order ${order} was cancelled by the customer`;
export const cancelled = (order: string) => `The customer cancelled order ${order}.`;
export const stop = "If you have started on it, stop.";

export const pausedSubject = (order: string) => `Ordering was paused automatically: nobody answered order ${order}`;
export const paused = "Ordering was paused automatically.";
export const noAnswers = (order: string) =>
  `Orders in a row got no answer in time and were refused, the last one was ${order}. Customers now read that the shop takes no orders for the moment.`;
export const takeOrdersAgain = "When somebody is there again, press “Take orders again” on the orders page.";
