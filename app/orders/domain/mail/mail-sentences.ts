import type { DeliveryStatus } from "#app/mail/domain/delivery-status.ts";

/** What the customer reads about emails; "" if nothing. An ended order has no receipt. */
export function receiptSentence(fate: DeliveryStatus, hasEnded: boolean): string {
  switch (fate) {
    case "left":
      return hasEnded ? "We have written to your e-mail address." : "A receipt is in your e-mail.";
    case "leaving":
      return hasEnded ? "We are writing to your e-mail address." : "A receipt is on its way to your e-mail.";
    case "stuck":
    case "kept":
      return hasEnded ? "" : "Keep the link to this page: it's your receipt.";
  }
}

/** What staff read after a message to the customer, which is on no page. */
export function messageSentence(fate: DeliveryStatus): string {
  switch (fate) {
    case "left":
    case "leaving":
      return "The message is on its way.";
    case "stuck":
      return "Mail is not working: the message waits in the mail outbox.";
    case "kept":
      return "No mail leaves this shop: the message stays in the mail outbox.";
  }
}

/** What staff read after an action with an email; without email only the order's page informs the customer. `orders`: so many were changed. */
export function toldSentence(fate: DeliveryStatus, orders = 1): string {
  const isOne = orders === 1;
  const seen = isOne ? "the customer sees it only on the order's page." : "customers see it only on the pages of their orders.";
  switch (fate) {
    case "left":
      return isOne ? "The customer has been told." : "Customers have been told.";
    case "leaving":
      return isOne ? "The customer is told by mail." : "Customers are told by mail.";
    case "stuck":
      return `Mail is not working: ${seen}`;
    case "kept":
      return `No mail leaves this shop: ${seen}`;
  }
}
