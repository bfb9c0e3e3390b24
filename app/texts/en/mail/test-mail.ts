/** The email that staff send to themselves to check that emails are delivered. */

export const subject = (shop: string) => `${shop}: test email`;
export const hello = (name: string, shop: string) =>
  `Hello ${name}, this is a test email from ${shop}. You asked for it in the staff area.`;
export const sameWay = "Emails to your customers leave the shop the same way.";
