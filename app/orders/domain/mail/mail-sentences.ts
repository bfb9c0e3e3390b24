import * as texts from "#texts/orders/mail/receipt-sentence.ts";
import type { DeliveryStatus } from "#app/mail/domain/delivery-status.ts";

/** The customer's sentence about emails; "" if none. An ended order has no receipt. */
export function receiptSentence(fate: DeliveryStatus, hasEnded: boolean): string {
  switch (fate) {
    case "left":
      return hasEnded ? texts.emailSent : texts.receiptSent;
    case "leaving":
      return hasEnded ? texts.emailLeaving : texts.receiptLeaving;
    case "stuck":
    case "kept":
      return hasEnded ? "" : texts.keepLink;
  }
}

/** The response to staff after a message to the customer, which no page shows. */
export function messageSentence(fate: DeliveryStatus): string {
  switch (fate) {
    case "left":
    case "leaving":
      return "The message is on its way.";
    case "stuck":
      return "Email is not working: the message waits in the email log.";
    case "kept":
      return "This shop sends no emails: the message stays in the email log.";
  }
}

/** The response to staff after an action with an email about one order. */
export function notificationSentence({ customerEmail }: { readonly customerEmail: string }, fate: DeliveryStatus): string {
  return customerEmail === "" ? "No email address: tell the customer yourself." : deliverySentence(fate);
}

/**
 * The response to staff after an action with an email; without email, only the order's page informs the customer. `orders`: the number of
 * changed orders.
 */
export function deliverySentence(fate: DeliveryStatus, orders = 1): string {
  const isOne = orders === 1;
  const consequence = isOne ? "the customer sees it only on the order's page." : "customers see it only on the pages of their orders.";
  switch (fate) {
    case "left":
      return isOne ? "The customer has been notified." : "Customers have been notified.";
    case "leaving":
      return isOne ? "The customer is notified by email." : "Customers are notified by email.";
    case "stuck":
      return `Email is not working: ${consequence}`;
    case "kept":
      return `This shop sends no emails: ${consequence}`;
  }
}
