/** Why the order is not paid after the button was clicked, where the browser itself detects it. */

export const connectionLost = "The connection was lost. Nothing is paid twice: press Pay again and the same order is continued.";
export const bankConnectionLost =
  "The connection to the bank was lost. Nothing is paid twice: press Pay again and the same payment is continued.";
/** Used if there is no better reason. */
export const failed = "That didn't work. Nothing was charged; please try again.";
