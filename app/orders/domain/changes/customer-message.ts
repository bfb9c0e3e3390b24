import { minutesBetween } from "#app/values/time.ts";

/** Maximum messages to the customer of one order within an hour. */
const MESSAGES_AN_HOUR = 5;
/** The same text within this time counts as a double click. */
const REPEAT_MINUTES = 10;
/** How far back `sent` must reach. */
export const MESSAGE_WINDOW_MINUTES = 60;

export interface MessageFacts {
  /** The contact that the order lacks for every channel: "email address"; null: a channel reaches the customer. */
  readonly missing: string | null;
  /** Earlier messages of this order within the last hour. */
  readonly sent: readonly { readonly text: string; readonly at: Date }[];
}

/** Why staff cannot send this message now, as a sentence for them; null if they can. */
export function messageRefusal({ missing, sent }: MessageFacts, text: string, now: Date): string | null {
  if (missing !== null) return `This order has no ${missing}. Call the customer.`;
  if (sent.some((earlier) => earlier.text === text && minutesBetween(earlier.at, now) < REPEAT_MINUTES))
    return "This message was sent a moment ago. It was not sent again.";
  if (sent.length >= MESSAGES_AN_HOUR)
    return `An order gets at most ${MESSAGES_AN_HOUR} messages an hour. Call the customer, or write later.`;
  return null;
}
