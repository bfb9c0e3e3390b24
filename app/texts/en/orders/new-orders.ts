/** Announcements of new orders for staff. The specification fixes these sentences. */

/** The sentence is the same for one order: it has no singular. */
export const newOrders = (count: number) => `Received ${count} new orders!`;
export const notificationPrompt = 'We can show you notification when new order arrives. Click the "Accept" button.';
export const notificationDeny = "Deny";
export const notificationAccept = "Accept";
export const soundBlocked =
  "Your browser blocked sound notification. Playing sound once might resolve the issue. Try playing notification sound.";
export const soundPlayNow = "Play Now";
