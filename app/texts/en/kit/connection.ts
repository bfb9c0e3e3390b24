/** The message when a form could not reach the server. */

/** Not "was not sent": the response may have been lost on its way back. */
export const mayNotHaveArrived = "No connection, so this may not have arrived. Once it's back, check and press again.";
