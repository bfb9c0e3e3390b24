/** The sentences about new orders with fixed wording (messages.ts). */
export const newOrderMessages = {
  // The sentence is the same for one order: it has no singular.
  newOrders: (count: number): string => `Received ${count} new orders!`,
  notificationPrompt: 'We can show you notification when new order arrives. Click the "Accept" button.',
  notificationDeny: "Deny",
  notificationAccept: "Accept",
  soundBlocked: "Your browser blocked sound notification. Playing sound once might resolve the issue. Try playing notification sound.",
  soundPlayNow: "Play Now",
} as const;
