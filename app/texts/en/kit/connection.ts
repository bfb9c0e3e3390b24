/** What a person reads whose form found no connection. */

/** Not "was not sent": the answer may have been lost on its way back. */
export const mayNotHaveArrived = "No connection, so this may not have arrived. Once it's back, check and press again.";
