/** Why the order is not paid after the button was pressed, where the page itself finds out. */

export const connectionLost = "The connection was lost. Nothing is paid twice: press Pay again and the same order is continued.";
export const bankConnectionLost =
  "The connection to the bank was lost. Nothing is paid twice: press Pay again and the same payment is continued.";
/** Without a better reason. */
export const failed = "That didn't work. Nothing was charged; please try again.";
