/** Message without a card provider; the phone number may be "". */
export function noCardSentence(telephone: string): string {
  return `Card payment is not set up yet.${telephone === "" ? "" : ` To order by phone, call ${telephone}.`}`;
}

/** What staff must do. */
export const NO_CARD_ALARM =
  "Customers cannot pay by card: enter the Stripe public key and secret key. For a demo with test cards, start the shop with DEMO_PAYMENTS=on.";
