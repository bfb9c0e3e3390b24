/** Orders that are prepared and handed over together. The emails use these, too. */

/** Without a full stop, like all that follow. */
export const notPaidYet = "What was added to this order is not paid yet. It is made as soon as it is paid by its link";
export const goesWithRejected = (number: string) => `It goes with order ${number}, which is rejected`;
export const goesWithCancelled = (number: string) => `It goes with order ${number}, which is cancelled`;
export const madeTogether = (number: string) => `It is made and handed over together with order ${number}`;

/** A change that removed items from an order and added items that its payment did not cover. `money` is one of the texts below. */
export const withChangeOf = (number: string, money: string) => `Together with the change of ${number}, ${money}`;
/** `difference` is one of the last three texts. */
export const refundedAndPaid = (back: string, added: string, difference: string) =>
  `${back} is refunded and ${added} is paid: ${difference}`;
export const notChargedAndPaid = (back: string, added: string, difference: string) =>
  `${back} is not charged and ${added} is paid: ${difference}`;
export const givenBackAndPaid = (back: string, added: string, difference: string) =>
  `${back} is given back and ${added} is paid: ${difference}`;
export const notToBePaidAndPaid = (back: string, added: string, difference: string) =>
  `${back} is not to be paid any more and ${added} is paid: ${difference}`;
export const moreInAll = (amount: string) => `${amount} more in all`;
export const lessInAll = (amount: string) => `${amount} less in all`;
export const sameInAll = "the same in all";
