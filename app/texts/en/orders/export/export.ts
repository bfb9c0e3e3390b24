/** The export of a customer's data, for that customer. Amounts and times are passed formatted. */

export const title = (shop: string, customer: string) => `What ${shop} stores about ${customer}`;
/** `zone` is "America/Toronto". */
export const asOf = (time: string, zone: string) => `As of ${time} (${zone}). Amounts of an order are in its currency.`;
/** In a part without entries. */
export const none = "None.";
/** A fact with a note. */
export const withNote = (fact: string, note: string) => `${fact} (${note})`;

/** Labels that several parts share. */
export const name = "Name";
export const email = "Email";
export const phone = "Phone";
export const allergies = "Allergies";
export const items = "Items";
export const status = "Status";
export const text = "Text";

export const contacts = "Contacts and notes";
export const recognizedBy = "Recognized by";
export const customerSince = "Customer since";
export const notes = "Notes";
export const tags = "Tags";
export const marketing = "Marketing emails";
export const notAsked = "Not asked";
/** `source` is where the customer answered. */
export const agreed = (time: string, source: string) => `Agreed, ${time}, ${source}`;
export const declined = (time: string, source: string) => `Declined or withdrawn, ${time}, ${source}`;
export const blocked = "Blocked";
export const isBlocked = (reason: string) => `Yes. ${reason}`;
export const isNotBlocked = "No";

export const reviews = "Reviews";
export const review = (product: string, time: string) => `${product}, ${time}`;
export const stars = "Stars";
export const reply = "Reply";

export const emails = "Emails";
/** Instead of a subject. */
export const notSentYet = "Not sent yet";
export const to = "To";
export const written = "Written";
export const sent = "Sent";

export const carts = "Carts";
export const changed = (time: string) => `Changed ${time}`;
export const postalCode = "Postal code";
export const checkoutForm = "Checkout form";

export const promotions = "Promotions used";
export const promotionUse = ({ time, promotion, amount, state }: Readonly<Record<"time" | "promotion" | "amount" | "state", string>>) =>
  `${time}: ${promotion}, ${amount} (${state})`;

export const changesByStaff = "Changes by staff";
export const change = (time: string, by: string, action: string) => `${time}, ${by}: ${action}`;
export const before = "Before";
export const after = "After";
